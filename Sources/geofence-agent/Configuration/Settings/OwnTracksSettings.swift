/// What is exchanged with the OwnTracks apps besides the positions that they send.
struct OwnTracksSettings: Hashable, Sendable {
    /// Whether a phone's enters and exits are published as the app would, for those who listen to the app.
    var transitions = false
    /// Whether the waypoints of a phone are fences for it.
    var waypoints = false
    /// Whether phones are sent the agent's circles, which they show then.
    var setWaypoints = false

    /// The keys of `owntracks`.
    enum Key: String, ConfigurationKey { case transitions, waypoints, setWaypoints }

    /// All of it off.
    init() {}

    /// Reads `owntracks`.
    init(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return }
        transitions = object[.transitions]?.flag() ?? transitions
        waypoints = object[.waypoints]?.flag() ?? waypoints
        setWaypoints = object[.setWaypoints]?.flag() ?? setWaypoints
    }

    /// Whether it has to be known on which topic a phone has reported.
    var isOn: Bool { transitions || waypoints || setWaypoints }

    /// The levels behind a phone's own topic that the agent reads.
    var read: [String] { waypoints ? ["waypoint", "waypoints"] : [] }

    /// The levels behind a phone's own topic that the agent writes.
    var written: [String] { (transitions ? ["event"] : []) + (setWaypoints ? ["cmd"] : []) }
}
