/// A box around a device in which no fix can change anything, as no edge runs through it of a fence that is
/// for the device.
///
/// Each fence holds all of it, and the device is inside; or nothing of it, and the device is outside. Whether
/// a fix lies in it is four comparisons, where the fences around the fix would have to be measured. It is
/// looked for around a fix that lies in none, and ends with any change of a record of the device or of a
/// fence.
///
/// Source: the safe regions of S. Prabhakar, Y. Xia, D. V. Kalashnikov, W. G. Aref, S. E. Hambrusch, Query
/// indexing and velocity constrained indexing, IEEE Transactions on Computers 51 (2002).
struct SafeRegion {
    private var box = GridBox.corner
    /// The version of the fences that it was found by; 0: there is none.
    private var version: UInt64 = 0
    /// Fixes that pass before another is looked for.
    private var pause: UInt8 = 0
    /// As many as those will be after the next one that serves no fix.
    private var nextPause: UInt8 = 0
    /// Fixes that it has served, as far as they are counted.
    private var served: UInt8 = 0

    /// Metres around a fix in which fences are looked for.
    static let reach = 100.0
    /// The same where there are too many within those, or one whose side says nothing.
    static let shortReach = 50.0
    /// Fences around a fix beyond which none is looked for.
    static let mostFences = 64
    /// Fixes that pass at most between two searches that serve none.
    private static let longestPause: UInt8 = 64
    /// Fixes that make up for a search.
    private static let worthwhile: UInt8 = 2

    /// Whether there is none.
    var isEmpty: Bool { version == 0 }

    /// Whether a place lies in it, as long as the fences are of this version.
    @inline(__always)
    func holds(_ place: Coordinate, _ fences: UInt64) -> Bool {
        guard version == fences else { return false }
        return box.holds(place)
    }

    /// It has served a fix.
    @inline(__always)
    mutating func serve() {
        if served < Self.worthwhile { served += 1 }
    }

    /// There is none any more.
    mutating func end() { version = 0 }

    /// Whether to look for another: where the last ones have served no fix, only from time to time, so that a
    /// device that moves fast, or along an edge, costs hardly more than without.
    mutating func isDue() -> Bool {
        if served >= Self.worthwhile { (pause, nextPause, served) = (0, 0, 0) }
        guard pause == 0 else {
            pause -= 1
            return false
        }
        pause = nextPause
        nextPause = min(Self.longestPause, 2 * nextPause + 1)
        served = 0
        return true
    }

    /// Sets it around a place, as far as the sides go; there is none without.
    mutating func set(around place: GeodesicPoint, within sides: Sides?, _ fences: UInt64) {
        end()
        guard let sides, let box = GridBox(within: sides, of: place) else { return }
        self.box = box
        version = fences
    }
}
