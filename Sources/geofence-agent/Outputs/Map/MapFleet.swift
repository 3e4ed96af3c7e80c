/// The other agents of a fleet, or of a pair, as the live map reaches them.
protocol MapFleet: Sendable {
    /// Whether devices of others are missing on the map: they are wanted, and can't be had.
    var isMissing: Bool { get }

    /// Somebody looks on through a board from now on, as long as its watch is the same.
    func beginWatch(_ board: MapBoard)

    /// Whether others are to answer a question, or to do as well what it asks for.
    func isMeant(by question: Question) -> Bool

    /// Passes such a question on; says whether it was one that can be.
    func ask(_ question: Question) -> Bool
}
