@testable import geofence_agent

extension SiegeSite {
    /// The agent's wall clock jumps, and has jumped back a little later.
    func jump(_ hours: Int) throws {
        shim?.ahead += Int64(hours) * 3_600_000
        for _ in 0..<10 {
            try publisher.turn(100)
            try listen()
        }
        shim?.ahead -= Int64(hours) * 3_600_000
    }
}
