import GeofenceCore

@testable import geofence_agent

extension Agent {
    /// The agent that what is stored leads to, which stays as it is.
    static func recovered(
        _ setup: AgentSettings,
        stored: StoredState,
        outputs list: [any Output]? = nil
    ) throws(DamagedBytes) -> Agent {
        var stored = stored
        return try recovered(setup, stored: &stored, outputs: list)
    }
}
