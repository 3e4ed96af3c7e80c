/// The keys that an object of the configuration may have: an enumeration with one case each.
///
/// `config/agent.schema.json` describes the same keys; a test compares the two.
protocol ConfigurationKey: RawRepresentable<String>, CaseIterable, Hashable {
    /// Keys that people may well write, and why they can't be.
    static var refused: [String: String] { get }
}

extension ConfigurationKey {
    static var refused: [String: String] { [:] }

    /// The reason for keys that are part of the configuration's design, and of a later version.
    static var notYet: String { "not supported by this version; remove it" }

    /// All names.
    static var names: [String] { allCases.map(\.rawValue) }
}
