/// How a fence has come to be there.
public enum FenceOrigin: UInt8, Hashable, Sendable {
    /// Somebody wants it there.
    case placed = 1
    /// It is for the devices that it is assigned to, and goes with the last of them.
    case assignment = 2
    /// It was learnt of the device that it is for.
    case zoneFences = 3
    /// It is around a stop of the device that it is for.
    case itinerary = 4
    /// It is a waypoint of the phone that it is for.
    case waypoint = 5

    /// Whether it counts where all fences up to some number are reported for a device: those that come by
    /// themselves don't.
    var counts: Bool { self == .placed }
}
