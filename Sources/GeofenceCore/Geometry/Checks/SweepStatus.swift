/// The edges that a meridian cuts as it sweeps over the map, from south to north.
///
/// StoreKey in chunks so that a change moves few of them, however many there are.
struct SweepStatus {
    /// A place in the order.
    struct Place: Equatable {
        var chunk: Int
        var offset: Int
    }

    private var chunks: [[Int32]] = [[]]
    private static let capacity = 512

    /// Nothing cut yet.
    init() {}

    /// All edges, from south to north.
    var edges: [Int32] { chunks.flatMap(\.self) }

    /// The edge at a place, if it isn't the end.
    subscript(place: Place) -> Int32? {
        place.offset < chunks[place.chunk].count ? chunks[place.chunk][place.offset] : nil
    }

    /// The first place whose edge does not lie below, where all that do come first.
    func firstPlace(notBelow isBelow: (Int32) -> Bool) -> Place {
        var (low, high) = (0, chunks.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if let last = chunks[middle].last, isBelow(last) { low = middle + 1 } else { high = middle }
        }
        let chunk = chunks[low]
        var (first, end) = (0, chunk.count)
        while first < end {
            let middle = (first + end) / 2
            if isBelow(chunk[middle]) { first = middle + 1 } else { end = middle }
        }
        return Place(chunk: low, offset: first)
    }

    /// The edge before a place.
    func edge(before place: Place) -> Int32? {
        if place.offset > 0 { return chunks[place.chunk][place.offset - 1] }
        return place.chunk > 0 ? chunks[place.chunk - 1].last : nil
    }

    /// The edge at a place or, where that is the end of a chunk, the next one.
    func edge(from place: Place) -> Int32? {
        if let edge = self[place] { return edge }
        return place.chunk + 1 < chunks.count ? chunks[place.chunk + 1].first : nil
    }

    /// Takes out the edge at a place; the place is then that of the next one.
    mutating func remove(at place: inout Place) -> Int32? {
        if self[place] == nil, place.chunk + 1 < chunks.count {
            place = Place(chunk: place.chunk + 1, offset: 0)
        }
        guard self[place] != nil else { return nil }
        let edge = chunks[place.chunk].remove(at: place.offset)
        if chunks[place.chunk].isEmpty, chunks.count > 1 {
            chunks.remove(at: place.chunk)
            if place.chunk == chunks.count {
                place = Place(chunk: place.chunk - 1, offset: chunks[place.chunk - 1].count)
            }
        }
        return edge
    }

    /// Puts edges in at a place.
    mutating func insert(_ edges: [Int32], at place: Place) {
        chunks[place.chunk].insert(contentsOf: edges, at: place.offset)
        guard chunks[place.chunk].count > Self.capacity else { return }
        let half = chunks[place.chunk].count / 2
        chunks.insert(Array(chunks[place.chunk][half...]), at: place.chunk + 1)
        chunks[place.chunk].removeLast(chunks[place.chunk].count - half)
    }

    /// Puts one edge in the place of another.
    mutating func replace(at place: Place, with edge: Int32) {
        chunks[place.chunk][place.offset] = edge
    }
}
