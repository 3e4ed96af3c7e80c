import Testing

@testable import geofence_agent

@Suite struct RefusalLogTests {
    private let recorder = LogRecorder()
    private var log = RejectionThrottle()

    private mutating func tell(_ refusals: [(Rejection, String)], at uptime: Int64) -> [String] {
        var unreported = refusals.map { Intake.Refusal(reason: $0.0, topic: $0.1) }
        log.write(&unreported, recorder.logger, uptime)
        #expect(unreported.isEmpty)
        return recorder.take()
    }

    @Test mutating func `tells the first of each kind at once, then how many a minute`() {
        let first = tell([(.json, "a"), (.json, "b"), (.size, "c")], at: 1000)
        #expect(
            first == [
                #"warning a message is refused: it is no JSON, or not in UTF-8, or damaged; has its source the right format? kind=message-refused reason=json topic="a""#,
                #"warning a message is refused: it is larger than 65536 bytes kind=message-refused reason=size topic="c""#,
            ]
        )
        #expect(tell([], at: 2000) == [])
        #expect(tell([(.json, "d"), (.size, "e"), (.json, "f")], at: 60_999) == [])
        #expect(
            tell([(.json, "g"), (.json, "h")], at: 61_000) == [
                #"warning a message is refused: it is no JSON, or not in UTF-8, or damaged; has its source the right format? kind=message-refused more=3 reason=json topic="g""#
            ]
        )
        #expect(
            tell([(.json, "i"), (.size, "j")], at: 121_000) == [
                #"warning a message is refused: it is no JSON, or not in UTF-8, or damaged; has its source the right format? kind=message-refused more=1 reason=json topic="i""#,
                #"warning a message is refused: it is larger than 65536 bytes kind=message-refused more=1 reason=size topic="j""#,
            ]
        )
    }

    @Test mutating func `tells what devices send when all is well to those who debug, and once to all`() {
        #expect(
            tell([(.unrelated, "a"), (.locked, "b"), (.empty, "c")], at: 0) == [
                #"info a message is refused: no position is found in it; if there is one, name the places by "format": "json" and "fields" kind=message-refused reason=type topic="a""#,
                #"warning a message is refused: it is encrypted, and its source has no key for it; name a file with the key in "keyFile" kind=message-refused reason=type topic="b""#,
                #"debug a message is refused: there is nothing in it kind=message-refused reason=empty topic="c""#,
            ]
        )
        #expect(tell([(.unrelated, "d")], at: 61_000).first?.hasPrefix("debug") == true)
    }

    @Test mutating func `quotes a topic, escaped and cut`() {
        #expect(
            tell([(.topic, "a\"\n\u{1B}[31m")], at: 0) == [
                #"warning a message is refused: no source asks for its topic any more kind=message-refused reason=topic topic="a\"\n\u{1B}[31m""#
            ]
        )
        let long = "e" + String(repeating: "\u{301}", count: 10_000)
        let line = tell([(.id, long)], at: 0).joined()
        #expect(line.unicodeScalars.count < 380)
    }
}
