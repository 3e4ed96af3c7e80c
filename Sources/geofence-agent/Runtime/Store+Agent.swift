import GeofenceCore

extension Store {
    /// The agent that what was loaded from here leads to, with the settings of a configuration.
    ///
    /// - Throws: `StoreFailure.damaged` where it leads to none.
    func agent(from stored: inout StoredState, _ configuration: Configuration) throws(StoreFailure) -> Agent {
        do throws(DamagedBytes) {
            return try Agent.recovered(AgentSettings(configuration), stored: &stored)
        } catch {
            throw .damaged(path: path, reason: "\(error)")
        }
    }
}
