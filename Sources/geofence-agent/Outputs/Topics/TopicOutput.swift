import GeofenceCore

/// The topics of every device and fence: statuses and events, groups, where a device is, and who is in a
/// fence.
struct TopicOutput: Output {
    let name = "topics"
    let interest: Interest = [.positions, .transitions, .fences]

    private var throttle = PublishThrottle(interval: 0)
    private var occupantsLimit = 0
    /// By device: whether its topic has had a position.
    private var hasToldPlace: [Bool] = []
    /// By device: the level of its battery that its topic says.
    private var publishedBatteries: [Int: UInt8] = [:]
    /// Statuses that go by and by; nil: none.
    var sweep: StatusSweep? { didSet { hasUnsavedSweep = true } }
    var hasUnsavedSweep = false
    /// Of a device that is being forgotten: the fences that it was in, and those that it was assigned.
    private var left: (inside: [Identifier], assigned: [Identifier]) = ([], [])

    mutating func use(_ settings: AgentSettings) {
        throttle.interval = settings.deviceEvery
        // What others are to read has to fit into a message.
        let most = settings.shard == nil ? Int.max : ShardCount.mostNames
        occupantsLimit = min(settings.occupantsLimit, most)
    }

    /// Positions of devices that were published a while ago, and have had a position, have to wait.
    mutating func isConcerned(
        _ contents: Interest,
        _ effects: borrowing Effects,
        at now: Timestamp
    ) -> Bool {
        guard contents.subtracting(.track) == .positions, !effects.isManual else { return true }
        for index in effects.accepted.indices
        where mayPublishPosition(of: effects.accepted[index]) { return true }
        return false
    }

    private mutating func mayPublishPosition(of device: Int) -> Bool {
        guard device < hasToldPlace.count, hasToldPlace[device] else { return true }
        return throttle.mayPublish(device)
    }

    func attention(
        to observation: borrowing Observation,
        of device: Int,
        _ port: inout OutputPort
    ) -> Attention {
        guard device < hasToldPlace.count, hasToldPlace[device], throttle.isPaused(device) else {
            return .now
        }
        return throttle.isWaiting(device) ? .none : .later
    }

    mutating func noteMove(of device: Int) { throttle.hold(device) }

    mutating func publish(_ effects: Effects, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        var published: [Int] = []
        if effects.contents.subtracting(.track) != .positions {
            publishTransitions(effects, tracker, &port)
            noteOtherReporting(effects, &port)
            published = publishOccupancy(effects, tracker, &port)
            for fence in effects.goneFences where tracker.engine.slot(of: fence) == nil {
                port.clear(port.topics.ownFence(fence))
            }
        }
        publishAccepted(effects, but: published, tracker, &port)
    }

    /// The topics of the devices of which something was accepted, but for those that were published.
    private mutating func publishAccepted(
        _ effects: Effects,
        but published: [Int],
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        // Nearly always one device is accepted, and a set would cost more than all else.
        var several = effects.accepted.count > 1 ? Set(published) : nil
        for device in effects.accepted where !(several?.contains(device) ?? published.contains(device)) {
            let mayPublish = throttle.mayPublish(device)
            guard mayPublish || effects.isManual || isFirstPlace(device, tracker) else { continue }
            publish(device: device, tracker, &port)
            several?.insert(device)
        }
    }

    /// Statuses and groups that one input may publish at once without an event.
    private static let mostAtOnce = 10_000

    /// Statuses, events and groups, with those that went.
    ///
    /// A device that is new has a status for each fence, and a fence that is new one for each device. While
    /// the outbox is full, and beyond `mostAtOnce`, those that come without an event follow in the
    /// background, as after a connect, once all else has left.
    private func publishTransitions(
        _ effects: Effects,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        let first = port.outbox.newestNumber
        let isMuch = port.outbox.isFull || effects.statuses.count + effects.groups.count > Self.mostAtOnce
        let turns = isMuch ? Set(effects.events.map { EventTopic($0) }) : []
        func mayPublish(_ topic: @autoclosure () -> EventTopic, _ port: borrowing OutputPort) -> Bool {
            guard isMuch else { return true }
            let hasRoom = !port.outbox.isFull && port.outbox.newestNumber - first < Self.mostAtOnce
            return hasRoom || !turns.isEmpty && turns.contains(topic())
        }
        var leavesOut = false
        for pair in effects.statuses where tracker.engine.isReported(pair) {
            if mayPublish(EventTopic(pair, tracker), port) {
                publish(pair, tracker, &port)
            } else {
                leavesOut = true
            }
        }
        // By their places: a loop over the events would copy each.
        for index in effects.events.indices {
            port.counters.note(effects.events[index].kind)
            port.publish(
                port.topics.event(effects.events[index].device, effects.events[index].fence),
                port.text(ofEvent: index, effects, tracker).payload,
                isRetained: false
            )
        }
        for gone in effects.cleared { port.clear(port.topics.status(gone.device, gone.fence)) }
        for group in Set(effects.groups).sorted(by: { ($0.group, $0.device) < ($1.group, $1.device) }) {
            if mayPublish(EventTopic(group, tracker), port) {
                publish(group, tracker, &port)
            } else {
                leavesOut = true
            }
        }
        if leavesOut { port.refresh(self) }
        for gone in effects.clearedGroups { port.clear(port.topics.group(gone.group, gone.device)) }
    }

    private func publish(_ pair: Effects.Pair, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        guard let fence = tracker.engine.fence(pair.fence),
            let report = tracker.engine.status(device: pair.device, fence: pair.fence)
        else { return }
        let device = tracker.engine.deviceID(pair.device)
        let properties = port.settings.additions.published(fence.properties)
        port.publish(
            port.topics.status(device, fence.id),
            Reports.status(report, device, fence.id, properties: properties)
        )
    }

    private func publish(_ pair: Effects.Grouping, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        guard tracker.engine.isReported(pair),
            let report = tracker.engine.report(device: pair.device, group: pair.group)
        else { return }
        let device = tracker.engine.deviceID(pair.device)
        port.publish(port.topics.group(pair.group, device), Reports.group(report, device, pair.group))
    }

    /// The topics of devices and fences where somebody came or left.
    ///
    /// Of very many devices those follow in the background that no event is of.
    ///
    /// - Returns: the devices that it has published, each once.
    private mutating func publishOccupancy(
        _ effects: Effects,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) -> [Int] {
        let fences = effects.occupancy.map(\.fence).distinct()
        var devices = effects.occupancy.map(\.device)
        for index in effects.events.indices where !effects.events[index].isLate {
            let id = effects.events[index].device
            if let device = tracker.engine.device(id), device != devices.last { devices.append(device) }
        }
        devices = devices.distinct()
        if devices.count > Self.mostAtOnce {
            port.refresh(self)
            let withEvents = Set(effects.events.compactMap { tracker.engine.device($0.device) })
            devices.removeAll { !withEvents.contains($0) }
        }
        for device in devices { publish(device: device, tracker, &port) }
        for slot in fences { publish(fence: slot, tracker, &port) }
        let published = Set(effects.switchedFences.isEmpty ? [] : fences)
        for slot in effects.switchedFences where !published.contains(slot) {
            publish(fence: slot, tracker, &port)
        }
        if tracker.engine.reportsAll {
            for fence in effects.newFences { publish(fence: fence, tracker, &port) }
        }
        return devices
    }

    private mutating func publish(
        device: Int,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        throttle.didPublish(device, at: port.now)
        if tracker.engine.hasFix(device) { markPlace(device) }
        let id = tracker.engine.deviceID(device)
        let battery = tracker.details.battery(of: device)
        if let battery { publishedBatteries[device] = battery }
        port.publish(
            port.topics.device(id),
            Reports.device(tracker.engine.report(device: device), battery: battery)
        )
    }

    /// Publishes a device whose battery is at another level than its topic says.
    mutating func detailChanged(
        _ detail: DeviceDetail,
        of device: Int,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        guard case .battery(let percent) = detail, publishedBatteries[device] != percent,
            throttle.mayPublish(device)
        else { return }
        publish(device: device, tracker, &port)
    }

    private func publish(fence: Identifier, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        if let slot = tracker.engine.slot(of: fence) { publish(fence: slot, tracker, &port) }
    }

    private func publish(fence slot: Int32, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        guard let fence = tracker.engine.fence(slot) else { return }
        port.publish(port.topics.ownFence(fence.id), occupants(of: slot, tracker))
    }

    private func occupants(of slot: Int32, _ tracker: borrowing Tracker) -> [UInt8] {
        Reports.occupants(
            tracker.engine.occupants(of: slot),
            limit: occupantsLimit,
            isMonitored: tracker.engine.fence(slot)?.isMonitored ?? true
        )
    }

    /// Whether a device has a position, and its topic none: then it is not held back.
    private func isFirstPlace(_ device: Int, _ tracker: borrowing Tracker) -> Bool {
        guard device >= hasToldPlace.count || !hasToldPlace[device] else { return false }
        return tracker.engine.hasFix(device)
    }

    private mutating func markPlace(_ device: Int) {
        while hasToldPlace.count <= device { hasToldPlace.append(false) }
        hasToldPlace[device] = true
    }
}

/// What an event is about: a device, and a fence or a group.
private struct EventTopic: Hashable {
    let device: Identifier
    let fence: Identifier?

    init(_ event: Event) { (device, fence) = (event.device, event.fence) }

    init(_ pair: Effects.Pair, _ tracker: borrowing Tracker) {
        (device, fence) = (tracker.engine.deviceID(pair.device), tracker.engine.fence(pair.fence)?.id)
    }

    init(_ pair: Effects.Grouping, _ tracker: borrowing Tracker) {
        (device, fence) = (tracker.engine.deviceID(pair.device), pair.group)
    }
}

// MARK: - Background work

extension TopicOutput {
    var nextWork: Timestamp? { throttle.nextTurn }

    /// Publishes the devices whose turn has come since they were last published.
    mutating func work(_ tracker: borrowing Tracker, _ port: inout OutputPort) {
        while let device = throttle.nextDue(at: port.now) { publish(device: device, tracker, &port) }
        goOnSweeping(tracker, &port)
    }
}

// MARK: - Retained topics

extension TopicOutput {
    func retained(_ device: Int?, _ tracker: borrowing Tracker, _ settings: AgentSettings) -> [RetainedTopic]
    {
        let topics = settings.topics
        guard let device else {
            return tracker.engine.reportedFences.map { RetainedTopic(topic: topics.ownFence($0), id: $0) }
        }
        let id = tracker.engine.deviceID(device)
        var retained = [RetainedTopic(topic: topics.device(id))]
        for slot in tracker.engine.reportedFences(device: device) {
            guard let fence = tracker.engine.fence(slot)?.id else { continue }
            retained.append(RetainedTopic(topic: topics.status(id, fence), fence: slot, id: fence))
        }
        for group in tracker.engine.reportedGroups(device: device) {
            retained.append(RetainedTopic(topic: topics.group(group, id), id: group))
        }
        return retained
    }

    func payload(
        of topic: RetainedTopic,
        _ device: Int?,
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings
    ) -> [UInt8]? {
        guard let device else {
            return topic.id.flatMap { tracker.engine.slot(of: $0) }.map { occupants(of: $0, tracker) }
        }
        guard tracker.engine.hasDevice(device) else { return nil }
        let name = tracker.engine.deviceID(device)
        guard let id = topic.id else {
            let battery = tracker.details.battery(of: device)
            return Reports.device(tracker.engine.report(device: device), battery: battery)
        }
        guard let slot = topic.fence else {
            return tracker.engine.report(device: device, group: id).map { Reports.group($0, name, id) }
        }
        guard let fence = tracker.engine.fence(slot), fence.id == id else { return nil }
        let properties = settings.additions.published(fence.properties)
        return tracker.engine.status(device: device, fence: slot).map {
            Reports.status($0, name, id, properties: properties)
        }
    }
}

// MARK: - Forgetting a device

extension TopicOutput {
    mutating func withdraw(_ device: Int, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        for topic in retained(device, tracker, port.settings) { port.clear(topic.topic) }
        for topic in sweep?.topics(ofDeviceAhead: device, tracker, port.topics) ?? [] { port.clear(topic) }
        left.inside = tracker.engine.report(device: device).inside
        left.assigned = tracker.engine.assignments(ofDevice: device).map(\.id)
    }

    /// The fences that it was in are published without it; those that it had for itself alone are gone.
    mutating func drop(
        _ device: Int,
        _ id: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) -> [Input] {
        throttle.drop(device)
        publishedBatteries[device] = nil
        if device < hasToldPlace.count { hasToldPlace[device] = false }
        for fence in left.assigned where tracker.engine.slot(of: fence) == nil {
            port.clear(port.topics.ownFence(fence))
        }
        for fence in left.inside { publish(fence: fence, tracker, &port) }
        left = ([], [])
        return []
    }
}
