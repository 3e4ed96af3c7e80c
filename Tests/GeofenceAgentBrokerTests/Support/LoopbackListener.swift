import CLibrary

/// A TCP socket that listens on a free port of loopback, for servers of the tests.
struct LoopbackListener {
    let descriptor: Int32
    let port: Int

    init() {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let server = descriptor
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = bind(server, address, size)
                _ = getsockname(server, address, &size)
            }
        }
        listen(descriptor, 16)
        port = Int(UInt16(bigEndian: address.sin_port))
    }
}
