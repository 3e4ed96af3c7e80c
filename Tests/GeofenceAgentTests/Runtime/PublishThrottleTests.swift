import BenchmarkSupport
import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct DevicePacerTests {
    private var throttle = PublishThrottle(interval: 30_000)

    private static func at(_ milliseconds: Int64) -> Timestamp {
        Timestamp(milliseconds: 1_760_000_000_000 + milliseconds)
    }

    /// News of a device: told at once, or not.
    private mutating func news(_ device: Int, at time: Int64) -> Bool {
        guard throttle.mayPublish(device) else { return false }
        throttle.didPublish(device, at: Self.at(time))
        return true
    }

    /// All that is due at a moment, told.
    private mutating func due(at time: Int64) -> [Int] {
        var told: [Int] = []
        while let device = throttle.nextDue(at: Self.at(time)) {
            throttle.didPublish(device, at: Self.at(time))
            told.append(device)
        }
        return told
    }

    @Test mutating func `tells at once, then once an interval, the last news always`() {
        #expect(throttle.nextTurn == nil)
        #expect(news(0, at: 0))
        #expect(throttle.nextTurn == Self.at(30_000))
        #expect(!news(0, at: 1))
        #expect(!news(0, at: 29_999))
        #expect(due(at: 29_999) == [])
        #expect(due(at: 30_000) == [0])
        #expect(!news(0, at: 30_001))
        #expect(due(at: 60_000) == [0])
        #expect(due(at: 90_000) == [])
        #expect(throttle.nextTurn == nil)
        #expect(news(0, at: 90_001))
    }

    @Test mutating func `lets a pause without news just end`() {
        #expect(news(0, at: 0))
        #expect(due(at: 30_000) == [])
        #expect(news(0, at: 30_000))
    }

    @Test mutating func `a device waits from its second position until it is published`() {
        #expect(!throttle.isWaiting(0))
        #expect(news(0, at: 0))
        #expect(!throttle.isWaiting(0))
        #expect(!news(0, at: 1))
        #expect(throttle.isWaiting(0) && !throttle.isWaiting(1))
        #expect(throttle.nextDue(at: Self.at(30_000)) == 0)
        #expect(!throttle.isWaiting(0))
    }

    @Test mutating func `nothing waits once there are no pauses`() {
        #expect(news(0, at: 0) && !news(0, at: 1))
        throttle.interval = 0
        #expect(!throttle.isWaiting(0))
        #expect(throttle.nextDue(at: Self.at(30_000)) == 0)
        throttle.interval = 30_000
        #expect(!throttle.isWaiting(0))
    }

    @Test mutating func `takes what waits along with a transition, and makes the pause no longer`() {
        #expect(news(0, at: 0))
        #expect(!news(0, at: 1000))
        throttle.didPublish(0, at: Self.at(2000))
        #expect(throttle.nextTurn == Self.at(30_000))
        #expect(due(at: 30_000) == [])
        #expect(news(0, at: 30_000))
    }

    @Test mutating func `keeps devices apart`() {
        #expect(news(2, at: 0))
        #expect(news(0, at: 10))
        #expect(news(1, at: 20))
        for device in 0...2 { #expect(!news(device, at: 30)) }
        #expect(due(at: 30_010) == [2, 0])
        #expect(due(at: 60_000) == [1])
    }

    @Test mutating func `tells every fix where the interval is 0`() {
        throttle.interval = 0
        for time: Int64 in 0..<3 { #expect(news(0, at: time)) }
        #expect(throttle.nextTurn == nil)
        #expect(due(at: 10) == [])
    }

    @Test mutating func `waits for no time that is far off since the clock was set back`() {
        #expect(news(0, at: 0))
        #expect(!news(0, at: 100))
        #expect(due(at: -30_000) == [])
        #expect(due(at: -30_001) == [0])
        #expect(throttle.nextTurn == Self.at(-1))
        #expect(!news(0, at: -29_000))
        #expect(due(at: -1) == [0])
    }

    @Test(arguments: [0, 4000] as [Int64])
    mutating func `lets nothing wait for an interval that has become shorter`(_ interval: Int64) {
        #expect(news(0, at: 0))
        #expect(!news(0, at: 100))
        throttle.interval = interval
        #expect(due(at: 20_000) == [0])
        #expect(news(0, at: 30_000) || interval > 0)
    }

    @Test(arguments: 0..<10)
    func `never tells twice within an interval, and never forgets`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var throttle = PublishThrottle(interval: 1000)
        var (lastTold, lastNews): ([Int: Int64], [Int: Int64]) = ([:], [:])
        func tell(_ device: Int, _ time: Int64) {
            if let last = lastTold[device] { #expect(time - last >= 1000, "seed \(seed), device \(device)") }
            lastTold[device] = time
            throttle.didPublish(device, at: Self.at(time))
        }
        var now: Int64 = 0
        for _ in 0..<3000 {
            now += Int64(random.next() % 4)
            let device = Int(random.next() % 400)
            while let due = throttle.nextDue(at: Self.at(now)) { tell(due, now) }
            lastNews[device] = now
            if throttle.mayPublish(device) { tell(device, now) }
        }
        while let turn = throttle.nextTurn {
            while let due = throttle.nextDue(at: turn) { tell(due, turn.millisecondsSince(Self.at(0))) }
        }
        #expect(lastNews.allSatisfy { device, time in lastTold[device].map { $0 >= time } ?? false })
    }
}
