import GeofenceCore

/// Itineraries that are set, changed and removed: their fences are inputs as others, and then the output
/// notes what has become of them, so that a recovery goes through the same.
extension Agent {
    /// All itineraries.
    var itineraries: ItineraryBook { outputs.of(ItineraryOutput.self)?.book ?? ItineraryBook() }

    /// Puts itineraries in the places of those with their ids, or takes them out; their fences with them.
    mutating func change(_ changes: [(id: Identifier, entry: ItineraryEntry?)], at now: Timestamp) {
        changeStopFences(changes, at: now)
        var book = itineraries
        let before = book.entries
        var devices: Set<Identifier> = []
        for (id, entry) in changes {
            devices.formUnion([before[id]?.itinerary.device, entry?.itinerary.device].compactMap(\.self))
            book[id] = entry
        }
        let heading = itineraries.headingDevices(devices)
        for device in devices.sorted() { book.settle(device, tracker) }
        let touched = Set(changes.map(\.id)).union(devices.flatMap { book.ofDevice[$0] ?? [] })
        let changed = touched.filter { before[$0] != book[$0] }.sorted()
        for id in changed { note(id, book[id]) }
        publishItineraries(changed, of: devices, arrived: heading.filter { !book.isHeading($0) }, at: now)
    }

    /// Brings the fences of stops in line with what itineraries are to be.
    private mutating func changeStopFences(
        _ changes: [(id: Identifier, entry: ItineraryEntry?)],
        at now: Timestamp
    ) {
        let book = itineraries
        let new = changes.compactMap { $0.entry?.itinerary }
        let taken: Set<Identifier> = new.isEmpty ? [] : configuredFenceIDs
        let wanted = new.flatMap { stopFences(of: $0, besides: taken) }
        let ids = Set(wanted.map(\.id))
        let old = changes.flatMap { change in book[change.id]?.itinerary.fenceIDs.map(\.id) ?? [] }
        changeFences(
            setting: wanted.filter { runtimeFences[$0.id] != $0 },
            removing: old.filter { !ids.contains($0) && runtimeFences[$0] != nil },
            at: now
        )
    }

    private mutating func note(_ id: Identifier, _ entry: ItineraryEntry?) {
        perform(.output(ItineraryOutput.storeName, ItineraryBook.note(id, entry)))
    }

    /// Publishes what has become of itineraries; the topics of those that are gone go.
    private mutating func publishItineraries(
        _ ids: [Identifier],
        of devices: Set<Identifier>,
        arrived: [Identifier],
        at now: Timestamp
    ) {
        port.now = now
        outputs.change(ItineraryOutput.self) { output in
            output.hasChanged(ids, of: devices)
            output.forgetArrivals(of: arrived)
        }
        for device in arrived { port.clear(port.topics.eta(device)) }
        guard let output = outputs.of(ItineraryOutput.self) else { return }
        for id in ids { output.publish(id, tracker, &port) }
    }

    /// The fences of an itinerary's stops, but for those whose ids the configuration needs for its own.
    private func stopFences(of itinerary: Itinerary, besides taken: Set<Identifier>) -> [Fence] {
        itinerary.fences(port.settings.rules).filter { !taken.contains($0.id) }
    }

    /// The ids of the configuration's fences and groups.
    private var configuredFenceIDs: Set<Identifier> {
        Set(port.settings.fences.lazy.map(\.id)).union(port.settings.fences.flatMap(\.groups))
    }

    /// Whether itineraries, and the fences of their stops, are as the configuration wants them.
    var hasConfiguredItineraries: Bool {
        let book = itineraries
        guard !book.isEmpty || !port.settings.itineraries.isEmpty else { return true }
        guard book.isConfigured(configuredItineraries) else { return false }
        let wanted = wantedStopFences(book)
        return book.stops.keys.allSatisfy { runtimeFences[$0] == wanted[$0] }
    }

    /// Brings itineraries, and the fences of their stops, in line with the configuration; a checkpoint has to
    /// follow.
    mutating func reviewItineraries(at now: Timestamp) {
        let before = itineraries
        guard !before.isEmpty || !port.settings.itineraries.isEmpty else { return }
        let wantedItineraries = configuredItineraries
        warnOfConflicts()
        var gone: [Identifier] = []
        outputs.change(ItineraryOutput.self) { output in
            gone = output.configure(wantedItineraries)
        }
        port.now = now
        for id in gone { port.clear(port.topics.itinerary(id)) }
        let book = itineraries
        for device in before.headingDevices(before.devices) where !book.isHeading(device) {
            port.clear(port.topics.eta(device))
        }
        let wanted = wantedStopFences(book)
        for id in Set(before.stops.keys).union(book.stops.keys).sorted() where wanted[id] != runtimeFences[id]
        {
            tracker.review(id, wanted[id])
        }
    }

    private func wantedStopFences(_ book: ItineraryBook) -> [Identifier: Fence] {
        let taken = configuredFenceIDs
        var fences: [Identifier: Fence] = [:]
        for entry in book.entries.values {
            for fence in stopFences(of: entry.itinerary, besides: taken) { fences[fence.id] = fence }
        }
        return fences
    }

    /// Refuses to touch the fence of a stop by itself.
    func checkNoStop(_ id: Identifier) throws(RequestProblem) {
        guard let stop = itineraries.stops[id] else { return }
        throw RequestProblem(
            "\"\(id)\" is the stop \(StopLabel.text(stop.index)) of the itinerary \"\(stop.itinerary)\"; change it by \"itinerary/stop\", or choose another id"
        )
    }
}
