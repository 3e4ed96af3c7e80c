import Foundation
import Testing

@testable import geofence_agent

/// Rounds of a fleet, published while faults come; what comes out must be what an undisturbed agent says.
///
/// `scripts/siege` runs the long form. Environment: `SIEGE_SEED`, `SIEGE_MINUTES`, `SIEGE_KINDS`,
/// `SIEGE_LINES`, `SIEGE_RETAINED`.
@Suite(.beforeOthers, .sideBySide, .long, .timeLimit(.minutes(600))) struct SiegeTests {
    @Test func `what comes out is what an undisturbed agent says`() throws {
        let plan = SiegePlan(environment: ProcessInfo.processInfo.environment)
        print("siege: \(plan)")
        let end = Date(timeIntervalSinceNow: (plan.minutes ?? 0) * 60)
        var number = 0
        repeat {
            let round = SiegeRound(plan, number)
            let start = Date()
            let (watch, difference) = try round.run()
            let seconds = Int(-start.timeIntervalSinceNow)
            print("siege: round \(number), \(round.kind), \(seconds) s: \(round.summary); \(watch)")
            #expect(difference == nil, "seed \(plan.seed), round \(number), \(round.kind)")
            if let difference { return print("siege: seed \(plan.seed), round \(number): \(difference)") }
            number += 1
        } while Date() < end
    }
}
