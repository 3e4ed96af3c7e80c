import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct ErasureTests {
    private static func stored(_ retention: inout RetentionJob, at time: Int64) throws -> [String: [UInt8]] {
        retention.begin(at: AgentDriver.at(time), oldestRow: nil)
        let purged = try #require(retention.finish(at: AgentDriver.at(time)).purged)
        return [Agent.StoreKey.purged: purged]
    }

    @Test(arguments: [
        (RetentionJob.day - 1, false), (RetentionJob.day, true), (-RetentionJob.day, true), (0, false),
    ])
    func `is due once a day, also after a restart, and where the clock was set back`(
        _ later: Int64,
        _ isDue: Bool
    ) throws {
        var retention = try RetentionJob([:], HistorySettings())
        #expect(retention.isDue(at: AgentDriver.at(0), oldestRow: nil))
        let stored = try Self.stored(&retention, at: 0)
        #expect(retention.isDue(at: AgentDriver.at(later), oldestRow: nil) == isDue)
        for settings in [HistorySettings(), nil] {
            let next = try RetentionJob(stored, settings)
            #expect(next.isDue(at: AgentDriver.at(later), oldestRow: nil) == isDue)
        }
    }

    @Test func `is never due where there never was a history`() throws {
        #expect(try !RetentionJob([:], nil).isDue(at: AgentDriver.at(0), oldestRow: nil))
    }

    @Test func `waits until what names a forgotten device has left, and is thorough then`() throws {
        var retention = try RetentionJob([:], nil)
        retention.forget(upTo: 7)
        for (oldest, isDue) in [(3, false), (7, false), (8, true), (nil, true)] as [(Int64?, Bool)] {
            #expect(retention.isDue(at: AgentDriver.at(0), oldestRow: oldest) == isDue)
        }
        retention.begin(at: AgentDriver.at(0), oldestRow: 8)
        let end = retention.finish(at: AgentDriver.at(0))
        #expect(end.isThorough && end.purged == nil)
        #expect(!retention.isDue(at: AgentDriver.at(0), oldestRow: nil))
    }

    @Test(arguments: [(0, 1, true), (3, 3, false), (3, 4, true)] as [(Int64, Int64, Bool)])
    func `after a restart it waits for rows that were left, not for numbers of before`(
        _ newest: Int64,
        _ oldest: Int64,
        _ isDue: Bool
    ) throws {
        var writer = ByteWriter()
        writer.integer(10_000 as Int64)
        let stored = [Agent.StoreKey.erasing: writer.bytes]
        let retention = try RetentionJob(stored, nil, newestRow: newest)
        #expect(retention.isDue(at: AgentDriver.at(0), oldestRow: oldest) == isDue)
    }

    @Test func `is not thorough for a device that is forgotten meanwhile`() throws {
        var retention = try RetentionJob([:], nil)
        retention.forget(upTo: 7)
        retention.begin(at: AgentDriver.at(0), oldestRow: 8)
        retention.forget(upTo: 20)
        #expect(!retention.finish(at: AgentDriver.at(0)).isThorough)
        #expect(retention.isDue(at: AgentDriver.at(0), oldestRow: 21))
    }
}
