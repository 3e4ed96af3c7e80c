/// What an import takes where a document does not say it.
struct FenceFileOptions: Hashable, Sendable {
    /// Metres across the corridor of a line without a width: above 0 and at most `Corridor.maximumWidth`.
    ///
    /// Nil refuses such lines; those of GPX and Traccar, which never have one or have a default, get
    /// `usualWidth`.
    var width: Double?
    /// Metres around a point without a radius; nil refuses such points.
    var radius: Double?

    /// Names of what is kept of a document's own properties, besides the keys of a fence.
    var properties: [String] = []

    /// Whether they are members of a request, rather than flags of a command: what is said of them calls them
    /// so.
    var isRequest = false

    /// What to call an option.
    func name(_ option: String) -> String {
        isRequest ? "\"\(option)\" beside \"document\"" : "--\(option)"
    }

    /// Metres; twice the 25 m on each side that Traccar takes where a line says nothing.
    static let usualWidth = 50.0
}
