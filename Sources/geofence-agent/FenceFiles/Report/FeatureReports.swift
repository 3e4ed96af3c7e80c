/// What became of the features of a document: counts of all of them, and as many in full as somebody may look
/// at.
struct FeatureReports: Hashable, Sendable {
    /// Features in full at most, of which there is something to say; and as many of which there is not.
    static let most = 10_000

    /// How many features became what.
    private(set) var counts = Counts()
    /// Those in full, in the order of the document.
    private(set) var shown: [FeatureReport] = []
    /// What is said of features.
    private(set) var remarks = FeatureRemarks()
    /// How many of `shown` there is nothing to say of.
    private var plain = 0
    /// Which was refused last after the fact: one may be for several reasons, of which the first counts.
    private var lastRefused: TextPosition?

    /// Numbers of features.
    struct Counts: Hashable, Sendable {
        var taken = 0, skipped = 0, refused = 0
    }

    /// How many features there are.
    var count: Int { counts.taken + counts.skipped + counts.refused }

    /// Adds the next feature; says whether it is kept in full.
    mutating func add(_ report: FeatureReport) -> Bool {
        switch report.outcome {
        case .taken: counts.taken += 1
        case .skipped: counts.skipped += 1
        case .refused: counts.refused += 1
        }
        remarks.add(report)
        let isPlain = report.isPlain
        guard isPlain ? plain < Self.most : shown.count - plain < Self.most else { return false }
        if isPlain { plain += 1 }
        shown.append(report)
        return true
    }

    /// Has a feature that was taken be refused after the fact; its place in the document says which.
    ///
    /// - Complexity: O(log n) for n that are kept in full.
    mutating func refuse(_ problem: ConfigurationProblem, at position: TextPosition) {
        guard position != lastRefused else { return }
        lastRefused = position
        counts.taken -= 1
        counts.refused += 1
        guard let index = index(at: position) else { return remarks.add(problem, of: nil) }
        let report = shown[index]
        remarks.add(problem, of: report.index)
        if report.isPlain { plain -= 1 }
        shown[index] = report.refused([problem])
    }

    private func index(at position: TextPosition) -> Int? {
        var (low, high) = (0, shown.count)
        while low < high {
            let middle = (low + high) / 2
            let other = shown[middle].position
            if (other.line, other.column) < (position.line, position.column) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < shown.count && shown[low].position == position ? low : nil
    }
}

extension FeatureReport {
    /// Whether there is nothing to say of it but that it is taken.
    fileprivate var isPlain: Bool {
        guard case .taken = outcome else { return false }
        return notes.isEmpty
    }

    /// The same feature, refused.
    fileprivate func refused(_ problems: [ConfigurationProblem]) -> FeatureReport {
        FeatureReport(index: index, position: position, name: name, outcome: .refused(problems), notes: notes)
    }
}
