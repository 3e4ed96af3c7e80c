import GeofenceCore

extension FenceImport {
    /// The report as JSON: counts, and what became of each feature.
    ///
    /// `{"file":…,"format":…,"taken":0,"skipped":1,"refused":1,"features":[{"index":1,"line":3,"column":5,"name":…,"result":"good",
    /// "id":…,"notes":[…]}, …],"errors":[…],"notes":[…]}`. `taken` is 0 where anything is refused. Features are `good`, `skipped` with a
    /// `reason`, or `refused` with `errors`.
    var json: JSONValue {
        let counts = counts
        return .members([
            ("file", .string(file)), ("format", (format?.rawValue).map(JSONValue.string)),
            ("taken", .number(Double(fences.count))), ("skipped", .number(Double(counts.skipped))),
            ("refused", .number(Double(counts.refused))), ("features", .list(features.map(\.json))),
            ("errors", .list(documentProblems.map { .string("\($0)") })), ("notes", .texts(notes)),
        ])
    }
}

extension FeatureReport {
    fileprivate var json: JSONValue {
        let common: [(String, JSONValue?)] = [
            ("index", .number(Double(index))), ("line", .number(Double(position.line))),
            ("column", .number(Double(position.column))), ("name", name.map(JSONValue.string)),
        ]
        let result: [(String, JSONValue?)] =
            switch outcome {
            case .taken(let id): [("result", .string("good")), ("id", .string(id.description))]
            case .skipped(let reason): [("result", .string("skipped")), ("reason", .string(reason))]
            case .refused(let problems):
                [("result", .string("refused")), ("errors", .texts(problems.map(\.description)))]
            }
        return .members(common + result + [("notes", .texts(notes.map(\.description)))])
    }
}
