import GeofenceCore

extension RestRule {
    /// The keys of `rest` where it is an object.
    enum Key: String, ConfigurationKey { case fixes, firm }

    /// What it is, for a person.
    var words: String {
        switch self {
        case .off: "no rest"
        case .oneFix: "rest"
        case .twoFixes: "rest of two fixes"
        case .firm: "firm rest"
        case .firmTwoFixes: "firm rest of two fixes"
        }
    }

    /// The rule of an object.
    fileprivate init(fixes: Int, isFirm: Bool) {
        switch (fixes, isFirm) {
        case (2, false): self = .twoFixes
        case (2, true): self = .firmTwoFixes
        case (_, false): self = .oneFix
        case (_, true): self = .firm
        }
    }
}

extension ValueReader {
    /// Reads a `rest`: whether there is one, or how many fixes elsewhere end it, and whether it is firm.
    func restRule() -> RestRule? {
        switch node.value {
        case .bool(let isOn): return isOn ? .oneFix : .off
        case .object:
            guard let object = object(RestRule.Key.self) else { return nil }
            let fixes = object[.fixes].map { $0.integer(1...2) } ?? 1
            let isFirm = object[.firm].map { $0.flag() } ?? false
            guard let fixes, let isFirm else { return nil }
            return RestRule(fixes: fixes, isFirm: isFirm)
        default: return wrongKind("true, false, or an object such as { \"fixes\": 2 }")
        }
    }
}
