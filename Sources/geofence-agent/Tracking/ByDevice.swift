/// What is known of some devices, by their numbers: a list, as these begin at 0 and leave few gaps.
///
/// A dictionary would look for it in a table with each message.
struct ByDevice<Value> {
    private var values: [Value?] = []

    /// What is known of a device; nil: nothing.
    ///
    /// It is lent, so that it need not be copied, which would count the references to all that it has.
    subscript(device: Int) -> Value? {
        _read {
            if device < values.count { yield values[device] } else { yield nil }
        }
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
