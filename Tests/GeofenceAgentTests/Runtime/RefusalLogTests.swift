import Testing

@testable import geofence_agent

@Suite struct RefusalLogTests {
    private let recorder = LogRecorder()
    private var log = RefusalLog()

    private mutating func tell(_ refusals: [(Rejection, String)], at uptime: Int64) -> [String] {
        var untold = refusals.map { Agent.Refusal(reason: $0.0, topic: $0.1) }
        log.tell(&untold, recorder.logger, uptime)
        #expect(untold.isEmpty)
        return recorder.take()
    }

    @Test mutating func `tells the first of each kind at once, then how many a minute`() {
        let first = tell([(.json, "a"), (.json, "b"), (.size, "c")], at: 1000)
        #expect(
            first == [
                #"warning a message is refused reason=json topic="a" untold=0"#,
                #"warning a message is refused reason=size topic="c" untold=0"#,
            ]
        )
        #expect(tell([], at: 2000) == [])
        #expect(tell([(.json, "d"), (.size, "e"), (.json, "f")], at: 60_999) == [])
        #expect(
            tell([(.json, "g"), (.json, "h")], at: 61_000) == [
                #"warning a message is refused reason=json topic="g" untold=3"#
            ]
        )
        #expect(
            tell([(.json, "i"), (.size, "j")], at: 121_000) == [
                #"warning a message is refused reason=json topic="i" untold=1"#,
                #"warning a message is refused reason=size topic="j" untold=1"#,
            ]
        )
    }

    @Test mutating func `quotes a topic, escaped and cut`() {
        #expect(
            tell([(.topic, "a\"\n\u{1B}[31m")], at: 0) == [
                #"warning a message is refused reason=topic topic="a\"\n\u{1B}[31m" untold=0"#
            ]
        )
        let long = "e" + String(repeating: "\u{301}", count: 10_000)
        let line = tell([(.id, long)], at: 0).joined()
        #expect(line.unicodeScalars.count < 300)
    }
}
