import Testing

@testable import geofence_agent

/// When what only a start or a reload needs is given back.
@Suite struct SpareProgramTests {
    @Test func `it stays until the agent has caught up`() {
        var program = SpareProgram(5000)
        program.giveBack(isCaughtUp: false, 5001)
        #expect(program.isSpare)
        program.giveBack(isCaughtUp: true, 5002)
        #expect(!program.isSpare)
    }

    @Test func `where no broker is reached it goes after ten seconds`() {
        var program = SpareProgram(5000)
        program.giveBack(isCaughtUp: false, 14_999)
        #expect(program.isSpare)
        program.giveBack(isCaughtUp: false, 15_000)
        #expect(!program.isSpare)
    }

    @Test func `a reload brings it again, and a second one waits no longer for that`() {
        var program = SpareProgram(5000)
        program.giveBack(isCaughtUp: true, 5001)
        program.didReload(20_000)
        program.didReload(29_000)
        program.giveBack(isCaughtUp: false, 29_999)
        #expect(program.isSpare)
        program.giveBack(isCaughtUp: false, 30_000)
        #expect(!program.isSpare)
    }
}
