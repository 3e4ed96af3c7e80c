/// Where all devices are, for the fences that go with one of them; kept only while there is such a fence.
struct DeviceLocator {
    private var index = FenceIndex()
    private var places: [Int32: Coordinate] = [:]
    /// By fence: the devices whose record is not at rest, and some whose record was not.
    private var watching: [Int32: Set<Int>] = [:]

    /// Whether it knows of no device.
    var isEmpty: Bool { places.isEmpty }

    /// Notes where a device is.
    mutating func place(_ device: Int, at place: Coordinate) {
        let slot = Int32(device)
        if let old = places[slot] {
            guard old != place else { return }
            index.remove(slot, box: BoundingBox(of: old))
        }
        index.insert(slot, box: BoundingBox(of: place))
        places[slot] = place
    }

    /// Forgets a device that has to be looked at for some fences.
    mutating func remove(_ device: Int, watching fences: [Int32]) {
        for fence in fences { watching[fence]?.remove(device) }
        let slot = Int32(device)
        guard let old = places.removeValue(forKey: slot) else { return }
        index.remove(slot, box: BoundingBox(of: old))
    }

    /// Appends the devices that may be within some metres of a place.
    func near(_ place: Coordinate, within metres: Double, into found: inout [Int32]) {
        index.candidates(within: metres, of: place, into: &found)
    }

    /// Notes whether a device has to be looked at when a fence moves, wherever it is.
    mutating func watch(_ fence: Int32, _ device: Int, _ isWatching: Bool) {
        if isWatching {
            watching[fence, default: []].insert(device)
        } else {
            watching[fence]?.remove(device)
        }
    }

    /// The devices to look at.
    func watching(_ fence: Int32) -> Set<Int> { watching[fence] ?? [] }
}

extension BoundingBox {
    /// The box of one place.
    init(of place: Coordinate) {
        self.init(
            south: place.latitude,
            west: place.longitude,
            north: place.latitude,
            east: place.longitude
        )
    }
}
