@testable import geofence_agent

extension SiegeSite {
    /// The agent comes without a session to a broker that has kept a position of each of so many devices: all
    /// have come to the pier since they were last heard of.
    func retain(_ count: Int) throws {
        try send(count, isRetained: false) { Self.position($0, isAtPier: false) }
        try awaitAgent(within: 600)
        try killAgent()
        // Whoever takes its id over, and wants nothing kept, ends its session.
        _ = try site.client("agent")
        try send(count, isRetained: true) { Self.position($0, isAtPier: true) }
        try startAgent()
        try awaitAgent(within: 600)
        watch.look(at: agent, http: http)
        try listener.catchUp()
        try listen()
        if kind == .crowds || kind == .retained { try compareWithReplay(count) }
        try send(count, isRetained: true) { _ in "" }
        try awaitAgent(within: 600)
    }

    private func send(_ count: Int, isRetained: Bool, _ payload: (Int) -> String) throws {
        for number in 0..<count {
            try publisher.send("crowd/r\(number)/location", payload(number), retained: isRetained)
            if number % 500 == 499 {
                try publisher.flush()
                try listen()
            }
        }
        try publisher.flush()
    }

    private static func position(_ number: Int, isAtPier: Bool) -> String {
        let time = SoakFleet.beginning + number % 1000 + (isAtPier ? 600 : 0)
        return #"{"lat":\#(isAtPier ? "1" : "1.1"),"lon":2,"tst":\#(time)}"#
    }

    /// Every event of the devices that `replay` has for these positions was heard.
    private func compareWithReplay(_ count: Int) throws {
        let lines = [false, true].flatMap { isAtPier in
            (0..<count).map { number in
                let position = Self.position(number, isAtPier: isAtPier)
                return #"{"device":"r\#(number)",\#(position.dropFirst())"#
            }
        }
        let track = try site.write(lines.joined(separator: "\n"), to: "retained.jsonl")
        let replay = try AgentProcess.run(["replay", "--config", site.path("agent.json"), track])
        let events = replay.output.split(separator: "\n").filter { $0.contains(#""fence":"pier""#) }
        let wanted = Set(events.compactMap { Self.id(of: $0) })
        guard replay.code == 0, wanted.count >= count else {
            throw Failure(description: "replay has \(wanted.count) events: \(replay.errors)")
        }
        var heard: Set<String> = []
        for (topic, messages) in record.said
        where topic.hasPrefix("geofence/event/r") && topic.hasSuffix("/pier") {
            heard.formUnion(messages.compactMap { Self.id(of: $0[...]) })
        }
        let (lost, invented) = (wanted.subtracting(heard), heard.subtracting(wanted))
        guard lost.isEmpty, invented.isEmpty else {
            throw Failure(
                description: """
                    of \(wanted.count) events \(lost.count) are missing (\(lost.sorted().prefix(3))), \
                    and \(invented.count) are too many (\(invented.sorted().prefix(3)))
                    """
            )
        }
    }

    private static func id(of event: Substring) -> String? {
        let mark = #""id":""#
        guard let start = event.firstRange(of: mark)?.upperBound else { return nil }
        return String(event[start...].prefix { $0 != "\"" })
    }
}
