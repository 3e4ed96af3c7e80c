/// What an import takes where a document does not say it.
struct FenceFileOptions: Hashable, Sendable {
    /// Metres across the corridor of a line without a width: above 0 and at most `Corridor.maximumWidth`.
    ///
    /// Nil refuses such lines; those of GPX and Traccar, which never have one or have a default, get
    /// `usualWidth`.
    var width: Double?
    /// Metres around a point without a radius; nil refuses such points.
    var radius: Double?
    /// Which of a feature's properties are its id, its name and its groups.
    var keys = LabelKeys()
    /// Which number of a position comes first where the format leaves it open; nil: as the numbers tell.
    var order: AxisOrder?

    /// Names of what is kept of a document's own properties, besides the keys of a fence.
    var properties: [String] = []

    /// Whether they are members of a request, rather than flags of a command: what is said of them calls them
    /// so.
    var isRequest = false

    /// What to call an option, by its name in the command.
    func name(_ option: String) -> String {
        guard isRequest else { return "--\(option)" }
        let words = option.split(separator: "-")
        let member = words.dropFirst().reduce(words.first.map(String.init) ?? "") { $0 + $1.capitalised }
        return "\"\(member)\" beside \"document\""
    }

    /// Metres; twice the 25 m on each side that Traccar takes where a line says nothing.
    static let usualWidth = 50.0
}

extension Substring {
    fileprivate var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
