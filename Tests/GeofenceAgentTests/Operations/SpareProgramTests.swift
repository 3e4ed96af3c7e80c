import Testing

@testable import geofence_agent

/// When what only a start or a reload needs is given back.
@Suite struct SpareProgramTests {
    /// What is asked for: whether the agent has caught up, and the uptime.
    private typealias Turn = (isCaughtUp: Bool, uptime: Int64)

    /// For each turn whether anything is given back.
    private static func given(_ program: inout SpareProgram, _ turns: [Turn]) -> [Bool] {
        var given: [Bool] = []
        for turn in turns { given.append(program.giveBack(isCaughtUp: turn.isCaughtUp, turn.uptime)) }
        return given
    }

    @Test func `it stays until the agent has caught up, and is given back once`() {
        var program = SpareProgram(5000)
        let given = Self.given(&program, [(false, 5001), (true, 5002), (true, 99_999)])
        #expect(given == [false, true, false])
    }

    @Test
    func `where no broker is reached it goes after ten seconds, and what reaching one needs after that`() {
        var program = SpareProgram(5000)
        let turns: [Turn] = [
            (false, 14_999), (false, 15_000), (false, 90_000), (true, 90_001), (true, 90_002),
        ]
        #expect(Self.given(&program, turns) == [false, true, false, true, false])
    }

    @Test func `a reload brings it again, and a second one does not put that off`() {
        var program = SpareProgram(5000)
        #expect(Self.given(&program, [(true, 5001)]) == [true])
        program.didReload(20_000)
        program.didReload(29_000)
        #expect(Self.given(&program, [(false, 29_999), (false, 30_000)]) == [false, true])
        program.didReload(31_000)
        #expect(Self.given(&program, [(true, 31_001)]) == [true])
    }
}
