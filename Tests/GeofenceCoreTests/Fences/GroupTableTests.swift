@testable import GeofenceCore
import Testing

/// Which fences are in which group.
@Suite struct GroupTableTests {
    @Test func `a fence is in its groups until it changes or goes, and a group keeps its number`() throws {
        var table = FenceTable()
        let slot = table.set(try .circle("a", groups: ["north", "south"]))
        let north = try #require(table.groups.number(of: Identifier("north")))
        let south = try #require(table.groups.number(of: Identifier("south")))
        #expect(table.groups.members(of: north) == [slot])
        table.set(try .circle("a", groups: ["south"]))
        #expect(table.groups.members(of: north) == [])
        #expect(table.groups.members(of: south) == [slot])
        table.remove(try Identifier("a"))
        #expect(table.groups.members(of: south) == [])
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
}
