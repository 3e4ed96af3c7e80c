import GeofenceCore

/// An itinerary with what has become of it.
struct ItineraryEntry: Hashable, Sendable {
    /// How far it is.
    enum State: String, Hashable, Sendable {
        /// It waits: for a device, or for another itinerary of the same one.
        case planned
        /// The device is on its way.
        case active
        /// All stops are done or skipped.
        case done
    }

    var itinerary: Itinerary
    /// Whether it was set at run time; else it is the configuration's.
    var isOwn: Bool
    /// When it came, counted up: of several of a device the first that isn't done is active.
    var order: UInt64
    var state = State.planned
    var progress: ItineraryProgress

    init(_ itinerary: Itinerary, isOwn: Bool, order: UInt64) {
        (self.itinerary, self.isOwn, self.order) = (itinerary, isOwn, order)
        progress = ItineraryProgress(stops: itinerary.stops.count)
    }

    /// It begins, or begins anew; what was skipped or done before it had to wait stays so.
    mutating func begin() {
        if state != .planned { progress = ItineraryProgress(stops: itinerary.stops.count) }
        state = .active
    }

    /// It waits again, with nothing done.
    mutating func reset() {
        state = .planned
        progress = ItineraryProgress(stops: itinerary.stops.count)
    }

    /// Looks whether all stops are done; then it is, or begins anew.
    ///
    /// - Returns: whether it is done for good.
    mutating func finishIfDone() -> Bool {
        guard state == .active, progress.isDone else { return false }
        if itinerary.repeats {
            // Where every stop is skipped it would begin anew for ever.
            begin()
            progress.isSettled = true
            return false
        }
        state = .done
        return true
    }
}

extension ItineraryEntry {
    func write(to writer: inout ByteWriter) {
        itinerary.write(to: &writer)
        writer.flag(isOwn)
        writer.count(order)
        writer.byte(state == .planned ? 0 : state == .active ? 1 : 2)
        progress.write(to: &writer)
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        itinerary = try Itinerary(from: &reader)
        isOwn = try reader.flag()
        order = try reader.count()
        switch try reader.byte() {
        case 0: state = .planned
        case 1: state = .active
        case 2: state = .done
        default: throw reader.damaged
        }
        progress = try ItineraryProgress(from: &reader)
        guard progress.visits.count == itinerary.stops.count else { throw reader.damaged }
    }
}
