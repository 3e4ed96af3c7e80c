extension FenceImport {
    /// The report for a person: a line for the document, and one or more for each feature.
    var lines: [String] {
        let counts = counts
        let end = isRefused ? "; nothing is taken" : ""
        let head = "\(file): \(counts.taken) good, \(counts.skipped) skipped, \(counts.refused) refused\(end)"
        return [head] + notes.map { "  \($0)" } + documentProblems.map { "  \($0)" }
            + features.flatMap(\.lines)
    }

    /// What is wrong with the document itself.
    var documentProblems: [ConfigurationProblem] {
        let ofFeatures = features.reduce(into: Set<ConfigurationProblem>()) { all, feature in
            if case .refused(let problems) = feature.outcome { all.formUnion(problems) }
        }
        return problems.filter { !ofFeatures.contains($0) }
    }
}

extension FeatureReport {
    /// `  2  good     depot-nord (Depot Nord)`, and below what there is to say.
    fileprivate var lines: [String] {
        let start = "  " + "\(index)".padded(to: 4) + " "
        let label = name.map { " (\($0))" } ?? ""
        let below = "    "
        let notes = notes.map { "\(below)\($0)" }
        switch outcome {
        case .taken(let id): return ["\(start)good     \(id)\(label)"] + notes
        case .skipped(let reason): return ["\(start)skipped \(label) \(reason)"] + notes
        case .refused(let problems):
            return ["\(start)refused \(label)"] + problems.map { "\(below)\($0)" } + notes
        }
    }
}
