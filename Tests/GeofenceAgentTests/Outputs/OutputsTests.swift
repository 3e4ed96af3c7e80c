import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// How the list of outputs keeps them.
@Suite struct OutputsTests {
    private struct Hoard: Output {
        let name = "hoard"
        var things = Array(repeating: 1, count: 1000)

        var address: Int { things.withUnsafeBytes { Int(bitPattern: $0.baseAddress) } }
    }

    private struct Other: Output { let name = "other" }

    @Test func `changes an output without a copy of what it has`() throws {
        var outputs = Outputs([Other(), Hoard()], try AgentDriver.setup(fences: []))
        let address = outputs.of(Hoard.self)?.address
        outputs.change(Hoard.self) { $0.things[7] = 2 }
        #expect(outputs.of(Hoard.self)?.things[7] == 2)
        #expect(outputs.of(Hoard.self)?.address == address)
    }

    @Test func `leaves all as it is where there is none of a kind`() throws {
        var outputs = Outputs([Other()], try AgentDriver.setup(fences: []))
        outputs.change(Hoard.self) { _ in Issue.record("there is none") }
        #expect(outputs.of(Other.self) != nil)
    }
}
