import GeofenceCore

/// How far a device has come along its stops, by enters and exits alone.
///
/// Stops before `position` are done or skipped. One is done with the exit after an enter, or when the next
/// one is entered; entering a later one from elsewhere skips those between.
struct ItineraryProgress: Hashable, Sendable {
    /// What is known of a stop.
    struct Visit: Hashable, Sendable {
        var isSkipped = false
        var arrived: Timestamp?
        var departed: Timestamp?
    }

    /// What a stop is at the moment.
    enum Status: String { case done, inside, next, pending, skipped }

    /// By stop.
    private(set) var visits: [Visit]
    /// The stop that the device is at or heads for; behind the last where all are done.
    private(set) var position = 0
    /// Whether it is there.
    private(set) var isInside = false
    /// Whether it has been looked where the device is to begin with.
    var isSettled = false

    init(stops count: Int) { visits = Array(repeating: Visit(), count: count) }

    /// Whether all stops are done or skipped.
    var isDone: Bool { position >= visits.count }

    /// The stop that comes next: not the one that the device is at.
    var next: Int? {
        let next = isInside ? open(from: position + 1) : position
        return next < visits.count ? next : nil
    }

    /// What a stop is, while the itinerary is on.
    func status(_ index: Int) -> Status {
        if visits[index].isSkipped { return .skipped }
        if index < position { return .done }
        if index == position, isInside { return .inside }
        return index == next ? .next : .pending
    }

    /// The first stop from a place on that is not skipped.
    private func open(from index: Int) -> Int {
        visits.indices.first { $0 >= index && !visits[$0].isSkipped } ?? visits.count
    }

    /// The device has come into a stop's fence.
    mutating func enter(_ index: Int, at time: Timestamp) {
        guard index >= position, index < visits.count, !visits[index].isSkipped else { return }
        if isInside {
            // Of fences that overlap, only the next one ends the stop at which the device is.
            guard index == open(from: position + 1) else { return }
            depart(at: time)
        }
        for passed in position..<max(position, index) { visits[passed].isSkipped = true }
        position = index
        isInside = true
        visits[index].arrived = time
    }

    /// The device has left a stop's fence.
    mutating func leave(_ index: Int, at time: Timestamp) {
        if isInside, index == position { depart(at: time) }
    }

    private mutating func depart(at time: Timestamp) {
        visits[position].departed = time
        isInside = false
        position = open(from: position + 1)
    }

    /// What has come late, when the device had gone on: a stop that was passed over was not.
    mutating func enteredLate(_ index: Int, at time: Timestamp) {
        guard visits.indices.contains(index), visits[index].arrived == nil else { return }
        visits[index].arrived = time
    }

    /// What has come late: a stop that it was at after all is done; where it lies ahead, those before it are
    /// passed over.
    mutating func leftLate(_ index: Int, at time: Timestamp) {
        guard visits.indices.contains(index), let arrived = visits[index].arrived,
            visits[index].departed == nil
        else { return }
        if index >= position {
            // Whoever is at a stop, or has left one later than that, has yet to come there in its turn.
            let isInTurn = visits[..<position].allSatisfy { ($0.departed ?? arrived) <= arrived }
            guard !isInside, !visits[index].isSkipped, isInTurn else {
                if !isInside || index > position { visits[index].arrived = nil }
                return
            }
            for passed in position..<index { visits[passed].isSkipped = true }
            position = open(from: index + 1)
        }
        visits[index].departed = time
        visits[index].isSkipped = false
    }
}

// MARK: - Changes by people

extension ItineraryProgress {
    /// A stop is left out.
    mutating func skip(_ index: Int) {
        guard index >= position, index < visits.count else { return }
        visits[index].isSkipped = true
        guard index == position else { return }
        isInside = false
        position = open(from: position)
    }

    /// There is a new stop at a place; one before those that are done counts as skipped.
    mutating func insert(_ index: Int) {
        let isBehind = index < position || index == position && isInside
        visits.insert(Visit(isSkipped: isBehind), at: index)
        if isBehind { position += 1 }
    }

    /// A stop is taken out.
    mutating func remove(_ index: Int) {
        visits.remove(at: index)
        if index == position { isInside = false } else if index < position { position -= 1 }
        position = isInside ? position : open(from: position)
    }

    /// A stop goes to another place in the order; a done one that comes behind the others is to be done once
    /// more.
    mutating func move(_ index: Int, to new: Int) {
        let (old, wasBehind) = (visits[index], index < position)
        remove(index)
        guard wasBehind, new <= position else { return insert(new) }
        visits.insert(old, at: new)
        position += 1
    }

    /// A stop is elsewhere: whoever was there is no longer.
    mutating func relocate(_ index: Int) {
        guard index == position else { return }
        isInside = false
        visits[index].arrived = nil
    }
}

// MARK: - For the store

extension ItineraryProgress {
    func write(to writer: inout ByteWriter) {
        writer.list(visits) { writer, visit in
            writer.flag(visit.isSkipped)
            writer.optional(visit.arrived) { $0.timestamp($1) }
            writer.optional(visit.departed) { $0.timestamp($1) }
        }
        writer.count(UInt64(position))
        writer.flag(isInside)
        writer.flag(isSettled)
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        visits = try reader.list { reader throws(DamagedBytes) in
            Visit(
                isSkipped: try reader.flag(),
                arrived: try reader.optional { reader throws(DamagedBytes) in try reader.timestamp() },
                departed: try reader.optional { reader throws(DamagedBytes) in try reader.timestamp() }
            )
        }
        position = Int(clamping: try reader.count())
        isInside = try reader.flag()
        isSettled = try reader.flag()
        guard position <= visits.count, !isInside || position < visits.count else { throw reader.damaged }
    }
}
