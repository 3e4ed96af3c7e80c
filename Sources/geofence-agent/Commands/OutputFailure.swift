import CLibrary

/// Why something can't be written.
struct OutputFailure: Error, Hashable, CustomStringConvertible {
    /// The system's error number.
    let number: Int32

    var description: String { "can't be written: \(String(cString: strerror(number)))" }

    /// Writes all bytes to a descriptor.
    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(OutputFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { CLibrary.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw OutputFailure(number: errno) }
            rest = rest.dropFirst(count)
        }
    }
}
