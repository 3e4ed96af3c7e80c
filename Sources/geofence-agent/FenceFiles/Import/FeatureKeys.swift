import GeofenceCore

/// Which properties of a feature are those of a fence; most files have others, which are not ours to judge.
struct FeatureKeys {
    private var known: [String: String?] = [:]

    /// Other keys of a file that are compared with those of a fence.
    private static let mostKeys = 200

    /// Keys of a fence that are read from a feature's properties by the reader of the configuration.
    private static let own = Set(Fence.Key.names).subtracting(
        [
            Fence.Key.id, .name, .latitude, .longitude, .radius, .geometry, .width, .bbox,
        ].map(\.rawValue)
    )

    /// Whether a property is one of a fence, read as in the configuration.
    static func isOwn(_ key: String) -> Bool { own.contains(key) }

    private static let all = Set(Fence.Key.names)
    private static let lowercase = Dictionary(
        Fence.Key.names.map { ($0.lowercased(), $0) },
        uniquingKeysWith: { first, _ in first }
    )
    private static let longest = Fence.Key.names.reduce(0) { max($0, $1.utf8.count) }

    /// The key of a fence that a property is called like but for case; nil for that key itself.
    static func respelt(_ name: String) -> String? {
        guard name.utf8.count <= longest, let key = lowercase[name.lowercased()], key != name else {
            return nil
        }
        return key
    }

    /// Why a property is not read, if somebody may have expected that it is.
    mutating func advice(_ key: String) -> String? {
        if Self.all.contains(key) { return nil }
        if let known = known[key] { return known }
        guard known.count < Self.mostKeys else { return nil }
        let advice = Self.advice(key)
        known[key] = advice
        return advice
    }

    private static func advice(_ key: String) -> String? {
        if Rules.Key.names.contains(key), key != Rules.Key.accuracy.rawValue {
            return Rules.Key.ofDevices.contains { $0.rawValue == key }
                ? Rules.Key.ofDevicesAdvice : "it belongs into \"rules\""
        }
        guard key.count > 3, let nearest = NearestName.of(key, among: Fence.Key.names) else { return nil }
        return "did you mean \"\(nearest)\"?"
    }
}
