import GeofenceCore

/// The demonstration while it runs: sends what the fleet reports, prints what the agent makes of it.
final class DemoShow {
    private let site: DemoSite
    private let fleet: DemoFleet
    private let screen: DemoScreen
    private let mailbox: CommandQueue
    private let broker: BrokerClient
    private var tally = DemoTally()
    private var whereabouts: Whereabouts
    private var isAgentOnline = false
    private var isStopping = false
    private var hasStatistics = false

    /// Milliseconds between two lines on who is where.
    private static let statusInterval: Int64 = 5000
    /// Milliseconds for the agent to come online.
    private static let patience: Int64 = 10_000
    /// Milliseconds for the last statistics.
    private static let disconnectReason: Int64 = 1500

    init(_ site: DemoSite, _ fleet: DemoFleet, _ screen: DemoScreen, _ mailbox: CommandQueue)
        throws(DemoFailure)
    {
        self.site = site
        self.fleet = fleet
        self.screen = screen
        self.mailbox = mailbox
        whereabouts = Whereabouts(DemoFence.all)
        do {
            var settings = MQTTSettings(host: "127.0.0.1")
            settings.port = site.broker.port
            broker = try BrokerClient(settings)
            try broker.subscribe("geofence/#")
        } catch {
            throw .brokerLost("\(error)", log: site.broker.log)
        }
    }

    /// Runs for so many milliseconds, or until a signal comes; then sums up.
    ///
    /// The header is printed once the agent is online: the address of its map answers from then on.
    func run(_ duration: Int64?, _ header: DemoHeader) throws(DemoFailure) {
        try awaitAgent()
        guard !isStopping else { return }
        try screen.print(header.lines(screen.paint))
        let start = Clock.uptime
        let end = duration.map { start + $0 } ?? .max
        try play(from: start, until: end)
        try sumUp(seconds: Int((Clock.uptime - start + 500) / 1000))
    }

    private func awaitAgent() throws(DemoFailure) {
        let deadline = Clock.uptime + Self.patience
        while !isAgentOnline, !isStopping {
            guard Clock.uptime < deadline else { throw .agentSilent(log: site.agentLog) }
            try turn(until: deadline)
        }
    }

    private func play(from start: Int64, until end: Int64) throws(DemoFailure) {
        var timetable = DemoTimetable(uptime: start, now: Clock.now, interval: fleet.interval)
        var nextStatus = start + Self.statusInterval
        while !isStopping, Clock.uptime < end {
            try turn(until: min(timetable.due, nextStatus, end))
            let uptime = Clock.uptime
            if let next = timetable.next(uptime) { try send(fleet.report(next.number), next.time) }
            if uptime >= nextStatus {
                try tellWhereabouts()
                nextStatus = uptime + Self.statusInterval
            }
        }
    }

    /// Waits, no longer than until a moment, and takes what has come.
    private func turn(until uptime: Int64) throws(DemoFailure) {
        broker.wait(until: min(uptime, Clock.uptime + 250), or: mailbox.descriptor)
        if !mailbox.drain().isEmpty { isStopping = true }
        try site.check()
        for message in try receive() { try record(message) }
    }

    private func receive() throws(DemoFailure) -> [BrokerClient.Message] {
        do {
            return try broker.messages()
        } catch {
            throw .brokerLost("\(error)", log: site.broker.log)
        }
    }

    private func send(_ report: DemoReport, _ time: Timestamp) throws(DemoFailure) {
        tally.count(report)
        for remark in report.remarks { try screen.print(screen.events.remark(time, report.device, remark)) }
        do {
            for message in report.messages(at: time.milliseconds) {
                try broker.publish(message.topic, Array(message.payload.utf8))
            }
        } catch {
            throw .brokerLost("\(error)", log: site.broker.log)
        }
    }

    // MARK: What comes

    private func record(_ message: BrokerClient.Message) throws(DemoFailure) {
        let levels = message.topic.split(separator: "/", maxSplits: 3).map(String.init)
        guard levels.count > 2 else { return }
        switch (levels[1], levels[2]) {
        case ("event", _): try report(message.payload)
        case ("device", let device): whereabouts.record(device, message.payload)
        case ("agent", "state"): isAgentOnline = message.payload.elementsEqual("online".utf8)
        case ("agent", "stats"):
            hasStatistics = true
            tally.record(statistics: message.payload)
        default: break
        }
    }

    private func report(_ payload: [UInt8]) throws(DemoFailure) {
        guard let report = EventReport(payload), !DemoItinerary.shown.owns(report.fence) else { return }
        tally.count(report)
        try screen.print(screen.events.line(report))
    }

    private func tellWhereabouts() throws(DemoFailure) {
        let line = "     now  \(whereabouts.line(fleet.devices.map(\.id)))"
        try screen.print(screen.paint(.dim, line))
    }

    // MARK: The end

    private func sumUp(seconds: Int) throws(DemoFailure) {
        hasStatistics = false
        site.askForStatistics()
        let deadline = Clock.uptime + Self.disconnectReason
        while !hasStatistics, Clock.uptime < deadline { try turn(until: deadline) }
        try screen.print([""] + tally.summary(seconds: seconds))
    }
}
