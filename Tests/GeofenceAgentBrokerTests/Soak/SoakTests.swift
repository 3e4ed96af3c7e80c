import CLibrary
import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// A recorded fleet is published while the agent is killed, its connection cut and the broker started
    /// again, at moments that a seed decides; the events must be those that `replay` gives for the same
    /// lines, and the statuses those that it ends with.
    ///
    /// `scripts/soak` runs the long form. Environment: `SOAK_SEED`, `SOAK_KILLS`, `SOAK_LINES`.
    @Suite struct SoakTests {
        @Test func `what comes out is what replay gives, whatever is killed meanwhile`() throws {
            let plan = SoakPlan(environment: ProcessInfo.processInfo.environment)
            print("soak: \(plan)")
            let fleet = SoakFleet(lines: plan.lines, parts: plan.parts, seed: plan.seed)
            let run = try SoakRun(plan, fleet)
            try run.publishAll()
            try run.verifyEvents()
            print("soak: \(run.summary)")
        }
    }
}
