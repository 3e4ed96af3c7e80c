import BenchmarkSupport
import GeofenceCore
import Testing

@Suite struct TimestampISO8601Tests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"),
            (1, "1970-01-01T00:00:00.001Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (1_795_245_457_123, "2026-11-21T07:17:37.123Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)]
    )
    func `writes and reads back`(_ milliseconds: Int64, _ text: String) {
        let moment = Timestamp(milliseconds: milliseconds)
        #expect(moment.iso8601 == text)
        #expect(Timestamp(iso8601: text) == moment)
    }

    @Test(arguments: [
        (Timestamp.distantPast, "0000-01-01T00:00:00.000Z"),
        (Timestamp(milliseconds: -62_167_219_200_001), "0000-01-01T00:00:00.000Z"),
        (Timestamp(milliseconds: 253_402_300_800_000), "9999-12-31T23:59:59.999Z"),
        (.distantFuture, "9999-12-31T23:59:59.999Z"),
    ])
    func `writes the nearest of the years with four digits`(_ moment: Timestamp, _ text: String) {
        #expect(moment.iso8601 == text)
    }

    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0),
            ("1970-01-01t00:00:00z", 0),
            ("1970-01-01 00:00:00Z", 0),
            ("1970-01-01T00:00:00.5Z", 500),
            ("1970-01-01T00:00:00.1239999999999999999999999999999Z", 123),
            ("1970-01-01T01:30:00+01:30", 0),
            ("1969-12-31T20:30:00-0330", 0),
            ("1970-01-01T00:00:00.000+00:00", 0),
            ("1970-01-01T23:59:00+23:59", 0),
            ("1972-06-30T23:59:60Z", 78_796_800_000),
            ("1972-06-30T23:59:60.250Z", 78_796_800_250),
            ("1969-12-31T23:59:60Z", 0),
            ("0000-01-01T00:00:00+23:59", -62_167_305_540_000),
            ("9999-12-31T23:59:59-23:59", 253_402_387_139_000),
        ] as [(String, Int64)]
    )
    func `reads every form of RFC 3339`(_ text: String, _ milliseconds: Int64) {
        #expect(Timestamp(iso8601: text) == Timestamp(milliseconds: milliseconds))
    }

    @Test(arguments: [
        "", "Z", "1970", "1970-01-01", "1970-01-01T", "1970-01-01T00:00Z", "1970-01-01T00:00:00",
        "1970-01-01T00:00:00.Z", "1970-01-01T00:00:00,5Z", "1970-01-01T00:00:00ZZ", " 1970-01-01T00:00:00Z",
        "1970-01-01T00:00:00Z ", "1970-01-01_00:00:00Z", "1970-1-01T00:00:00Z", "70-01-01T00:00:00Z",
        "+1970-01-01T00:00:00Z", "1970-00-01T00:00:00Z", "1970-13-01T00:00:00Z", "1970-01-00T00:00:00Z",
        "1970-01-32T00:00:00Z", "2026-02-29T00:00:00Z", "2026-02-30T00:00:00Z", "1900-02-29T00:00:00Z",
        "2026-04-31T00:00:00Z", "1970-01-01T24:00:00Z", "1970-01-01T00:60:00Z", "1970-01-01T00:00:61Z",
        "1970-01-01T00:00:00+", "1970-01-01T00:00:00+1", "1970-01-01T00:00:00+01", "1970-01-01T00:00:00+01:",
        "1970-01-01T00:00:00+01:0", "1970-01-01T00:00:00+24:00", "1970-01-01T00:00:00+01:60",
        "1970-01-01T00:00:00+010", "1970-01-01T00:00:00 +01:00", "١٩٧٠-01-01T00:00:00Z",
        "1970-01-01T00:00:00−01:00", "19700101T000000Z", "99999999999999999999999999999999999999",
    ])
    func `refuses what is no moment`(_ text: String) {
        #expect(Timestamp(iso8601: text) == nil)
    }

    @Test func `takes a text without a zone as UTC only where asked to`() {
        #expect(Timestamp(iso8601UTC: "1970-01-01T00:00:01".utf8) == Timestamp(milliseconds: 1000))
        #expect(Timestamp(iso8601UTC: "1970-01-01T00:00:01+00:01".utf8) == Timestamp(milliseconds: -59_000))
        #expect(Timestamp(iso8601UTC: "1970-01-01T00:00:01 ".utf8) == nil)
    }

    @Test func `reads bytes that don't lie in one piece`() {
        let bytes = "1970-01-01T00:00:01Z".utf8.lazy.map { $0 }
        #expect(Timestamp(iso8601: bytes) == Timestamp(milliseconds: 1000))
    }

    @Test func `counts every day of 400 years once`() {
        var day = Timestamp(milliseconds: -11_676_096_000_000)
        var (year, month, date) = (1600, 1, 1)
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        while year < 2001 {
            let expected = "\(year)-\(month.twoDigits)-\(date.twoDigits)T00:00:00.000Z"
            guard day.iso8601 == expected, Timestamp(iso8601: expected) == day else {
                Issue.record("\(expected) is written as \(day.iso8601)")
                return
            }
            let leap = month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            date += 1
            if date > lengths[month - 1] + (leap ? 1 : 0) { (month, date) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
            day = day.advanced(byMilliseconds: 86_400_000)
        }
    }

    @Test(arguments: 1...20)
    func `reads back whatever it writes`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for step in 0..<500 {
            let moment = Timestamp(
                milliseconds: .random(in: -62_167_219_200_000...253_402_300_799_999, using: &random)
            )
            #expect(Timestamp(iso8601: moment.iso8601) == moment, "seed \(seed), step \(step)")
        }
    }

    @Test(arguments: 1...20)
    func `survives any change of a good text`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            var bytes = Array("2026-11-21T07:17:37.123+01:00".utf8)
            for _ in 0...Int.random(in: 0...3, using: &random) {
                bytes[.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            let cut = bytes.prefix(.random(in: 0...bytes.count, using: &random))
            if let moment = Timestamp(iso8601: cut) { #expect(Timestamp(iso8601: moment.iso8601) == moment) }
        }
    }
}

extension Int {
    fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
