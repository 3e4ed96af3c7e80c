/// What is known of some devices, by their numbers: a list, as these begin at 0 and leave few gaps.
///
/// A dictionary would look for it in a table with each message.
struct ByDevice<Value> {
    private var values: [Value?] = []

    /// What is known of a device; nil: nothing.
    subscript(device: Int) -> Value? {
        get { device < values.count ? values[device] : nil }
        set {
            if newValue == nil, device >= values.count { return }
            grow(to: device)
            values[device] = newValue
        }
        _modify {
            grow(to: device)
            yield &values[device]
        }
    }

    /// What `look` makes of what is known of a device; nil where nothing is known.
    ///
    /// The span lends it. The subscript gives a copy, and counts the references to all that it has for that,
    /// which is too dear for each message.
    @inline(__always)
    func withValue<Found>(of device: Int, _ look: (borrowing Value) -> Found?) -> Found? {
        guard device < values.count else { return nil }
        let values = values.span
        return values[device].flatMap(look)
    }

    private mutating func grow(to device: Int) {
        while values.count <= device { values.append(nil) }
    }

    /// Forgets what is known of a device; gives it.
    @discardableResult
    mutating func remove(_ device: Int) -> Value? {
        guard device < values.count else { return nil }
        defer { values[device] = nil }
        return values[device]
    }

    mutating func removeAll() { values = [] }

    /// The devices of which something is known that fits, ascending.
    func devices(where isWanted: (Value) -> Bool) -> [Int] {
        values.indices.filter { values[$0].map(isWanted) ?? false }
    }
}
