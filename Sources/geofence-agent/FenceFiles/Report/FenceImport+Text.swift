extension FenceImport {
    /// The report for a person: a line for the document, one for what its fences come to, and one or more
    /// for each feature.
    var lines: [String] {
        let counts = counts
        let end = isRefused ? "; nothing is taken" : ""
        let head = "\(file): \(counts.taken) good, \(counts.skipped) skipped, \(counts.refused) refused\(end)"
        let totals = read.isEmpty ? [] : ["  \(FenceTotals(read).text)"]
        return [head] + totals + details
    }

    /// The report without its head: what is said of the document, what is said of many features, and each
    /// feature with the rest.
    var details: [String] {
        let repeats = features.remarks.repeated
        let said = Set(repeats.map(\.text))
        return notes.map { "  \($0)" } + documentProblems.map { "  \($0)" } + repeats.map { "  \($0.line)" }
            + features.shown.flatMap { $0.lines(besides: said) } + omission
    }

    /// How many features are not in the report, where there are that many.
    private var omission: [String] {
        let omitted = features.count - features.shown.count
        return omitted == 0 ? [] : ["  and \(omitted) more features, which are counted above"]
    }

    /// What is wrong with the document itself.
    var documentProblems: [ConfigurationProblem] {
        let ofFeatures = features.shown.reduce(into: Set<ConfigurationProblem>()) { all, feature in
            if case .refused(let problems) = feature.outcome { all.formUnion(problems) }
        }
        return problems.filter { !ofFeatures.contains($0) }
    }
}

extension FeatureReport {
    /// `  2  good     depot-nord (Depot Nord)`, and below what there is to say of it alone.
    fileprivate func lines(besides said: Set<String>) -> [String] {
        let start = "  " + "\(index)".padded(to: 4) + " "
        let label = name.map { " (\($0))" } ?? ""
        let below = "    "
        let notes = notes.filter { !said.contains($0.summary) }.map { "\(below)\($0)" }
        switch outcome {
        case .taken(let id): return ["\(start)good     \(id)\(label)"] + notes
        case .skipped(let reason):
            return ["\(start)skipped \(label)\(said.contains(reason) ? "" : " \(reason)")"] + notes
        case .refused(let problems):
            // The first of many says where.
            let own = problems.filter { !said.contains($0.summary) }
            return ["\(start)refused \(label)"] + own.map { "\(below)\($0)" } + notes
        }
    }
}
