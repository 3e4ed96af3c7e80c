@testable import GeofenceCore
import Testing

/// Which fences are in which group.
@Suite struct GroupTableTests {
    private static func members(_ table: borrowing FenceTable, _ group: Int32, _ device: String = "van")
        throws -> Set<Int32>
    {
        table.groups.members(of: group, for: try Identifier(device))
    }

    @Test func `a fence is in its groups until it changes or goes, and a group keeps its number`() throws {
        var table = FenceTable()
        let slot = table.set(try .circle("a", groups: ["north", "south"]))
        let north = try #require(table.groups.number(of: Identifier("north")))
        let south = try #require(table.groups.number(of: Identifier("south")))
        #expect(try Self.members(table, north) == [slot])
        table.set(try .circle("a", groups: ["south"]))
        #expect(try Self.members(table, north) == [])
        #expect(try Self.members(table, south) == [slot])
        table.remove(try Identifier("a"))
        #expect(try Self.members(table, south) == [])
        #expect(try table.groups.number(of: Identifier("north")) == north)
    }

    @Test func `a group is for the devices that any of its fences is for`() throws {
        var table = FenceTable()
        table.set(try .circle("a", devices: ["van*"], groups: ["depots"]))
        let depots = try #require(table.groups.number(of: Identifier("depots")))
        #expect(try table.admits(Identifier("van7"), group: depots))
        #expect(try !table.admits(Identifier("bike"), group: depots))
        table.set(try .circle("b", groups: ["depots"]))
        #expect(try table.admits(Identifier("bike"), group: depots))
    }

    @Test func `of fences that name their devices a device is shown its own`() throws {
        var table = FenceTable()
        let own = table.set(try .circle("home-van", devices: ["van", "bus"], groups: ["home"]))
        let home = try #require(table.groups.number(of: Identifier("home")))
        let others = table.set(try .circle("home-bike", devices: ["bike"], groups: ["home"]))
        let open = table.set(try .circle("camp", devices: ["v*"], groups: ["home"]))
        #expect(try Self.members(table, home) == [own, open])
        #expect(try Self.members(table, home, "bike") == [others, open])
        table.set(try .circle("home-van", devices: ["van"], groups: ["home"]))
        #expect(try Self.members(table, home, "bus") == [open])
        for id in ["home-van", "home-bike"] { table.remove(try Identifier(id)) }
        #expect(try Self.members(table, home, "bike") == [open] && !table.groups.isEmpty(home))
        table.remove(try Identifier("camp"))
        #expect(table.groups.isEmpty(home))
    }
}
