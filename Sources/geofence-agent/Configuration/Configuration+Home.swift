import GeofenceCore

extension Configuration {
    /// Refuses a home that is none of the fences; these have been read.
    ///
    /// A command that passes over a file of fences can't know.
    func checkHome(_ key: ValueReader?, files: ValueReader?, except elsewhere: String?) {
        guard let home = homeAssistant.home, let key = key?.member(HomeAssistantSettings.Key.home) else {
            return
        }
        let isWhole = files == nil || key.reading.files.contains(.fences) && elsewhere == nil
        guard isWhole, !fences.contains(where: { $0.id == home }) else { return }
        let nearest = NearestName.of(home.description, among: fences.map(\.id.description))
        let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "name one of \"fences\" or \"fenceFiles\""
        key.report("there is no fence \"\(home)\"; \(hint)")
    }
}
