import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What strangers have written steers no terminal.
@Suite struct TerminalTests {
    private static let hostile = "\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\u{202E}x"

    private static func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar == "\n"
            case .format: false
            default: true
            }
        }
    }

    @Test func `a terminal gets lines, and no control characters`() {
        let text = "one\n\(Self.hostile)\ntwo\r\n\n"
        let shown = String(decoding: StandardOutput.forTerminal(Array(text.utf8)), as: UTF8.self)
        #expect(Self.isHarmless(shown), "\(shown.debugDescription)")
        #expect(shown.unicodeScalars.count { $0 == "\n" } == 4)
        #expect(shown.hasPrefix("one\n\\u{") && shown.contains("]0;owned"))
        #expect(StandardOutput.forTerminal(Array("plain ±8 m\n".utf8)) == Array("plain ±8 m\n".utf8))
    }

    @Test func `a table of the past has none, whatever an event says`() throws {
        let json = JSONWriter.object { json in
            json.member("event", Self.hostile)
            json.member("fence", Self.hostile)
        }
        let event = HistoryEvent(device: try Identifier("van"), time: 0, id: "", payload: json)
        let line = HistoryTable(.utc).line(event)
        #expect(Self.isHarmless(line) && line.contains("owned"), "\(line.debugDescription)")
    }

    @Test func `what check prints has none, whatever the file says`() throws {
        let folder = try ConfigurationFolder()
        var configuration = try folder.load(
            #"{"mqtt":{"host":"h"},"sources":[{"topic":"a/{device}"}]}"#
        )
        configuration.topics.base = Self.hostile
        configuration.store.path = Self.hostile
        let text = "\(ConfigurationSummary(configuration, file: Self.hostile))"
        #expect(Self.isHarmless(text) && text.contains("owned"), "\(text.debugDescription)")
    }
}
