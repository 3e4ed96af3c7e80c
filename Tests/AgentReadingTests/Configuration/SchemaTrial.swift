@testable import geofence_agent

/// A value on one side or the other of what an entry of the schema allows.
struct SchemaTrial {
    /// The value.
    let json: String
    /// Whether the entry allows it.
    let isTaken: Bool

    /// The trials of an entry: of itself, or, for a list, of its length and its elements.
    static func all(_ entry: [String: Any], list: [String]?) throws -> [SchemaTrial] {
        guard entry["type"] as? String == "array" else { return try scalars(entry) }
        if let elements = entry["prefixItems"] as? [[String: Any]], let list {
            return try lengths(list)
                + elements.enumerated().flatMap { index, element in
                    try scalars(element).map { trial in
                        var list = list
                        list[index] = trial.json
                        return SchemaTrial(json: "[\(list.joined(separator: ","))]", isTaken: trial.isTaken)
                    }
                }
        }
        let elements = try (entry["items"] as? [String: Any]).map(scalars) ?? []
        let isEmptyTaken = (entry["minItems"] as? Double ?? 0) == 0
        return [SchemaTrial(json: "[]", isTaken: isEmptyTaken)]
            + elements.map { SchemaTrial(json: "[\($0.json)]", isTaken: $0.isTaken) }
    }

    private static func lengths(_ list: [String]) -> [SchemaTrial] {
        let lists = [(list, true), (list.dropLast(), false), (list + ["0"], false)]
        return lists.map { SchemaTrial(json: "[\($0.joined(separator: ","))]", isTaken: $1) }
    }

    private static func scalars(_ entry: [String: Any]) throws -> [SchemaTrial] {
        try numbers(entry) + lengths(entry) + patterns(entry)
    }

    private static func numbers(_ entry: [String: Any]) -> [SchemaTrial] {
        let step = entry["type"] as? String == "integer" ? 1 : 0.001
        var trials: [SchemaTrial] = []
        func add(_ key: String, takesLimit: Bool, outwards: Double) {
            guard let limit = entry[key] as? Double else { return }
            let other = limit + (takesLimit ? outwards : -outwards)
            trials.append(SchemaTrial(json: NumberRange.text(limit), isTaken: takesLimit))
            trials.append(SchemaTrial(json: NumberRange.text(other), isTaken: !takesLimit))
        }
        add("minimum", takesLimit: true, outwards: -step)
        add("exclusiveMinimum", takesLimit: false, outwards: -step)
        add("maximum", takesLimit: true, outwards: step)
        add("exclusiveMaximum", takesLimit: false, outwards: step)
        return trials
    }

    private static func lengths(_ entry: [String: Any]) -> [SchemaTrial] {
        var trials: [SchemaTrial] = []
        if entry["type"] as? String == "string", entry["pattern"] == nil {
            trials.append(SchemaTrial(json: "\"\"", isTaken: entry["minLength"] == nil))
        }
        if let most = entry["maxLength"] as? Int {
            for (count, isTaken) in [(most, true), (most + 1, false)] {
                trials.append(
                    SchemaTrial(json: "\"\(String(repeating: "a", count: count))\"", isTaken: isTaken)
                )
            }
        }
        return trials
    }

    /// Texts that some patterns take and others don't.
    private static func patterns(_ entry: [String: Any]) throws -> [SchemaTrial] {
        guard let pattern = entry["pattern"] as? String else { return [] }
        let regex = try Regex(pattern)
        return texts.map { text in
            SchemaTrial(json: "\"\(text)\"", isTaken: text.firstMatch(of: regex) != nil)
        }
    }

    private static let texts = [
        "a", "/a", "a/b", "a+", "#a", "ä", "mon", "mon-fri", "sat-mon", "daily", "Mon", "mon-", "mon-tue-wed",
        "00:00", "23:59:59", "24:00", "24:00:00", "24:01", "8:00", "12:60", "12:00:60", "-1:00",
    ]
}
