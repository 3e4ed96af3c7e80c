/// Whether the broker still hands out what one of two agents publishes to itself.
///
/// A node of a cluster that has lost another may keep a session that stands still: it answers pings, and
/// hands nothing out. Nobody knows of it but by what doesn't come.
struct EchoWatch {
    /// What is to be done.
    enum Step: Hashable {
        case nothing
        /// To publish an echo.
        case send
        /// To go to another broker: this one hands nothing out.
        case leave
    }

    /// Milliseconds between two echoes.
    static let pause: Int64 = 10_000
    /// Echoes in a row that may be lost where nothing else comes either.
    static let patience = 3
    /// Echoes in a row that may be lost while other messages come: there may be many ahead of them.
    static let patienceForOthers = 6

    private var awake = AwakeTime(longestTurn: 1000)
    private var waited: Int64 = 0
    private var isOnItsWay = false
    /// Echoes in a row that were lost, and those of them while which nothing else came.
    private var (lost, silent) = (0, 0)
    /// Whether something else has come since the last one was sent.
    private var hasOthers = false
    /// Whether any has ever come back: an access list may forbid it.
    private var hasHeard = false

    /// A connection is greeted.
    mutating func begin() { (waited, isOnItsWay, lost, silent) = (0, false, 0, 0) }

    /// An echo has come back.
    mutating func heard() { (isOnItsWay, lost, silent, hasHeard) = (false, 0, 0, true) }

    /// Something else has come at QoS 1.
    mutating func heardOther() { hasOthers = true }

    /// A turn begins with a connection.
    mutating func turn(_ uptime: Int64) -> Step {
        waited += awake.turn(uptime)
        guard waited >= Self.pause else { return .nothing }
        waited = 0
        if isOnItsWay { (lost, silent) = (lost + 1, hasOthers ? 0 : silent + 1) }
        if hasHeard, silent >= Self.patience || lost >= Self.patienceForOthers {
            begin()
            return .leave
        }
        (isOnItsWay, hasOthers) = (true, false)
        return .send
    }
}
