/// The version of this program.
enum AgentVersion {
    /// As in CHANGELOG.md.
    static let current = "0.1.0"
}
