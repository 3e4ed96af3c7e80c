import GeofenceCore

/// Makes fences of features, one after the other, and keeps what became of each.
struct FeatureImporter {
    /// Where problems go.
    let reading: ConfigurationReading
    /// The rules that count where a feature has none of its own.
    let rules: Rules
    /// What is taken where a feature does not say it.
    let options: FenceFileOptions
    /// What features without id and name are called after, with their number behind it; nil refuses them.
    let stem: String?
    private(set) var fences: [Fence] = []
    private(set) var positions: [TextPosition] = []
    private(set) var reports = FeatureReports()
    private var firsts: [Identifier: Int] = [:]
    /// Whether circles of which there is nothing to say are read in one pass.
    var readsPlainly = true
    /// A fence that has what those have.
    private var plain: Fence?
    /// Called with how many bytes of the document are done.
    var reached: ((Int) -> Void)?
    /// What is known of properties' names.
    var keys = FeatureKeys()
    /// Which properties there are, where some are asked for.
    var labelNames = LabelNames()

    /// Nothing taken yet.
    init(reading: ConfigurationReading, rules: Rules, options: FenceFileOptions, stem: String?) {
        self.reading = reading
        self.rules = rules
        self.options = options
        self.stem = stem
    }

    /// The number of the feature that comes next, from 1.
    var next: Int { reports.count + 1 }

    /// Takes a feature, or refuses it.
    mutating func add(_ draft: ParsedFeature) {
        var draft = draft
        label(&draft)
        var name = draft.name?.label()
        if let reason = draft.skipped {
            return report(draft, name, .skipped(reason))
        }
        let id = identify(&draft, name)
        if draft.isNamedByID, draft.id != nil, name == id?.description { name = nil }
        let fence = fence(&draft, id, name)
        if let id, let first = firsts[id] {
            (draft.id ?? draft.name ?? draft.source).report(
                "\"\(id)\" is the id of feature \(first) too; give each an \"id\" of its own"
            )
        }
        guard let fence, reading.problems.count == draft.problemsBefore else {
            return report(draft, name, .refused(Array(reading.problems[draft.problemsBefore...])))
        }
        firsts[fence.id] = next
        fences.append(fences.last.map(fence.sharingTerms) ?? fence)
        positions.append(draft.source.node.position)
        report(draft, name, .taken(fence.id))
    }

    /// The fence of the next of a list of features, where that is a circle and there is nothing to say of it.
    mutating func nextPlain(_ features: inout JSONListReader) -> (element: Fence, position: TextPosition)? {
        guard readsPlainly, options.keys.isEmpty, !PlainCircle.isConcerned(by: options.properties) else {
            return nil
        }
        return features.next { cursor in
            PlainCircle(&cursor).flatMap { firsts[$0.id] == nil ? fence($0) : nil }
        }
    }

    /// Takes the fence of a feature of which there is nothing to say, and whose id no other has.
    mutating func add(_ fence: Fence, at position: TextPosition) {
        firsts[fence.id] = next
        fences.append(fence)
        positions.append(position)
        _ = reports.add(
            FeatureReport(
                index: next,
                position: position,
                name: fence.name,
                outcome: .taken(fence.id),
                notes: []
            )
        )
    }

    /// It shares all but name and place with those before it.
    private mutating func fence(_ circle: PlainCircle) -> Fence? {
        let shape = Shape.circle(circle.circle)
        if let plain { return try? plain.placed(shape, id: circle.id, name: circle.name) }
        plain = try? Fence(id: circle.id, name: circle.name, shape: shape, rules: rules)
        return plain
    }

    private mutating func report(_ draft: ParsedFeature, _ name: String?, _ outcome: FeatureReport.Outcome) {
        let report = FeatureReport(
            index: next,
            position: draft.source.node.position,
            name: name,
            outcome: outcome,
            notes: draft.notes
        )
        // What is wrong with those that nobody sees is counted, and not kept.
        if !reports.add(report) { reading.dropProblems(from: draft.problemsBefore) }
    }
}
