import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct ErasureTests {
    private static func stored(_ erasure: inout Erasure, at time: Int64) throws -> [String: [UInt8]] {
        erasure.begin(at: AgentDriver.at(time), oldestRow: nil)
        let purged = try #require(erasure.finish(at: AgentDriver.at(time)).purged)
        return [Agent.Kept.purged: purged]
    }

    @Test(arguments: [(Erasure.day - 1, false), (Erasure.day, true), (-Erasure.day, true), (0, false)])
    func `is due once a day, also after a restart, and where the clock was set back`(
        _ later: Int64,
        _ isDue: Bool
    ) throws {
        var erasure = try Erasure([:], HistorySettings())
        #expect(erasure.isDue(at: AgentDriver.at(0), oldestRow: nil))
        let stored = try Self.stored(&erasure, at: 0)
        #expect(erasure.isDue(at: AgentDriver.at(later), oldestRow: nil) == isDue)
        for settings in [HistorySettings(), nil] {
            let next = try Erasure(stored, settings)
            #expect(next.isDue(at: AgentDriver.at(later), oldestRow: nil) == isDue)
        }
    }

    @Test func `is never due where there never was a history`() throws {
        #expect(try !Erasure([:], nil).isDue(at: AgentDriver.at(0), oldestRow: nil))
    }

    @Test func `waits until what names a forgotten device has left, and is thorough then`() throws {
        var erasure = try Erasure([:], nil)
        erasure.forget(upTo: 7)
        for (oldest, isDue) in [(3, false), (7, false), (8, true), (nil, true)] as [(Int64?, Bool)] {
            #expect(erasure.isDue(at: AgentDriver.at(0), oldestRow: oldest) == isDue)
        }
        erasure.begin(at: AgentDriver.at(0), oldestRow: 8)
        let end = erasure.finish(at: AgentDriver.at(0))
        #expect(end.isThorough && end.purged == nil)
        #expect(!erasure.isDue(at: AgentDriver.at(0), oldestRow: nil))
    }

    @Test func `is not thorough for a device that is forgotten meanwhile`() throws {
        var erasure = try Erasure([:], nil)
        erasure.forget(upTo: 7)
        erasure.begin(at: AgentDriver.at(0), oldestRow: 8)
        erasure.forget(upTo: 20)
        #expect(!erasure.finish(at: AgentDriver.at(0)).isThorough)
        #expect(erasure.isDue(at: AgentDriver.at(0), oldestRow: 21))
    }
}
