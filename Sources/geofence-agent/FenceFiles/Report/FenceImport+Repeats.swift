/// What is said of many features of a document.
struct RepeatedRemark: Hashable, Sendable {
    /// What it is, without what differs between the features.
    let text: String
    /// The numbers of the features, in their order.
    var features: [Int]
    /// Where the first of them has it; nil where it is about the feature as a whole.
    var place: String?

    /// `12 features: "raduis" is not read (1, 2, 3, 4, 5, …)`, with the place of the first if there is one.
    var line: String {
        let shown = features.prefix(5).map(String.init).joined(separator: ", ")
        let numbers = "(\(shown)\(features.count > 5 ? ", …" : ""))"
        return "\(features.count) features: \(text) \(numbers)" + (place.map { ", first \($0)" } ?? "")
    }

    /// `{"features":12,"first":1,"text":…}`.
    var json: JSONValue {
        .members([
            ("features", .number(Double(features.count))),
            ("first", features.first.map { .number(Double($0)) }), ("text", .string(text)),
        ])
    }
}

extension FenceImport {
    /// What is said of more features than it is worth to repeat for each, most frequent first.
    var repeats: [RepeatedRemark] {
        var places: [String: Int] = [:]
        var remarks: [RepeatedRemark] = []
        for feature in features {
            for (text, place) in feature.remarks {
                if let known = places[text] {
                    if remarks[known].features.last != feature.index {
                        remarks[known].features.append(feature.index)
                    }
                } else {
                    places[text] = remarks.count
                    remarks.append(RepeatedRemark(text: text, features: [feature.index], place: place))
                }
            }
        }
        return remarks.filter { $0.features.count >= Self.repeated }.sorted {
            ($1.features.count, $0.text) < ($0.features.count, $1.text)
        }
    }

    /// Features from which on a remark is said once for all of them.
    static let repeated = 4
}

extension FeatureReport {
    /// All that is said of it, each as it would be said of many, and where.
    fileprivate var remarks: [(text: String, place: String?)] {
        let remarks = notes.map { (text: $0.summary, place: String?.none) }
        switch outcome {
        case .taken: return remarks
        case .skipped(let reason): return remarks + [(reason, nil)]
        case .refused(let problems):
            return remarks
                + problems.map { problem in
                    (problem.summary, problem.position.map { "\(problem.file):\($0)" })
                }
        }
    }
}

extension ConfigurationProblem {
    /// What is wrong, without where: `features[3].properties.radius` is `properties.radius`.
    var summary: String {
        guard let end = path.firstIndex(of: "]") else {
            return path.isEmpty ? message : "\(path): \(message)"
        }
        let rest = path[path.index(after: end)...].drop { $0 == "." }
        return rest.isEmpty ? message : "\(rest): \(message)"
    }
}
