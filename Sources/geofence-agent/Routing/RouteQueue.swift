import GeofenceCore

/// The ways that a router has yet to be asked for.
///
/// There are those that requests wait for, those of devices, and the legs of itineraries. The three take
/// turns, so that many of one kind don't keep the others waiting.
struct RouteQueue {
    /// Ways of each kind that wait at most.
    static let most = 10_000

    private var requested = WaitingLine<RouteQuery>()
    private var planned = WaitingLine<RouteQuery>()
    private var devices = WaitingLine<Identifier>()
    /// By device: the newest way that it wants.
    private var ofDevice: [Identifier: RouteQuery] = [:]
    private var turn = 0

    var count: Int { requested.count + planned.count + devices.count }
    var isEmpty: Bool { requested.isEmpty && planned.isEmpty && devices.isEmpty }

    /// Room for ways that requests wait for.
    var room: Int { Self.most - requested.count }

    mutating func add(requested query: RouteQuery) { requested.append(query) }

    /// Says whether there was room for it.
    @discardableResult
    mutating func add(planned query: RouteQuery) -> Bool {
        guard planned.count < Self.most || planned.contains(query) else { return false }
        planned.append(query)
        return true
    }

    /// The way that a device wants, in the place of one that it wanted before; says whether there was room.
    @discardableResult
    mutating func add(_ query: RouteQuery, of device: Identifier) -> Bool {
        guard devices.count < Self.most || devices.contains(device) else { return false }
        devices.append(device)
        ofDevice[device] = query
        return true
    }

    /// Whether a device wants a way.
    func has(_ device: Identifier) -> Bool { ofDevice[device] != nil }

    mutating func remove(requested query: RouteQuery) { requested.remove(query) }

    mutating func remove(planned query: RouteQuery) { planned.remove(query) }

    mutating func remove(_ device: Identifier) {
        devices.remove(device)
        ofDevice[device] = nil
    }

    /// Whether a way is waited for, as far as no device does.
    func contains(_ query: RouteQuery) -> Bool { requested.contains(query) || planned.contains(query) }

    /// Takes the next way, with the device that wants it.
    mutating func popFirst() -> (query: RouteQuery, device: Identifier?)? {
        for _ in 0..<3 {
            turn = (turn + 1) % 3
            switch turn {
            case 0: if let query = planned.popFirst() { return (query, nil) }
            case 1: if let query = requested.popFirst() { return (query, nil) }
            default:
                guard let device = devices.popFirst(), let query = ofDevice.removeValue(forKey: device)
                else { continue }
                return (query, device)
            }
        }
        return nil
    }
}
