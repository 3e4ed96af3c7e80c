import GeofenceCore

/// All outputs, in the order in which they are called.
struct Outputs {
    /// Those that there are; the last only where another agent computes the same.
    static func list(_ history: HistorySettings?, _ standby: Standby? = nil) -> [any Output] {
        let list: [any Output] = [
            TopicOutput(), PlaceOutput(), NearbyOutput(), HomeAssistantOutput(), OwnTracksOutput(),
            ItineraryOutput(), ShardOutput(), HistoryRecorder(history), MapOutput(),
        ]
        return list + (standby == nil ? [] : [StandbyOutput()])
    }

    private var list: [any Output]
    private var interests: [Interest] = []
    /// Which of them are called for each message.
    private var addressees: [Int] = []
    /// Which of them are called for a position that changes nothing else.
    private var followers: [Int] = []
    private var readers: [Int] = []
    /// Which of them keep where devices were.
    private var trackers: [Int] = []
    /// Which of them have rows of their own in the store.
    private var keepers: [Int] = []
    /// What anybody is called for.
    private(set) var interest: Interest = []
    /// The retained topics that have yet to be published again; nil: none.
    private var refresh: RetainedRefresh?

    init(_ list: [any Output], _ settings: AgentSettings) {
        self.list = list
        use(settings)
    }

    /// All that there are for an agent of these settings.
    init(_ settings: AgentSettings) {
        self.init(Self.list(settings.history, settings.standby), settings)
    }

    /// An output, to be asked.
    func of<Kind: Output>(_ kind: Kind.Type) -> Kind? { index(of: kind).flatMap { list[$0] as? Kind } }

    /// Types are compared before any is cast: a request of ten thousand fences asks for each of them.
    private func index<Kind: Output>(of kind: Kind.Type) -> Int? {
        list.firstIndex { type(of: $0) == kind }
    }

    /// Changes the output of a kind.
    mutating func change<Kind: Output>(_ kind: Kind.Type, _ body: (inout Kind) -> Void) {
        guard var output = takeOut(kind) else { return }
        body(&output)
        putBack(output)
    }

    /// Takes an output out, to be changed without a copy of all that it has; `putBack` goes with it.
    mutating func takeOut<Kind: Output>(_ kind: Kind.Type) -> Kind? {
        guard let index = index(of: kind), let output = list[index] as? Kind else { return nil }
        list[index] = Vacancy()
        return output
    }

    mutating func putBack(_ output: some Output) {
        guard let index = list.firstIndex(where: { $0 is Vacancy }) else {
            preconditionFailure("an output is put back that was not taken out")
        }
        list[index] = output
    }

    /// The place of an output that is taken out.
    private struct Vacancy: Output { let name = "" }

    /// What they subscribe to.
    var filters: [String] { list.flatMap(\.filters) }

    /// New settings count from now on.
    mutating func use(_ settings: AgentSettings) {
        for index in list.indices { list[index].use(settings) }
        reviewInterests()
    }

    private mutating func reviewInterests() {
        interests = list.map(\.interest)
        interest = interests.reduce([]) { $0.union($1) }
        followers = interests.indices.filter { interests[$0].contains(.positions) }
        addressees = interests.indices.filter { interests[$0].contains(.addresses) }
        readers = interests.indices.filter { interests[$0].contains(.messages) }
        trackers = interests.indices.filter { interests[$0].contains(.track) }
        keepers = interests.indices.filter { interests[$0].contains(.rows) }
    }
}

// MARK: - What has happened

extension Outputs {
    /// Whether anybody has something to publish of what an input has brought about.
    mutating func areConcerned(
        _ contents: Interest,
        _ effects: borrowing Effects,
        at now: Timestamp
    ) -> Bool {
        if contents == .positions {
            for index in followers where list[index].isConcerned(contents, effects, at: now) { return true }
            return false
        }
        for index in interests.indices
        where !interests[index].isDisjoint(with: contents)
            && list[index].isConcerned(contents, effects, at: now)
        { return true }
        return false
    }

    /// What they make of a position that has changed nothing else: the most that anybody does.
    ///
    /// It isn't inlined, as whoever calls it may change an output next, for which each would be copied first.
    @inline(never)
    func attention(
        to observation: borrowing Observation,
        of device: Int,
        _ port: inout OutputPort
    ) -> Attention {
        var most = Attention.none
        for index in followers {
            switch list[index].attention(to: observation, of: device, &port) {
            case .none: continue
            case .later: most = .later
            case .now: return .now
            }
        }
        return most
    }

    /// Has those who publish positions remember that a device has moved.
    mutating func noteMove(of device: Int) {
        for index in followers { list[index].noteMove(of: device) }
    }

    /// Has those keep positions that keep where devices were.
    mutating func keepTrack(_ positions: [Effects.TakenPosition]) {
        for index in trackers { list[index].keep(positions) }
    }

    /// Calls those that are concerned by what an input has brought about.
    mutating func publish(
        _ contents: Interest,
        _ effects: Effects,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        // Before as well: an output that asks for one elsewhere would have it published as another event.
        port.dropEventTexts()
        for index in interests.indices where !interests[index].isDisjoint(with: contents) {
            list[index].publish(effects, tracker, &port)
        }
        port.dropEventTexts()
    }

    mutating func pointsChanged(_ tracker: borrowing Tracker, _ port: inout OutputPort) {
        for index in list.indices { list[index].pointsChanged(tracker, &port) }
    }

    mutating func fencesConfigured(_ tracker: borrowing Tracker, _ port: inout OutputPort) {
        for index in list.indices { list[index].fencesConfigured(tracker, &port) }
    }

    /// A device has reported on a topic.
    mutating func reported(
        _ device: Int,
        _ source: Int,
        on topic: UnsafeRawBufferPointer,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        for index in addressees { list[index].reported(device, source, on: topic, tracker, &port) }
    }

    /// A device has said something new of itself beside where it is.
    mutating func detailChanged(
        _ detail: DeviceDetail,
        of device: Int,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        for index in list.indices { list[index].detailChanged(detail, of: device, tracker, &port) }
    }

    /// Whether a message on a topic may be for one of them.
    ///
    /// It isn't inlined: see `attention(to:of:_:)`.
    @inline(never)
    func mayRead(_ topic: UnsafeRawBufferPointer) -> Bool {
        for index in readers where list[index].mayRead(topic) { return true }
        return false
    }

    /// Hands a message to the output whose topic it is on; nil where it is on nobody's.
    mutating func receive(
        _ message: ReceivedMessage,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) throws(Rejection) -> [Input]? {
        for index in readers {
            if let inputs = try list[index].receive(message, tracker, &port) { return inputs }
        }
        return nil
    }

    mutating func wasRefused(_ topic: String, _ port: inout OutputPort) {
        for index in list.indices { list[index].wasRefused(topic, &port) }
    }
}

// MARK: - Background work

extension Outputs {
    // Each turn of the loop asks: a loop over the list itself would copy each of them.
    func hasWork(_ port: borrowing OutputPort) -> Bool {
        for index in list.indices where list[index].hasWork(port) { return true }
        return false
    }

    var nextWork: Timestamp? {
        var next: Timestamp?
        for index in list.indices { next = next.orLesser(list[index].nextWork) }
        return next
    }

    mutating func work(_ tracker: borrowing Tracker, _ port: inout OutputPort) {
        for index in list.indices { list[index].work(tracker, &port) }
        for name in port.drainRefreshes().sorted() { beginRefresh(of: name) }
        if port.drainReview() { reviewInterests() }
    }
}

// MARK: - Retained topics

extension Outputs {
    /// Whether retained topics have yet to be published again.
    var isRefreshing: Bool { refresh != nil }

    /// Begins to publish all that is retained once more.
    mutating func beginRefresh() { refresh = RetainedRefresh(list.indices) }

    private mutating func beginRefresh(of name: String) {
        guard let index = list.firstIndex(where: { $0.name == name }) else { return }
        if refresh == nil { refresh = RetainedRefresh([]) }
        refresh?.begin(with: index)
    }

    /// The connection is gone: the next one begins anew.
    mutating func endRefresh() { refresh = nil }

    /// The next retained topic with its payload as of now; nil at the end.
    mutating func nextRefresh(
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings
    ) -> (topic: String, payload: [UInt8])? {
        guard let next = refresh?.next(&list, tracker, settings) else {
            refresh = nil
            return nil
        }
        return next
    }
}

// MARK: - Forgetting a device

extension Outputs {
    mutating func withdraw(_ device: Int, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        // The other way round: what is made of topics, such as entities, goes before the topics.
        for index in list.indices.reversed() { list[index].withdraw(device, tracker, &port) }
    }

    mutating func drop(
        _ device: Int,
        _ id: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) -> [Input] {
        var inputs: [Input] = []
        for index in list.indices { inputs += list[index].drop(device, id, tracker, &port) }
        return inputs
    }
}

// MARK: - Memory beyond the process

extension Outputs {
    /// What a checkpoint has to keep of them, by their names.
    var checkpoint: [(name: String, value: [UInt8])] {
        list.compactMap { output in output.checkpoint.map { (output.name, $0) } }
    }

    mutating func didCheckpoint() {
        for index in list.indices { list[index].didCheckpoint() }
    }

    /// Reads back what checkpoints have kept.
    mutating func restore(_ stored: [String: [UInt8]]) throws(DamagedBytes) {
        for index in list.indices {
            if let bytes = stored[list[index].name] { try list[index].restore(bytes) }
        }
    }

    /// Whether an output of a name can read what a checkpoint has kept; false where there is none.
    static func canRestore(_ bytes: [UInt8], _ name: String) throws(DamagedBytes) -> Bool {
        guard var output = (list(nil) + [StandbyOutput()]).first(where: { $0.name == name }) else {
            return false
        }
        try output.restore(bytes)
        return true
    }

    /// Has an output remember what it has noted; one that is no longer there has no use for it.
    mutating func recall(_ note: [UInt8], of name: String) throws(DamagedBytes) {
        for index in list.indices where list[index].name == name { try list[index].recall(note) }
    }

    /// What they have to remember of a device, by their names.
    func notes(of device: Identifier) -> [(name: String, note: [UInt8])] {
        list.flatMap { output in output.notes(of: device).map { (output.name, $0) } }
    }

    /// Has them remember what an input of the journal brought about.
    mutating func recover(_ contents: Interest, _ effects: Effects, _ tracker: borrowing Tracker) {
        for index in interests.indices where !interests[index].isDisjoint(with: contents) {
            list[index].recover(effects, tracker)
        }
    }

    mutating func didRecover(_ tracker: borrowing Tracker, _ settings: AgentSettings) {
        for index in list.indices { list[index].didRecover(tracker, settings) }
    }
}

// MARK: - Rows of their own in the store

extension Outputs {
    mutating func isCommitDue(_ uptime: Int64) -> Bool {
        var isDue = false
        for index in keepers where list[index].isCommitDue(uptime) { isDue = true }
        return isDue
    }

    mutating func writeAhead() -> Bool {
        var isMuch = false
        for index in keepers where list[index].writeAhead() { isMuch = true }
        return isMuch
    }

    func addRows(to batch: inout Batch, _ share: RowShare, _ tracker: borrowing Tracker) {
        for index in keepers { list[index].addRows(to: &batch, share, tracker) }
    }

    mutating func didCommitRows(_ share: RowShare) {
        for index in keepers { list[index].didCommitRows(share) }
    }
}
