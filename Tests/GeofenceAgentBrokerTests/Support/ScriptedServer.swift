import Dispatch
import Glibc

/// A TCP server on a free loopback port that says the same bytes to everyone, once it has heard something.
final class ScriptedServer {
    let port: Int
    private let descriptor: Int32

    init(_ bytes: [UInt8]) {
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = bind(server, address, size)
                _ = getsockname(server, address, &size)
            }
        }
        listen(server, 16)
        (descriptor, port) = (server, Int(UInt16(bigEndian: address.sin_port)))
        DispatchQueue.global().async {
            var heard = [UInt8](repeating: 0, count: 4096)
            while true {
                let client = accept(server, nil, nil)
                guard client >= 0 else { return }
                if recv(client, &heard, heard.count, 0) > 0 { _ = send(client, bytes, bytes.count, 0) }
                // Until the other end goes.
                while recv(client, &heard, heard.count, 0) > 0 {}
                close(client)
            }
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }
}
