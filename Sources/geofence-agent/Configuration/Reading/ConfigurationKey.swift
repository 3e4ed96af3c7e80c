/// The keys that an object of the configuration may have: an enumeration with one case each.
///
/// `config/agent.schema.json` describes the same keys; a test compares the two.
protocol ConfigurationKey: RawRepresentable<String>, CaseIterable, Hashable {
    /// Keys that people may well write, and why they can't be.
    static var refused: [String: String] { get }
}

extension ConfigurationKey {
    static var refused: [String: String] { [:] }

    /// All names.
    static var names: [String] { allCases.map(\.rawValue) }
}
