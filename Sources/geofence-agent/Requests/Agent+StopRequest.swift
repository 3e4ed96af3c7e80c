import GeofenceCore

/// Changes of one stop of an itinerary.
extension Agent {
    private enum StopKey: String, ConfigurationKey {
        case itinerary, id, stop, add, move, remove, skip, revision
    }

    private static let stopHint = "say which stop by its label, such as \"stop\": \"B\""

    /// Adds a stop, moves, removes or skips one.
    mutating func changeStop(_ request: Request, at now: Timestamp) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, StopKey.self)
        var entry = try known(reader, .itinerary, .id)
        let before = entry.itinerary
        let revision = try reader.optional(.revision) { $0.text() }
        guard revision == nil || revision == before.revision else {
            throw RequestProblem(
                "\"\(before.id)\" has changed meanwhile; look at what it is now, and change it with that revision",
                details: .members([("conflict", Self.conflict(entry))])
            )
        }
        let acts: [StopKey] = [.add, .move, .remove, .skip]
        let wanted = acts.filter { reader[$0] != nil }
        guard wanted.count == 1, let act = wanted.first else {
            throw RequestProblem("say one of \"add\", \"move\", \"remove\" and \"skip\"")
        }
        switch act {
        case .add: try add(reader, &entry)
        case .move: try move(reader, &entry)
        case .remove: try remove(reader, &entry)
        default:
            let index = try stop(reader, entry)
            if try reader.optional(.skip, { $0.flag() }) == true { entry.progress.skip(index) }
        }
        if entry.itinerary != before {
            entry.isOwn = true
            try check(entry.itinerary)
        }
        if entry.state == .done, !entry.progress.isDone { entry.state = stateAnew(entry) }
        // Where it is done, the next one of the device begins when this is put in.
        _ = entry.finishIfDone()
        change([(before.id, entry)], at: now)
        return describe(before.id)
    }

    /// What an itinerary that was done is with a stop left: a device is on one at a time.
    private func stateAnew(_ entry: ItineraryEntry) -> ItineraryEntry.State {
        guard let device = entry.itinerary.device, itineraries.active(device) != nil else { return .active }
        return .planned
    }

    /// The stop that is meant.
    private func stop(_ reader: RequestReader<StopKey>, _ entry: ItineraryEntry) throws(RequestProblem) -> Int
    {
        let count = entry.itinerary.stops.count
        let label = try reader.required(.stop, Self.stopHint) { $0.text() }
        guard let index = StopLabel.index(label, among: count) else {
            throw RequestProblem(
                "there is no stop \"\(label.prefix(8))\"; the stops of \"\(entry.itinerary.id)\" are A to \(StopLabel.text(count - 1))"
            )
        }
        return index
    }

    private func add(
        _ reader: RequestReader<StopKey>,
        _ entry: inout ItineraryEntry
    ) throws(RequestProblem) {
        let count = entry.itinerary.stops.count
        guard count < port.settings.limits.maxStops else {
            throw RequestProblem(
                "an itinerary may have \(port.settings.limits.maxStops) stops (limits.maxStops); remove one first"
            )
        }
        let new = try reader.required(.add, "give its latitude and longitude") { Stop(reading: $0) }
        let index = reader[.stop] == nil ? count : try stop(reader, entry)
        guard entry.itinerary.fenceID(count) != nil else {
            throw RequestProblem(
                "\"\(entry.itinerary.id)\" is too long: with the label of a stop behind it, an id may have \(Identifier.maximumBytes) bytes"
            )
        }
        entry.itinerary.stops.insert(new, at: index)
        entry.progress.insert(index)
    }

    private func remove(
        _ reader: RequestReader<StopKey>,
        _ entry: inout ItineraryEntry
    ) throws(RequestProblem) {
        let index = try stop(reader, entry)
        guard try reader.optional(.remove, { $0.flag() }) == true else { return }
        guard entry.itinerary.stops.count > 1 else {
            throw RequestProblem("it is the only stop; remove the itinerary by \"itinerary/remove\"")
        }
        entry.itinerary.stops.remove(at: index)
        entry.progress.remove(index)
    }

    /// A stop comes to another place in the order, by a label or a number from 1, or is another.
    private func move(
        _ reader: RequestReader<StopKey>,
        _ entry: inout ItineraryEntry
    ) throws(RequestProblem) {
        let index = try stop(reader, entry)
        let count = entry.itinerary.stops.count
        guard let value = reader[.move] else { return }
        switch value.node.value {
        case .object:
            let old = entry.itinerary.stops[index]
            let new = try reader.required(.move, Self.stopHint) { $0.changed(old) }
            entry.itinerary.stops[index] = new
            if new.place != old.place { entry.progress.relocate(index) }
        case .string(let label):
            guard let place = StopLabel.index(label, among: count) else {
                throw RequestProblem("there is no stop \"\(label.prefix(8))\" to move it to")
            }
            entry.reorder(index, to: place)
        default:
            let place = try reader.required(.move, Self.stopHint) { $0.integer(1...count) }
            entry.reorder(index, to: place - 1)
        }
    }
}

extension ItineraryEntry {
    fileprivate mutating func reorder(_ index: Int, to place: Int) {
        guard index != place else { return }
        let stop = itinerary.stops.remove(at: index)
        itinerary.stops.insert(stop, at: place)
        progress.move(index, to: place)
    }
}

extension ValueReader {
    /// A stop with other values for the keys that stand here; null takes one out.
    fileprivate func changed(_ stop: Stop) -> Stop? {
        guard case .object(let new) = node.value, case .object(let old) = JSONValue.members(stop.members)
        else { return nil }
        let kept = old.filter { member in !new.contains { $0.key == member.key } }
        let all = kept + new.filter { $0.node.value != .null }
        let merged = JSONNode(position: node.position, value: .object(all))
        return Stop(reading: ValueReader(node: merged, path: path, reading: reading))
    }
}
