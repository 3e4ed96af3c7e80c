import CLibrary
import CMosquitto

/// The library's one-time start; it is never stopped, since the process ends with it.
enum Library {
    private static let status: Int32 = mosquitto_lib_init()

    static func start() { _ = status }

    /// Whether TLS contexts of our own work.
    ///
    /// The library prepares itself for TLS when it makes a context, but not for one that it is given: it then
    /// finds neither key nor name to check, and refuses every broker. So it makes one first, on the way to a
    /// socket of ours that never answers.
    static let takesContexts: Bool = {
        start()
        guard let socket = LoopbackSocket(),
            let client = mosquitto_new("tls", true, nil)
        else { return false }
        defer { mosquitto_destroy(client) }
        mosquitto_threaded_set(client, true)
        mosquitto_tls_psk_set(client, "00", "tls", nil)
        return mosquitto_connect_bind_async(client, "127.0.0.1", Int32(socket.port), 5, nil)
            == MOSQ_ERR_SUCCESS.rawValue.signed
    }()
}

/// A socket on this machine that takes connections and says nothing; it goes with the value.
private struct LoopbackSocket: ~Copyable {
    let port: UInt16
    private let descriptor: Int32

    init?() {
        let descriptor = CLibrary.socket(AF_INET, SocketNumber.stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard bind(descriptor, address, size) == 0, listen(descriptor, 1) == 0 else {
                    return Int32(-1)
                }
                return getsockname(descriptor, address, &size)
            }
        }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
        guard status == 0 else { return nil }
    }

    deinit { close(descriptor) }
}
