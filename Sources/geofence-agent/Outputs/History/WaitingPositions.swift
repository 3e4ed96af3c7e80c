/// Positions of many devices that wait to be written, all in one list: a list for each device would grow and
/// go again and again.
///
/// Places of those that were written are used again, and given back once none waits any more.
struct WaitingPositions {
    private struct Link {
        var position: HistoryPosition
        /// The next older one of the device, or the next free place; -1 where there is none.
        var older: Int32
    }

    /// The positions of one device.
    private struct Chain {
        var newest: Int32 = -1
        var oldest: Int32 = -1
        var count: Int32 = 0
    }

    private var links: ContiguousArray<Link> = []
    /// The first place among `links` that is free; -1 where none is.
    private var free: Int32 = -1
    /// By device.
    private var chains: [Chain] = []
    /// Positions of all devices.
    private(set) var count = 0

    /// Places that are kept once all have gone: a quarter more than `enough`, since positions still come
    /// while these are written.
    private static let mostPlaces = HistoryRecorder.enough / 4 * 5

    /// How many places there are, free or not.
    var placeCount: Int { links.count }

    /// All devices with positions are below this number.
    var limit: Int { chains.count }

    /// How many positions of a device wait.
    func count(of device: Int) -> Int { device < chains.count ? Int(chains[device].count) : 0 }

    /// Adds one that is newer than all others of its device.
    mutating func append(_ position: HistoryPosition, of device: Int) {
        while chains.count <= device { chains.append(Chain()) }
        var chain = chains[device]
        let place = place(Link(position: position, older: chain.newest))
        if chain.count == 0 { chain.oldest = place }
        (chain.newest, chain.count) = (place, chain.count + 1)
        chains[device] = chain
        count += 1
    }

    private mutating func place(_ link: Link) -> Int32 {
        guard free >= 0 else {
            links.append(link)
            return Int32(links.count - 1)
        }
        let place = free
        free = links[Int(place)].older
        links[Int(place)] = link
        return place
    }

    /// The oldest positions of a device, no more than there are, in their order.
    func oldest(_ most: Int, of device: Int) -> [HistoryPosition] {
        var positions: [HistoryPosition] = []
        positions.reserveCapacity(most)
        var place = place(behind: count(of: device) - most, of: device)
        while place >= 0 {
            positions.append(links[Int(place)].position)
            place = links[Int(place)].older
        }
        positions.reverse()
        return positions
    }

    /// Drops the oldest positions of a device, no more than there are.
    ///
    /// - Complexity: linear in those that are left. What goes makes a chain already, and isn't looked at:
    ///   each position lies elsewhere in memory.
    mutating func dropOldest(_ most: Int, of device: Int) {
        let gone = min(most, count(of: device))
        guard gone > 0 else { return }
        let chain = chains[device]
        let left = Int(chain.count) - gone
        var newest = chain.newest
        if left > 0 {
            let last = place(behind: left - 1, of: device)
            (newest, links[Int(last)].older) = (links[Int(last)].older, -1)
            chains[device].oldest = last
        } else {
            chains[device] = Chain()
        }
        links[Int(chain.oldest)].older = free
        free = newest
        chains[device].count = Int32(left)
        count -= gone
        if count == 0 { tidyUp() }
    }

    /// The place of the position of a device behind so many newer ones.
    private func place(behind newer: Int, of device: Int) -> Int32 {
        guard device < chains.count else { return -1 }
        var place = chains[device].newest
        for _ in 0..<newer { place = links[Int(place)].older }
        return place
    }

    /// All places are free: what comes next stands side by side.
    private mutating func tidyUp() {
        links.removeAll(keepingCapacity: links.count <= Self.mostPlaces)
        free = -1
    }
}
