import GeofenceCore
import Logging
import Testing

@testable import geofence_agent

@Suite struct LogLineTests {
    private static let time = Timestamp(milliseconds: 1_760_000_000_007)

    private func line(
        _ format: LogSettings.Format,
        _ message: Logger.Message,
        own: Logger.Metadata = [:],
        _ metadata: Logger.Metadata? = nil,
        level: Logger.Level = .warning,
        isJournal: Bool = false
    ) -> String {
        var handler = LogLine(level: .info, format: format, isJournal: isJournal)
        for (key, value) in own { handler[metadataKey: key] = value }
        let event = LogEvent(
            level: level,
            message: message,
            metadata: metadata,
            source: "",
            file: "",
            function: "",
            line: 0
        )
        return String(decoding: handler.line(event, at: Self.time), as: UTF8.self)
    }

    @Test(
        arguments: [
            (nil, "2025-10-09T08:53:20.007Z warning it is so\n"),
            (
                ["b": "2", "a": "one two", "z": "\u{1B}[31m\nforged"],
                "2025-10-09T08:53:20.007Z warning it is so a=one two b=2 z=\\u{1B}[31m\\nforged\n"
            ),
            (["ü": "\u{202E}\u{2028}é"], "2025-10-09T08:53:20.007Z warning it is so ü=\\u{202E}\\u{2028}é\n"),
        ] as [(Logger.Metadata?, String)]
    )
    func `writes one line of text, whatever it quotes`(_ metadata: Logger.Metadata?, _ text: String) {
        #expect(line(.text, "it is so", metadata) == text)
    }

    @Test func `escapes a message too`() {
        #expect(line(.text, "a\r\nb") == "2025-10-09T08:53:20.007Z warning a\\r\\nb\n")
    }

    @Test(
        arguments: [
            (nil, #"{"time":"2025-10-09T08:53:20.007Z","level":"warning","message":"it is \"so\""}"# + "\n"),
            (
                ["b\"": "2", "a": "\u{1B}\n"],
                #"{"time":"2025-10-09T08:53:20.007Z","level":"warning","message":"it is \"so\"","a":"\u001b\u000a","b\"":"2"}"#
                    + "\n"
            ),
        ] as [(Logger.Metadata?, String)]
    )
    func `writes one JSON object a line`(_ metadata: Logger.Metadata?, _ text: String) {
        #expect(line(.json, "it is \"so\"", metadata) == text)
    }

    @Test(
        arguments: zip(Logger.Level.allCases, [7, 7, 6, 5, 4, 3, 2])
    )
    func `gives the journal a priority for the time`(_ level: Logger.Level, _ priority: Int) {
        let text = "<\(priority)>it is so a=1\n"
        #expect(line(.journal, "it is so", ["a": "1"], level: level) == text)
        #expect(line(.text, "it is so", ["a": "1"], level: level, isJournal: true) == text)
    }

    @Test func `puts the priority in front of an object where it goes to the journal`() {
        let object = #"{"time":"2025-10-09T08:53:20.007Z","level":"error","message":"m"}"# + "\n"
        #expect(line(.json, "m", level: .error, isJournal: true) == "<3>" + object)
        #expect(line(.json, "m", level: .error) == object)
    }

    @Test func `takes a line's own value rather than its logger's`() {
        #expect(
            line(.text, "m", own: ["a": "1", "b": "2"], ["b": "3"])
                == "2025-10-09T08:53:20.007Z warning m a=1 b=3\n"
        )
    }

    @Test func `writes numbers as numbers, with the unit in the name, and ids as texts`() {
        let metadata: Logger.Metadata = [
            "retry": .seconds(milliseconds: 1500), "bytes": .number(70_000), "device": "17",
        ]
        #expect(
            line(.json, "m", metadata)
                == #"{"time":"2025-10-09T08:53:20.007Z","level":"warning","message":"m","bytes":70000,"device":"17","retrySeconds":1.5}"#
                + "\n"
        )
        #expect(
            line(.text, "m", metadata)
                == "2025-10-09T08:53:20.007Z warning m bytes=70000 device=17 retry=1.5 s\n"
        )
    }

    @Test func `says its kind in JSON alone`() {
        #expect(line(.text, "m", .of(.connected)) == "2025-10-09T08:53:20.007Z warning m\n")
        #expect(
            line(.json, "m", .of(.connected))
                == #"{"time":"2025-10-09T08:53:20.007Z","level":"warning","message":"m","kind":"connected"}"#
                + "\n"
        )
    }
}
