/// What is said of many features of a document.
struct RepeatedRemark: Hashable, Sendable {
    /// Features from which on a remark is said once for all of them.
    static let least = 4
    /// Features that are named.
    private static let named = 5

    /// What it is, without what differs between the features.
    let text: String
    /// Where the first of them has it; nil where it is about the feature as a whole.
    let place: String?
    /// How many features have it.
    private(set) var count = 0
    /// The numbers of the first of them, in their order.
    private(set) var features: [Int] = []
    private var last: Int?

    init(text: String, place: String?) { (self.text, self.place) = (text, place) }

    /// Adds a feature, which may have it several times; nil for one whose number is not known.
    mutating func add(_ feature: Int?) {
        guard feature == nil || feature != last else { return }
        (count, last) = (count + 1, feature)
        if let feature, features.count < Self.named { features.append(feature) }
    }

    /// `12 features: "raduis" is not read (1, 2, 3, 4, 5, …)`, with the place of the first if there is one.
    var line: String {
        let shown = features.map(String.init).joined(separator: ", ")
        let numbers = "(\(shown)\(count > features.count ? ", …" : ""))"
        return "\(count) features: \(text) \(numbers)" + (place.map { ", first \($0)" } ?? "")
    }

    /// `{"features":12,"first":1,"text":…}`.
    var json: JSONValue {
        .members([
            ("features", .number(Double(count))),
            ("first", features.first.map { .number(Double($0)) }), ("text", .string(text)),
        ])
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
