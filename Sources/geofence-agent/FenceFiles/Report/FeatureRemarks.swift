/// What is said of features, each once with how many have it.
struct FeatureRemarks: Hashable, Sendable {
    /// Different remarks that are counted at most.
    private static let most = 10_000

    private var places: [String: Int] = [:]
    private var remarks: [RepeatedRemark] = []

    /// Adds all that is said of a feature.
    mutating func add(_ report: FeatureReport) {
        for note in report.notes { add(note.summary, nil, report.index) }
        switch report.outcome {
        case .taken: break
        case .skipped(let reason): add(reason, nil, report.index)
        case .refused(let problems): for problem in problems { add(problem, of: report.index) }
        }
    }

    /// Adds what is wrong with a feature; nil for one whose number is not known.
    mutating func add(_ problem: ConfigurationProblem, of feature: Int?) {
        add(problem.summary, problem.position.map { "\(problem.file):\($0)" }, feature)
    }

    private mutating func add(_ text: String, _ place: @autoclosure () -> String?, _ feature: Int?) {
        if let known = places[text] {
            remarks[known].add(feature)
        } else if remarks.count < Self.most {
            places[text] = remarks.count
            var remark = RepeatedRemark(text: text, place: place())
            remark.add(feature)
            remarks.append(remark)
        }
    }

    /// What is said of more features than it is worth to repeat for each, most frequent first.
    var repeated: [RepeatedRemark] {
        remarks.filter { $0.count >= RepeatedRemark.least }.sorted {
            ($1.count, $0.text) < ($0.count, $1.text)
        }
    }
}
