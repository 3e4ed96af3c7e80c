import Foundation

/// Where a command writes a document.
struct FenceOutput {
    /// A file, which is replaced as a whole, or `-` for standard output.
    let path: String

    /// Whether it is standard output.
    var isStandardOutput: Bool { path == "-" }

    /// Writes all of a document, or nothing.
    ///
    /// - Throws: the exit code for a disk that refuses, after it has been told.
    func write(_ bytes: [UInt8]) throws {
        guard !isStandardOutput else { return FileHandle.standardOutput.write(Data(bytes)) }
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            StandardError.print("\(path): can't be written: \(error.localizedDescription)")
            throw ExitStatus.disk.exitCode
        }
    }
}
