import BenchmarkSupport
import Testing

@testable import GeofenceCore

/// Visits of simulated days with errors.
@Suite struct VisitPropertyTests {
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `each stay is one visit, whatever the errors`(_ seed: UInt64) throws {
        var day = try SimulatedDay(seed: seed)
        day.track.rules = try VisitRules(leaveAfter: 60)
        let found = day.track.stays()
        try #require(found.count == day.stays.count, "seed \(seed): \(day.stays) became \(found)")
        for (stay, visit) in zip(day.stays, found) {
            #expect(abs(visit[0] - stay[0]) <= 150, "seed \(seed)")
            #expect(abs(visit[1] - stay[1]) <= 150, "seed \(seed)")
        }
        day.track.fixes = day.track.fixes.map { fix, time in (fix, time.advanced(byMilliseconds: 1)) }
        #expect(day.track.reports().count == 2 * found.count)
    }

    @Test(arguments: 21...26 as ClosedRange<UInt64>)
    func `what is read back goes on in the same way`(_ seed: UInt64) throws {
        let day = try SimulatedDay(seed: seed)
        var (whole, cut) = (VisitDetector(), VisitDetector())
        for (index, fix) in day.track.fixes.enumerated() {
            let expected = whole.add(fix.fix, at: fix.time, day.track.rules)
            let reports = cut.add(fix.fix, at: fix.time, day.track.rules)
            try #require(reports == expected, "seed \(seed), fix \(index)")
            guard index.isMultiple(of: 7) else { continue }
            var writer = ByteWriter()
            cut.write(to: &writer)
            var reader = ByteReader(writer.bytes)
            cut = try VisitDetector(from: &reader)
            #expect(reader.isAtEnd && cut == whole)
        }
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `stays come and go as in one list of them`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let day = try SimulatedDay(seed: seed)
        let rules = try VisitRules(minDuration: 60, leaveAfter: [0, 30, 600][Int(seed % 3)])
        let corners = try (0..<6).map { number in
            try Coordinate(
                latitude: 52 + Double(number / 2) * 0.003,
                longitude: 13 + Double(number % 2) * 0.004
            )
        }
        var (wild, time): ([(fix: Fix, time: Timestamp)], Int64) = ([], 0)
        for step in 0..<2000 {
            // Some come twice at one moment.
            time += step % 37 == 36 ? 0 : 10_000
            // Some hours, and more than `maxGap`.
            if step % 300 == 299 { time += step % 600 == 299 ? 9_000_000 : 50_000_000 }
            let place = step % 50 < 20 ? corners[0] : corners.randomElement(using: &random) ?? corners[0]
            let accuracy = Double.random(in: 3...(step % 31 == 0 ? 200 : 60), using: &random)
            let fix = Fix(coordinate: place, accuracy: accuracy)
            wild.append((fix, Timestamp(milliseconds: time)))
        }
        let most = try Self.compare(wild, rules, "seed \(seed)")
        #expect(most.stays == (rules.leaveAfter > 0 ? VisitDetector.capacity : 2) && most.reports > 10)
        _ = try Self.compare(day.track.fixes.map { ($0.fix, $0.time) }, rules, "seed \(seed), simulated")
    }

    /// Gives the most stays that there were at once, and how many reports came.
    private static func compare(
        _ track: [(fix: Fix, time: Timestamp)],
        _ rules: VisitRules,
        _ comment: String
    ) throws -> (stays: Int, reports: Int) {
        var (detector, list, most) = (VisitDetector(), ListedStays(), (stays: 0, reports: 0))
        // As the engine does it.
        var (quick, quiet) = (VisitDetector(), 0)
        for (index, (fix, time)) in track.enumerated() {
            let reports = detector.add(fix, at: time, rules)
            try #require(reports == list.add(fix, at: time, rules), "\(comment), fix \(index)")
            try #require(detector.stays == list.stays, "\(comment), fix \(index)")
            let isQuiet = quick.extend(with: fix, at: time, rules)
            let rest = isQuiet ? [] : quick.add(fix, at: time, rules)
            try #require(rest == reports && quick == detector, "\(comment), fix \(index)")
            if isQuiet { quiet += 1 }
            most = (max(most.stays, detector.stays.count), most.reports + reports.count)
        }
        #expect((1..<track.count).contains(quiet), "\(comment)")
        return most
    }

    @Test func `damaged bytes are refused or read, never a trap`() throws {
        let day = try SimulatedDay(seed: 3)
        var detector = VisitDetector()
        for fix in day.track.fixes.prefix(40) { _ = detector.add(fix.fix, at: fix.time, day.track.rules) }
        var writer = ByteWriter()
        detector.write(to: &writer)
        var random = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            var bytes = writer.bytes
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            bytes.removeLast(Int.random(in: 0...1, using: &random) * Int.random(in: 0..<9, using: &random))
            var reader = ByteReader(bytes)
            guard var read = try? VisitDetector(from: &reader) else { continue }
            for fix in day.track.fixes.suffix(5) { _ = read.add(fix.fix, at: fix.time, day.track.rules) }
        }
    }
}

/// Stays at places some hundred metres apart and the ways between them, as a phone would tell of them.
struct SimulatedDay {
    var track: VisitTrack
    /// From when until when the device truly stays, in seconds.
    private(set) var stays: [[Double]] = []

    init(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        track = try VisitTrack()
        let interval = [5.0, 15, 30, 60][Int.random(in: 0..<4, using: &random)]
        var (east, second) = (0.0, 0.0)
        for _ in 0..<5 {
            let until = second + Double.random(in: 900...7200, using: &random)
            stays.append([second, until])
            while second <= until { add(&second, interval, east, &random) }
            stays[stays.count - 1][1] = second - interval
            let next = east + Double.random(in: 500...1500, using: &random)
            let speed = Double.random(in: 1.3...15, using: &random)
            while east < next {  // on the way
                east = min(next, east + speed * interval)
                add(&second, interval, east, &random)
            }
        }
        for _ in 0..<20 {  // and away
            east += 100
            add(&second, interval, east, &random)
        }
    }

    /// Adds a fix with an error, one in fifty a stray one.
    private mutating func add(
        _ second: inout Double,
        _ interval: Double,
        _ east: Double,
        _ random: inout SeededGenerator
    ) {
        let accuracy = Double.random(in: 5...25, using: &random)
        let isStray = !track.isStrayLast && Int.random(in: 0..<50, using: &random) == 0
        let error = isStray ? 400 : accuracy / 1.5 * gaussian(&random)
        track.add(second, east: east + error, north: accuracy / 1.5 * gaussian(&random), accuracy: accuracy)
        track.isStrayLast = isStray
        second += interval
    }

    /// The sum of twelve even numbers, less six: near enough to normal.
    private func gaussian(_ random: inout SeededGenerator) -> Double {
        (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
    }
}
