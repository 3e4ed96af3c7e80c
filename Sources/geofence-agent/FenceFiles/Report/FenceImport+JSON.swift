import GeofenceCore

extension FenceImport {
    /// The report as JSON: counts, and what became of each feature.
    ///
    /// `{"file":…,"format":…,"taken":0,"skipped":1,"refused":1,"features":[{"index":1,"line":3,"column":5,"name":…,"result":"good",
    /// "id":…,"notes":[…]},
    /// …],"errors":[…],"notes":[…]}`. `taken` is 0 where anything is refused. Features are `good`, `skipped`
    /// with a `reason`, or `refused` with `errors`.
    ///
    /// Of very many features some are left out: `omitted` says how many.
    /// `totals` is what the readable fences come to, and `repeated` what is said of many features.
    var json: JSONValue {
        let repeats = features.remarks.repeated
        return json(
            features.shown,
            documentProblems,
            more: [
                ("totals", read.isEmpty ? nil : FenceTotals(read).json),
                ("repeated", repeats.isEmpty ? nil : .list(repeats.map(\.json))),
            ]
        )
    }

    /// The same with as much as fits into so many bytes, what is wrong first; `omitted` is how many features
    /// and errors don't.
    func json(upTo bytes: Int) -> JSONValue {
        var room = bytes
        let errors = documentProblems.prefix { Self.fits(.string("\($0)"), &room) }
        let refused = features.shown.filter(\.isRefused)
        let others = features.shown.filter { !$0.isRefused }
        let shown = (refused + others).prefix { Self.fits($0.json, &room) }
        return json(shown.sorted { $0.index < $1.index }, errors)
    }

    private static func fits(_ value: JSONValue, _ room: inout Int) -> Bool {
        room -= value.bytes.count + 1
        return room >= 0
    }

    private func json(
        _ shown: [FeatureReport],
        _ errors: some Collection<ConfigurationProblem>,
        more: [(String, JSONValue?)] = []
    ) -> JSONValue {
        let counts = counts
        let omitted = features.count - shown.count + documentProblems.count - errors.count
        let members: [(String, JSONValue?)] = [
            ("file", .string(file)), ("format", (format?.rawValue).map(JSONValue.string)),
            ("taken", .number(Double(fences.count))), ("skipped", .number(Double(counts.skipped))),
            ("refused", .number(Double(counts.refused))), ("features", .list(shown.map(\.json))),
            ("omitted", omitted == 0 ? nil : .number(Double(omitted))),
            ("errors", .list(errors.map { .string("\($0)") })), ("notes", .texts(notes)),
        ]
        return .members(members + more)
    }
}

extension FeatureReport {
    fileprivate var isRefused: Bool { if case .refused = outcome { true } else { false } }

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
