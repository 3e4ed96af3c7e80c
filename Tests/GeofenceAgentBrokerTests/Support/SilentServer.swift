import CLibrary

/// A TCP server that never says anything.
final class SilentServer {
    /// How far it lets others come.
    enum Manner: CaseIterable {
        /// There is none: connections are refused.
        case refuses
        /// Connections are made, and that is all.
        case accepts
        /// The queue of connections is full: the first packet of another is dropped, as by a dead host.
        case ignores
    }

    let port: Int
    private var descriptors: [Int32] = []

    init(_ manner: Manner) {
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = Self.with(&address) { bind(server, $0, size) }
        _ = Self.with(&address) { getsockname(server, $0, &size) }
        port = Int(UInt16(bigEndian: address.sin_port))
        guard manner != .refuses else {
            close(server)
            return
        }
        descriptors = [server]
        listen(server, manner == .ignores ? 0 : 16)
        for _ in 0..<(manner == .ignores ? 4 : 0) {
            let filler = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            _ = Self.with(&address) { connect(filler, $0, size) }
            descriptors.append(filler)
        }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }

    private static func with(_ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Int32)
        -> Int32
    {
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }
}
