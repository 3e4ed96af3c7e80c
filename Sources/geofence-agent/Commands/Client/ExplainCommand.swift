import ArgumentParser
import GeofenceCore

/// `geofence-agent explain DEVICE FENCE`: why the last decisions were made, now or in the past.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Asks the running agent why a device is inside or outside a fence.",
        discussion: """
            The last decisions, the newest first: where the position was, what the rule asks for, what came of it.

            With --at it is said of the past, from the history: the positions of the day before are taken through the fence as it was then. \
            The version of the fence, and who made it so, stands first.

            Exits 69 where no broker or no agent answers, 65 for a device or a fence that is not known.
            """
    )

    @Argument(help: ArgumentHelp("The device.", valueName: "device"))
    var device: String

    @Argument(help: ArgumentHelp("The fence.", valueName: "fence"))
    var fence: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The moment up to which decisions count: a date and time, yesterday, or how long ago, such as -90m.",
            valueName: "time"
        )
    )
    var at: String?

    @Option(help: ArgumentHelp("How many decisions, 1 to 1000.", valueName: "n"))
    var count = 10

    @Flag(help: "Print the answer as JSON.")
    var json = false

    @OptionGroup var zone: TimeZoneOption

    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        guard (1...1000).contains(count) else {
            throw ValidationError("--count must be 1 to 1000, not \(count).")
        }
        guard let at, let table = try? zone.table() else { return }
        guard TypedTime(now: Clock.now, zone: table).moment(at) != nil else {
            throw ValidationError("--at \"\(at)\" is no time; write one such as \(TypedTime.examples).")
        }
    }

    func run() throws {
        let moment = try at.flatMap { TypedTime(now: Clock.now, zone: try zone.table()).moment($0) }
        let data = try connection.address.withAgent { agent throws(AgentClient.Failure) in
            try agent.ask("explain") { json in
                json.member("device", device)
                json.member("fence", fence)
                json.member("count", count)
                if let moment { json.member("at", moment) }
            }
        }
        guard !json else { return try StandardOutput.print(data.value.indented) }
        for line in lines(data) { try StandardOutput.print(line) }
    }

    private func lines(_ data: JSONNode) -> [String] {
        var lines: [String] = []
        if let version = data.member("version") {
            let until = version.member("until")?.text.map { " until \(shown($0))" } ?? ""
            let since = version.member("since")?.text.map { "since \(shown($0))" } ?? ""
            lines.append("\(fence) as it was \(since)\(until), by \(version.member("by")?.text ?? "?")")
            lines.append("\(device) was \(data.member("status")?.text ?? "unknown")")
        } else if let status = data.member("now")?.member("status")?.text {
            lines.append("\(device) is \(status)")
        }
        let decisions = data.member("decisions")?.elements ?? []
        if decisions.isEmpty {
            // Of the past all is known that the history has.
            let since = " since the agent has started; where it keeps a history, --at explains the past"
            lines.append("no decision is known\(at == nil ? since : "")")
        }
        return lines
            + decisions.map { decision in
                let time = decision.member("time")?.text.map(shown) ?? ""
                return "\(time)  \(decision.member("explain")?.text ?? "")"
            }
    }

    private func shown(_ time: String) -> String {
        Timestamp(iso8601: time).map { zone.face.text($0) } ?? time
    }
}
