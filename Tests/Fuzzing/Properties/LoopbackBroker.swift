internal import CLibrary

/// A socket on this machine where connections wait for their broker; it stays for the life of the process.
struct LoopbackBroker: Sendable {
    let port: UInt16
    private let descriptor: Int32

    private static let made = Result { () throws(Finding) in try LoopbackBroker() }

    static func shared() throws(Finding) -> LoopbackBroker { try made.get() }

    private init() throws(Finding) {
        descriptor = CLibrary.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard bind(descriptor, address, size) == 0, listen(descriptor, 16) == 0 else {
                    return Int32(-1)
                }
                return getsockname(descriptor, address, &size)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        try require(status == 0, "no socket to listen at: \(errno)")
    }

    /// The broker's end of the next connection.
    func accept() throws(Finding) -> Peer {
        let peer = CLibrary.accept(descriptor, nil, nil)
        try require(peer >= 0, "no connection arrives: \(errno)")
        return Peer(descriptor: peer)
    }

    /// One connection.
    struct Peer {
        fileprivate let descriptor: Int32

        /// Sends what the socket takes at once, which is more than an input has.
        func send(_ bytes: ArraySlice<UInt8>) {
            bytes.withUnsafeBytes { bytes in
                _ = CLibrary.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
        }

        /// Nothing more will come.
        func finish() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

        /// Ends it at once, so that its port is free again.
        func close() {
            var option = linger(l_onoff: 1, l_linger: 0)
            _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
            _ = CLibrary.close(descriptor)
        }
    }
}
