import BenchmarkSupport
import Testing

@testable import geofence_agent

/// Positions come back by device, in the order in which they came.
@Suite struct WaitingPositionsTests {
    private var waiting = WaitingPositions()

    private static func position(_ time: Int64) -> HistoryPosition {
        HistoryPosition(time: time, latitude: Int32(time), longitude: 0)
    }

    @Test func `of a device that has none there is nothing`() {
        var waiting = waiting
        #expect(waiting.count == 0 && waiting.limit == 0 && waiting.count(of: 7) == 0)
        #expect(waiting.oldest(0, of: 7).isEmpty)
        waiting.dropOldest(0, of: 7)
        waiting.dropOldest(1, of: 7)
        #expect(waiting.count == 0)
    }

    @Test mutating func `the oldest come first and go first`() {
        for time in 1...4 { waiting.append(Self.position(Int64(time)), of: 2) }
        waiting.append(Self.position(9), of: 0)
        #expect(waiting.limit == 3)
        #expect(waiting.oldest(2, of: 2).map(\.time) == [1, 2])
        waiting.dropOldest(3, of: 2)
        #expect(waiting.oldest(1, of: 2).map(\.time) == [4])
        #expect(
            (waiting.count, waiting.count(of: 0), waiting.count(of: 1), waiting.count(of: 2)) == (2, 1, 0, 1)
        )
        waiting.append(Self.position(5), of: 2)
        #expect(waiting.oldest(2, of: 2).map(\.time) == [4, 5])
        waiting.dropOldest(3, of: 2)
        #expect((waiting.count, waiting.count(of: 2)) == (1, 0), "no more than there are")
        waiting.dropOldest(1, of: 0)
        #expect(waiting.count == 0 && waiting.oldest(0, of: 2).isEmpty)
    }

    /// Thousands that come and go of a few devices, beside plain lists.
    @Test(arguments: [1, 2, 3]) func `says what plain lists say`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (waiting, lists) = (WaitingPositions(), Array(repeating: [HistoryPosition](), count: 6))
        var most = 0
        for time in 0..<6000 {
            let device = Int.random(in: 0..<6, using: &random)
            if Int.random(in: 0..<4, using: &random) > 0 {
                waiting.append(Self.position(Int64(time)), of: device)
                lists[device].append(Self.position(Int64(time)))
            } else {
                // Now and then all of it, so that nothing is left at times.
                let all = lists[device].count
                let part = Bool.random(using: &random) ? all : Int.random(in: 0...all, using: &random)
                #expect(waiting.oldest(part, of: device) == Array(lists[device].prefix(part)))
                waiting.dropOldest(part, of: device)
                lists[device].removeFirst(part)
            }
            #expect(waiting.count(of: device) == lists[device].count)
            #expect(waiting.count == lists.reduce(0) { $0 + $1.count })
            most = waiting.count == 0 ? 0 : max(most, waiting.count)
            #expect(waiting.placeCount == most, "places are used again, and given back with the last")
        }
        for device in lists.indices {
            #expect(waiting.oldest(lists[device].count, of: device) == lists[device])
        }
    }
}
