import GeofenceCore

/// How many devices each source has made known.
///
/// A device belongs to the source by which it first reported since `limits.devicesPerSource` is set.
struct SourceShares: Hashable {
    /// Filters of sources; a source is known again by its filter.
    private var filters: [String] = []
    /// By filter: how many devices.
    private var counts: [Int] = []
    /// By number of a device: the place of its source's filter, from 1 on; 0: none.
    private var shares: [UInt16] = []
    /// Whether a checkpoint would have other bytes than the last one.
    private(set) var isNew = false

    /// How many devices a source has made known.
    func count(of filter: String) -> Int {
        filters.firstIndex { $0.utf8.elementsEqual(filter.utf8) }.map { counts[$0] } ?? 0
    }

    /// Whether it is known which source a device belongs to.
    func has(_ device: Int) -> Bool { device < shares.count && shares[device] != 0 }

    /// Notes the source of a device that has none yet.
    mutating func note(_ device: Int, of filter: String) {
        guard !has(device) else { return }
        if shares.count <= device { shares += Array(repeating: 0, count: device + 1 - shares.count) }
        let known = filters.firstIndex { $0.utf8.elementsEqual(filter.utf8) }
        if known == nil {
            // Many more than there can be sources: filters that are gone from the configuration are there.
            guard filters.count < Int(UInt16.max) else { return }
            filters.append(filter)
            counts.append(0)
        }
        let place = known ?? filters.count - 1
        counts[place] += 1
        shares[device] = UInt16(place + 1)
        isNew = true
    }

    /// Nobody has this number any more.
    mutating func drop(_ device: Int) {
        guard has(device) else { return }
        counts[Int(shares[device]) - 1] -= 1
        shares[device] = 0
        isNew = true
    }

    /// A checkpoint is kept.
    mutating func didCheckpoint() { isNew = false }

    /// For the store.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.list(filters) { $0.text($1) }
        writer.list(shares) { $0.count(UInt64($1)) }
        return writer.bytes
    }

    /// Takes up what the store holds.
    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(bytes)
        let filters = try reader.list { reader throws(DamagedBytes) in try reader.text() }
        let places = try reader.list { reader throws(DamagedBytes) in try reader.count() }
        guard places.allSatisfy({ $0 <= UInt64(filters.count) }), filters.count <= Int(UInt16.max) else {
            throw reader.damaged
        }
        (self.filters, shares, isNew) = (filters, places.map { UInt16($0) }, false)
        counts = Array(repeating: 0, count: filters.count)
        for share in shares where share != 0 { counts[Int(share) - 1] += 1 }
    }
}
