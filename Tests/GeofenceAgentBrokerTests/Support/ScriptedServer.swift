import CLibrary
import Dispatch

/// A TCP server on a free loopback port that says the same bytes to everyone, once it has heard something.
final class ScriptedServer {
    let port: Int
    private let descriptor: Int32

    init(_ bytes: [UInt8]) {
        let listener = LoopbackListener()
        let server = listener.descriptor
        (descriptor, port) = (server, listener.port)
        DispatchQueue.global().async {
            var heard = [UInt8](repeating: 0, count: 4096)
            while true {
                let client = accept(server, nil, nil)
                guard client >= 0 else { break }
                if recv(client, &heard, heard.count, 0) > 0 { _ = send(client, bytes, bytes.count, 0) }
                // Until the other end goes.
                while recv(client, &heard, heard.count, 0) > 0 {}
                close(client)
            }
            // Here, so that nobody waits on its number when another socket has it.
            close(server)
        }
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
