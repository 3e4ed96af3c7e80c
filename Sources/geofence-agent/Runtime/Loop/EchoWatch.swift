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
    /// Echoes in a row that may be lost behind others that come: as many as there are ahead of it may take
    /// two minutes, as with the backlog of a connection.
    static let patienceForOthers = 12

    private var awake = AwakeTime(longestTurn: 1000)
    private var waited: Int64 = 0
    private var isOnItsWay = false
    private var lost = 0
    private var hasOthers = false
    /// Whether any has ever come back: an access list may forbid it.
    private var hasHeard = false

    /// A connection is greeted.
    mutating func begin() { (waited, isOnItsWay, lost, hasOthers) = (0, false, 0, false) }

    /// An echo has come back.
    mutating func heard() { (isOnItsWay, lost, hasOthers, hasHeard) = (false, 0, false, true) }

    /// Something else has come at QoS 1.
    mutating func heardOther() { hasOthers = true }

    /// A turn begins with a connection.
    mutating func turn(_ uptime: Int64) -> Step {
        waited += awake.turn(uptime)
        guard waited >= Self.pause else { return .nothing }
        waited = 0
        if isOnItsWay { lost += 1 }
        if hasHeard, lost >= (hasOthers ? Self.patienceForOthers : Self.patience) {
            begin()
            return .leave
        }
        isOnItsWay = true
        return .send
    }
}
