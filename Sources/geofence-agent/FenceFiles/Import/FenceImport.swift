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
    var features = FeatureReports()
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
    var counts: FeatureReports.Counts { features.counts }

    /// Refuses one of the fences after the fact, as when its id is that of a fence elsewhere.
    mutating func refuse(fence index: Int, _ message: String) {
        let problem = ConfigurationProblem(
            file: file,
            position: positions[index],
            path: "",
            message: message
        )
        features.refuse(problem, at: positions[index])
        if problems.count < FeatureReports.most { problems.append(problem) }
    }
}
