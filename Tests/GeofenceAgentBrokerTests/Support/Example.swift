import Foundation

@testable import geofence_agent

/// A configuration under `config/examples`, with what its page says of it.
struct Example: CustomStringConvertible {
    /// A message that the page says to send.
    struct Message: Hashable {
        var topic: String
        var payload: String
    }

    private static let folder = URL(filePath: #filePath).appending(path: "../../../../config/examples/")
        .standardized

    /// All of them: the folders that there are.
    static var all: [Example] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { !$0.hasSuffix(".md") }
                .sorted()
                .map { Example(name: $0) }
        }
    }

    let name: String

    var description: String { name }

    private func text(_ file: String) throws -> String {
        try String(contentsOf: Self.folder.appending(path: "\(name)/\(file)"), encoding: .utf8)
    }

    /// The configuration, for a broker on a port of this machine; HTTP has a free port, too.
    func configuration(port: Int) throws -> String {
        try text("config.json")
            .replacing(#""host": "localhost""#, with: #""host": "127.0.0.1", "port": \#(port)"#)
            .replacing(#""files": [""#, with: #""files": ["\#(Self.folder.path)/\#(name)/"#)
            .replacing(#""port": 9464"#, with: #""port": \#(SilentServer(.refuses).port)"#)
    }

    /// What the commands `mosquitto_pub` on the page send.
    var messages: [Message] {
        get throws {
            try text("README.md").matches(of: /(?m)^mosquitto_pub -q 1 -t (\S+) -m '([^']+)'$/)
                .map { Message(topic: String($0.1), payload: String($0.2)) }
        }
    }

    /// The events that the page says come out.
    var events: [String] {
        get throws {
            try text("README.md").matches(of: /(?m)^geofence\/event\/.+$/).map { Self.timeless($0.0) }
        }
    }

    /// A line without its times, which where a payload has none are those of the run.
    static func timeless(_ line: some StringProtocol) -> String {
        String(line).replacing(/\d{4}-\d\d-\d\dT[\d:.]+Z/, with: "TIME")
    }
}
