import GeofenceCore

/// What a document of fences comes to: all of it, or nothing and why.
struct FenceImport: Hashable, Sendable {
    /// The document's name; as in the problems.
    let file: String
    /// How it is written; nil where nothing tells.
    var format: FenceFileFormat?
    /// The fences, in the order of the document; none where anything is refused.
    var fences: [Fence] = []
    /// The fences that can be read, also where others are refused.
    var read: [Fence] = []
    /// Where each of the fences begins.
    var positions: [TextPosition] = []
    /// What became of each feature.
    var features: [FeatureReport] = []
    /// All that is wrong, with the document or with its features.
    var problems: [ConfigurationProblem] = []
    /// What was noticed about the document as a whole.
    var notes: [String] = []

    /// Whether there is nothing to take.
    var isRefused: Bool { !problems.isEmpty }

    /// Nothing read yet.
    init(file: String) {
        self.file = file
    }

    /// How many features became what.
    var counts: (taken: Int, skipped: Int, refused: Int) {
        features.reduce(into: (0, 0, 0)) { counts, feature in
            switch feature.outcome {
            case .taken: counts.0 += 1
            case .skipped: counts.1 += 1
            case .refused: counts.2 += 1
            }
        }
    }

    /// Refuses one of the fences after the fact, as when its id is that of a fence elsewhere.
    mutating func refuse(fence index: Int, _ message: String) {
        let id = fences[index].id
        let report = features.firstIndex { $0.outcome == .taken(id) }
        let problem = ConfigurationProblem(
            file: file,
            position: positions[index],
            path: "",
            message: message
        )
        problems.append(problem)
        guard let report else { return }
        let old = features[report]
        features[report] = FeatureReport(
            index: old.index,
            position: old.position,
            name: old.name,
            outcome: .refused([problem]),
            notes: old.notes
        )
    }
}
