import GeofenceCore

/// A part of what the agent tells others, or keeps for them, with all the memory that it needs for that.
///
/// Each lies in a folder of its own. A new one adds its folder, and a line in `Outputs.list`. It never
/// changes the tracker: where it wants that, as a phone's waypoints do, it answers with inputs.
protocol Output {
    /// The name under which the journal and the store keep its memory.
    var name: String { get }
    /// What it is called for; nothing where it is off.
    var interest: Interest { get }
    /// What it subscribes to.
    var filters: [String] { get }

    /// New settings count from now on, at a start and when the configuration is read again.
    mutating func use(_ settings: AgentSettings)

    // MARK: What has happened

    /// Whether it has anything to publish, as far as it knows without the tracker: to hand that on has its
    /// price, and most positions change nothing.
    mutating func isConcerned(_ contents: Interest, _ effects: borrowing Effects, at now: Timestamp) -> Bool
    /// What it makes of a position of a device that has changed nothing else.
    ///
    /// It is asked with most messages, and leaves the output as it is: a call that may change it costs more.
    func attention(
        to observation: borrowing Observation,
        of device: Int,
        _ port: inout OutputPort
    ) -> Attention
    /// Remembers that a device has moved, where it has to publish that later.
    mutating func noteMove(of device: Int)
    /// Publishes what an input has brought about; for what is in `interest` alone.
    mutating func publish(_ effects: Effects, _ tracker: borrowing Tracker, _ port: inout OutputPort)
    /// Keeps positions of which nothing else follows, where it has `.track` in its interest.
    mutating func keep(_ positions: [Effects.TakenPosition])
    /// The configuration's points of interest are others than those that it was computed from, as of
    /// `port.now`.
    mutating func pointsChanged(_ tracker: borrowing Tracker, _ port: inout OutputPort)
    /// The fences of the configuration are in force, as of `port.now`; a checkpoint follows.
    mutating func fencesConfigured(_ tracker: borrowing Tracker, _ port: inout OutputPort)
    /// A device has reported on a topic of a source, by its place in the settings.
    mutating func reported(
        _ device: Int,
        _ source: Int,
        on topic: UnsafeRawBufferPointer,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    )
    /// A device has said something new of itself beside where it is; what it said of that is published.
    mutating func detailChanged(
        _ detail: DeviceDetail,
        of device: Int,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    )
    /// Whether a message on a topic may be for it.
    func mayRead(_ topic: UnsafeRawBufferPointer) -> Bool
    /// Reads a message on a topic that it has subscribed to by `filters`.
    ///
    /// - Returns: the inputs that follow from it; nil where the topic is none of its own.
    /// - Throws: why the message is refused.
    mutating func receive(
        _ message: ReceivedMessage,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) throws(Rejection) -> [Input]?
    /// The broker has refused a message for good.
    mutating func wasRefused(_ topic: String, _ port: inout OutputPort)

    // MARK: Background work

    /// Whether there is something to do without any message, and room for it.
    func hasWork(_ port: borrowing OutputPort) -> Bool
    /// When there will be.
    var nextWork: Timestamp? { get }
    /// Does a slice of it: as much as there is room for in the outbox, and as the loop can wait for.
    mutating func work(_ tracker: borrowing Tracker, _ port: inout OutputPort)

    // MARK: Retained topics

    /// The retained topics that it stands for: those of a device, or those that are no device's.
    func retained(_ device: Int?, _ tracker: borrowing Tracker, _ settings: AgentSettings) -> [RetainedTopic]
    /// What one of them says now; nil where it is no longer there.
    mutating func payload(
        of topic: RetainedTopic,
        _ device: Int?,
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings
    ) -> [UInt8]?

    // MARK: Forgetting a device

    /// Takes back all that it has published of a device, which is about to be forgotten.
    mutating func withdraw(_ device: Int, _ tracker: borrowing Tracker, _ port: inout OutputPort)
    /// Drops what it remembers of a device, which is gone; another may get its number.
    ///
    /// - Returns: the inputs that follow from it.
    mutating func drop(
        _ device: Int,
        _ id: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) -> [Input]

    // MARK: Memory beyond the process

    /// What a checkpoint has to keep; nil where the store has it.
    var checkpoint: [UInt8]? { get }
    /// The checkpoint is in the store.
    mutating func didCheckpoint()
    /// Reads back what a checkpoint has kept.
    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes)
    /// Remembers what it has noted in the journal since.
    mutating func recall(_ note: [UInt8]) throws(DamagedBytes)
    /// What it has to remember of a device, as notes: another agent goes on with that.
    func notes(of device: Identifier) -> [[UInt8]]
    /// Remembers what an input had brought about that the journal holds; it was published then.
    mutating func recover(_ effects: Effects, _ tracker: borrowing Tracker)
    /// All that the store holds is taken up; what follows from it can be worked out.
    mutating func didRecover(_ tracker: borrowing Tracker, _ settings: AgentSettings)

    // MARK: Rows of its own in the store, for which an output is asked that has `.rows` in its interest

    /// Whether it has rows for which a commit is due, on the uptime clock.
    mutating func isCommitDue(_ uptime: Int64) -> Bool
    /// Says whether it has more rows than one commit should write; where it has, they are due from now on.
    mutating func writeAhead() -> Bool
    /// Adds rows to a batch: those that are due, or all.
    func addRows(to batch: inout Batch, _ share: RowShare, _ tracker: borrowing Tracker)
    /// The batch with those rows is in the store.
    mutating func didCommitRows(_ share: RowShare)
}

/// What an output makes of a position.
enum Attention {
    /// It has nothing to publish of it, or remembers already that it has.
    case none
    /// It will publish it when its time comes, and has to remember that: see `Output.noteMove(of:)`.
    case later
    /// It may have something to publish now.
    case now
}

/// What an output may do by default: nothing, and remember nothing.
extension Output {
    var interest: Interest { [] }
    var filters: [String] { [] }
    mutating func use(_ settings: AgentSettings) {}
    mutating func isConcerned(
        _ contents: Interest,
        _ effects: borrowing Effects,
        at now: Timestamp
    ) -> Bool { true }
    func attention(
        to observation: borrowing Observation,
        of device: Int,
        _ port: inout OutputPort
    ) -> Attention { .now }
    mutating func noteMove(of device: Int) {}
    mutating func publish(_ effects: Effects, _ tracker: borrowing Tracker, _ port: inout OutputPort) {}
    mutating func keep(_ positions: [Effects.TakenPosition]) {}
    mutating func pointsChanged(_ tracker: borrowing Tracker, _ port: inout OutputPort) {}
    mutating func fencesConfigured(_ tracker: borrowing Tracker, _ port: inout OutputPort) {}
    mutating func reported(
        _ device: Int,
        _ source: Int,
        on topic: UnsafeRawBufferPointer,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {}
    mutating func detailChanged(
        _ detail: DeviceDetail,
        of device: Int,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {}
    func mayRead(_ topic: UnsafeRawBufferPointer) -> Bool { true }
    mutating func receive(
        _ message: ReceivedMessage,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) throws(Rejection) -> [Input]? { nil }
    mutating func wasRefused(_ topic: String, _ port: inout OutputPort) {}
    func hasWork(_ port: borrowing OutputPort) -> Bool { false }
    var nextWork: Timestamp? { nil }
    mutating func work(_ tracker: borrowing Tracker, _ port: inout OutputPort) {}
    func retained(
        _ device: Int?,
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings
    ) -> [RetainedTopic] { [] }
    mutating func payload(
        of topic: RetainedTopic,
        _ device: Int?,
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings
    ) -> [UInt8]? { nil }
    mutating func withdraw(_ device: Int, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        for topic in retained(device, tracker, port.settings) { port.clear(topic.topic) }
    }
    mutating func drop(
        _ device: Int,
        _ id: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) -> [Input] { [] }
    var checkpoint: [UInt8]? { nil }
    mutating func didCheckpoint() {}
    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes) {}
    mutating func recall(_ note: [UInt8]) throws(DamagedBytes) {}
    func notes(of device: Identifier) -> [[UInt8]] { [] }
    mutating func recover(_ effects: Effects, _ tracker: borrowing Tracker) {}
    mutating func didRecover(_ tracker: borrowing Tracker, _ settings: AgentSettings) {}
    mutating func isCommitDue(_ uptime: Int64) -> Bool { false }
    mutating func writeAhead() -> Bool { false }
    func addRows(to batch: inout Batch, _ share: RowShare, _ tracker: borrowing Tracker) {}
    mutating func didCommitRows(_ share: RowShare) {}
}
