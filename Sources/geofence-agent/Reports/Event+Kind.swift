import GeofenceCore

extension Event.Kind {
    /// What kinds of events are called, in the order of their numbers.
    static let names = ["enter", "exit", "dwell", "speeding", "speeding-end"]

    /// The place of this kind's name among `names`.
    var number: Int {
        switch self {
        case .enter: 0
        case .exit: 1
        case .dwell: 2
        case .speeding: 3
        case .speedingEnd: 4
        }
    }

    /// As in the payload of an event.
    var name: String { Self.names[number] }
}
