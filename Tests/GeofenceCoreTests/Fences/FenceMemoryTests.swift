@testable import GeofenceCore
import Testing

/// What a million fences take is what one takes, a million times.
@Suite struct FenceMemoryTests {
    @Test func `what each fence has takes no more bytes than it has to`() {
        #expect(MemoryLayout<Fence?>.stride == 8)
        #expect(MemoryLayout<FenceHotData>.stride == 48)
        #expect(MemoryLayout<EntryPool.Entry>.stride == 12)
        #expect(MemoryLayout<EntryPool.Run>.stride == 8)
    }

    @Test func `a fence without a name has no room for one, and what it has fits into 72 bytes`() throws {
        let circle = try Fence.circle("a")
        func record(_ name: String?) -> FenceRecord {
            FenceRecord(id: circle.id, name: name, shape: circle.shape, terms: circle.terms)
        }
        let objectHeader = 16
        #expect(
            MemoryLayout<(Identifier, FenceAttributes, Shape?, FenceRecord.NoName)>.size + objectHeader <= 72
        )
        guard case .unnamed = record(nil), case .named = record("Yard") else {
            Issue.record("a name has the room that it needs, and none where there is none")
            return
        }
        #expect(record(nil).name == nil && record("Yard").name == "Yard")
        #expect(record("Yard") == record("Yard") && record("Yard") != record(nil))
        let one = record("Yard")
        #expect(one.isSame(as: one) && !one.isSame(as: record("Yard")) && !one.isSame(as: record(nil)))
    }

    @Test func `circles alone have nothing besides, and those in the same groups have them once`() throws {
        var table = FenceTable()
        let plain = table.set(try .circle("a"))
        let groups = [["north"], ["north"], ["north", "south"], ["north"]]
        let grouped = try groups.enumerated().map { table.set(try .circle("g\($0)", groups: $1)) }
        let extras = try ([plain] + grouped).map { try #require(table[$0]).groupsAlone }
        #expect(extras[0] == nil && extras[1] != nil)
        #expect(extras[1] === extras[2] && extras[2] !== extras[3] && extras[3] !== extras[4])
        #expect(extras.map { $0?.groups.count ?? 0 } == [0, 1, 1, 2, 1])
    }

    @Test func `a fence in the place of another has nothing that few fences have of it`() throws {
        var table = FenceTable()
        let slot = table.set(try .circle("a", groups: ["north"]))
        #expect(table[slot]?.groups.count == 1)
        table.set(try .circle("a"))
        #expect(table[slot]?.groups == [])
        table.set(try .circle("a", groups: ["north"]))
        table.remove(try Identifier("a"))
        #expect(table[slot] == nil)
        #expect(table.set(try .circle("b")) == slot && table[slot]?.groups == [])
    }

    @Test func `a circle has the shape that its place and size say, wherever it is asked for`() throws {
        var table = FenceTable()
        let slot = table.set(try .circle("a"))
        let place = GeodesicPoint(longitude: 13.01, latitude: 52.01)
        let entry = try #require(table[slot])
        #expect(entry.hasShape && entry.anchor == nil)
        #expect(entry.shape?.signedDistance(to: place) == table.distance(slot, to: place))
        #expect(!FenceEntry(try .network("b")).hasShape)
    }

    @Test func `a fence that is known and was written so is not made again`() throws {
        let engine = Engine(fences: [try .circle("a"), try .circle("b")])
        let (same, other) = (try Fence.circle("a"), try Fence.circle("b", groups: ["north"]))
        var copy = Engine(fences: [])
        for slot in 0..<Int32(2) {
            var writer = ByteWriter()
            _ = engine.write(fence: slot, to: &writer)
            var reader = ByteReader(writer.bytes)
            try copy.restore(fence: Int64(slot), from: &reader, below: 2) { id in
                [same, other].first { $0.id == id }
            }
        }
        let restored = copy.allFences
        #expect(restored == [try .circle("a"), try .circle("b")])
        #expect(restored[0].isSame(as: same) && !restored[1].isSame(as: other))
    }

    @Test func `a fence with more behind it than it was written with is damaged`() throws {
        let known = try Fence.circle("a")
        var writer = ByteWriter()
        writer.count(0)
        known.write(to: &writer)
        writer.byte(0)
        var reader = ByteReader(writer.bytes)
        var engine = Engine(fences: [])
        let failed = (try? engine.restore(fence: 0, from: &reader, below: 1) { _ in known }) == nil
        let fences = engine.allFences
        #expect(failed && fences.isEmpty)
    }

    @Test func `a slot that no index has room for is damaged`() throws {
        let slot = Int64(EntryPool.slotLimit)
        var writer = ByteWriter()
        writer.count(UInt64(slot))
        try Fence.circle("a").write(to: &writer)
        var reader = ByteReader(writer.bytes)
        var engine = Engine(fences: [])
        let failed = (try? engine.restore(fence: slot, from: &reader, below: .max)) == nil
        #expect(failed)
    }

    @Test(arguments: [0, 1, EntryPool.slotLimit - 1])
    func `an entry of the index keeps its slot and where it goes on`(_ slot: Int32) {
        for neighbours in [[], .west, .south, [.west, .south]] as [EntryPool.Entry.Neighbours] {
            let entry = EntryPool.Entry(part: .corner, slot: slot, alsoIn: neighbours)
            #expect(entry.slot == slot && !entry.isAlso(in: []))
            #expect(entry.isAlso(in: .west) == neighbours.contains(.west))
            #expect(entry.isAlso(in: .south) == neighbours.contains(.south))
        }
    }

    @Test func `a circle is ready beside the others where all that a fix means follows from it`() throws {
        let plain = FenceHotData(FenceEntry(try .circle(groups: ["north"])), edgeRuleNumber: 0)
        #expect(plain.isPlain && plain.circle?.radius == 100)
        let others = [
            try Fence.circle(altitude: 0...10), try .circle(devices: ["van"]), try .circle().monitored(false),
            try .following("van"), try .network(),
        ]
        for fence in others {
            let sketch = FenceHotData(FenceEntry(fence), edgeRuleNumber: 0)
            #expect(!sketch.isPlain && sketch.circle == nil)
        }
        #expect(FenceHotData.empty.circle == nil)
    }

    @Test func `a fence that goes with a device has a shape while that is anywhere, and its groups always`()
        throws
    {
        let fence = try Fence.following("van")
        let fix = Fix(coordinate: try Yard.place(beyond: 0))
        let anchor = FenceEntry.Anchor(fix: fix, since: Timestamp(milliseconds: 5))
        let (away, there) = (FenceEntry(fence, groups: [3]), FenceEntry(fence, groups: [3], anchor: anchor))
        #expect(!away.hasShape && away.shape == nil && away.anchor == nil && away.groups == [3])
        #expect(there.hasShape && there.shape != nil && there.anchor?.since == anchor.since)
        #expect(there.groups == [3] && there.groupsAlone == nil && away.groupsAlone != nil)
        let again = FenceEntry(fence, groups: [3], anchor: anchor, sharing: away.groupsAlone)
        #expect(again.shape != nil)
        #expect(FenceEntry(fence, sharing: away.groupsAlone).groups == [])
    }
}
