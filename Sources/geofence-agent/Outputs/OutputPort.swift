import GeofenceCore
import MQTT

/// What all outputs share: the settings, the way to the broker and into the journal, counts and remarks.
struct OutputPort {
    var settings: AgentSettings { didSet { nearestPoints.reset() } }
    /// What is to be published.
    var outbox: Outbox
    /// The inputs that the store's last checkpoint doesn't have.
    var journal = Journal()
    /// What servers are asked over HTTP.
    var outbound = OutboundDesk()
    /// Questions about the past, for another thread.
    var pastDesk = PastDesk()
    /// What fences have become, until it is in the store.
    var fenceVersions: [FenceVersion] = []
    /// The points of interest near devices.
    var nearestPoints = NearestPoints()
    var counters = Counters()
    /// The moment of the input that is followed up, or of the work that is done.
    var now = Timestamp(milliseconds: 0)
    /// Rows in the outbox up to which background work may add more: what can be on its way at once.
    var room = Connection.window
    /// Whether the log wants to know of each position and event.
    var isVerbose = false
    /// What the log has yet to say; not all, where much comes at once.
    private(set) var remarks: [Remark] = []
    /// The outputs whose retained topics are to be published again, by their names.
    private(set) var refreshes: Set<String> = []

    /// Whether an output is interested in other things than before.
    private var wantsReview = false
    /// Texts of the first events of the effects at hand.
    private var eventTexts: [EventText] = []

    /// Something that is passed over, for the person who reads the log.
    struct Remark: Hashable {
        /// What, and of which phone or fences.
        var text, of: String
        /// Whether it is worth a look; else it is what happens when all is well.
        var isNotable = false
        /// The device and the fence that it is about, where it is about one.
        var device, fence: Identifier?
        var kind: LogKind?
    }

    init(_ settings: AgentSettings, _ outbox: Outbox) {
        (self.settings, self.outbox) = (settings, outbox)
    }

    var topics: Topics { settings.topics }
    /// Whether there are questions that leave behind the next commit.
    var hasQuestions: Bool { outbound.hasLeaving || pastDesk.hasLeaving }
    /// Whether background work may add rows.
    var hasRoom: Bool { outbox.count < room }

    /// The version of the points that are nearest to a device at a place; nil where there are no points.
    ///
    /// To look at the settings has its price, and most positions need none of it.
    mutating func versionOfPoints(near device: Int, at place: Coordinate) -> UInt64? {
        if let known = nearestPoints.knownVersion(near: device, at: place) { return known }
        guard let pois = settings.pois else { return nil }
        return nearestPoints.version(near: device, at: place, pois)
    }

    /// The text of an event of the effects at hand; the next output that asks for it gets the same bytes.
    mutating func text(
        ofEvent index: Int,
        _ effects: Effects,
        _ tracker: borrowing Tracker
    ) -> EventText {
        if index < eventTexts.count { return eventTexts[index] }
        let names = tracker.details.names
        let text = Reports.text(of: effects.events[index], settings.additions, names: names)
        if index == eventTexts.count { eventTexts.append(text) }
        return text
    }

    /// Forgets the texts of events: the effects at hand are others, or none.
    mutating func dropEventTexts() { eventTexts.removeAll(keepingCapacity: eventTexts.count < 64) }

    /// Puts a message into the outbox.
    mutating func publish(_ topic: String, _ payload: [UInt8], isRetained: Bool = true) {
        outbox.add(topic: topic, payload: payload, isRetained: isRetained, time: now.milliseconds)
    }

    /// Takes a retained topic off the broker.
    mutating func clear(_ topic: String) { publish(topic, []) }

    /// Keeps in the journal what an output remembers from now on.
    mutating func note(_ bytes: [UInt8], of output: some Output) {
        journal.append(.output(output.name, bytes))
    }

    /// Has something written into the log, unless much waits already.
    mutating func remark(_ text: String, of: String, isNotable: Bool = false) {
        remark(Remark(text: text, of: of, isNotable: isNotable))
    }

    /// The same about a device.
    mutating func remark(
        _ text: String,
        of device: Identifier,
        fence: Identifier? = nil,
        kind: LogKind? = nil,
        isNotable: Bool = false
    ) {
        let name = device.description
        remark(
            Remark(text: text, of: name, isNotable: isNotable, device: device, fence: fence, kind: kind)
        )
    }

    private mutating func remark(_ remark: Remark) { if remarks.count < 8 { remarks.append(remark) } }

    /// The log has the remarks.
    mutating func didWriteRemarks() { remarks.removeAll() }

    /// Has the retained topics of an output published again.
    mutating func refresh(_ output: some Output) { refreshes.insert(output.name) }

    /// Has outputs asked again what they are called for; in the course of background work alone.
    mutating func reviewInterests() { wantsReview = true }

    /// Whether they are to be asked.
    mutating func drainReview() -> Bool {
        defer { wantsReview = false }
        return wantsReview
    }

    /// Takes the outputs whose retained topics are to be published again.
    mutating func drainRefreshes() -> Set<String> {
        defer { refreshes = [] }
        return refreshes
    }
}
