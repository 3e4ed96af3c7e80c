/// Which zone that has been learnt anew is which old one: that with most visits in common.
struct ZoneHeritage {
    private struct Part: Hashable {
        var number: UInt16
        var name: UInt32
    }

    private var visits: [Part: Int] = [:]

    /// Counts a visit that is in a new zone and was in an old one.
    mutating func add(_ number: UInt16, _ name: UInt32) {
        visits[Part(number: number, name: name), default: 0] += 1
    }

    /// The old names of new zones, each handed on once: the largest part first, of equal ones the elder.
    func names() -> [UInt16: UInt32] {
        let order = visits.sorted { a, b in
            (-a.value, a.key.name, a.key.number) < (-b.value, b.key.name, b.key.number)
        }
        var given: [UInt16: UInt32] = [:]
        var used: Set<UInt32> = []
        for (part, _) in order where given[part.number] == nil && !used.contains(part.name) {
            given[part.number] = part.name
            used.insert(part.name)
        }
        return given
    }
}
