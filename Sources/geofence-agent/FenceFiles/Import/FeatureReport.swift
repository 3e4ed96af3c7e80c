import GeofenceCore

/// What became of one feature of a document.
struct FeatureReport: Hashable, Sendable {
    /// What became of it.
    enum Outcome: Hashable, Sendable {
        /// It is the fence of this id.
        case taken(Identifier)
        /// It is nothing that could be a fence, such as a beacon; the reason.
        case skipped(String)
        /// It was to be a fence and can't be: all that is wrong with it.
        case refused([ConfigurationProblem])
    }

    /// In the order of the document, from 1.
    let index: Int
    /// Where it begins.
    let position: TextPosition
    /// What the document calls it.
    let name: String?
    /// What became of it; where another one of the document is refused, it is not taken in the end.
    let outcome: Outcome
    /// What was noticed, and mended.
    let notes: [FeatureNote]
}
