import GeofenceCore

extension RestRule {
    /// The keys of `rest` where it is an object.
    enum Key: String, ConfigurationKey { case fixes }
}

extension ValueReader {
    /// Reads a `rest`: whether there is one, or how many fixes elsewhere end it.
    func restRule() -> RestRule? {
        switch node.value {
        case .bool(let isOn): return isOn ? .oneFix : .off
        case .object:
            guard let object = object(RestRule.Key.self) else { return nil }
            guard let fixes = object[.fixes] else { return .oneFix }
            return fixes.integer(1...2).map { $0 == 2 ? .twoFixes : .oneFix }
        default: return wrongKind("true, false, or an object such as { \"fixes\": 2 }")
        }
    }
}
