import ArgumentParser
import Foundation

/// `geofence-agent demo`: everything at once, with nothing prepared.
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Shows it all: a broker, the agent and a small fleet that drives about.",
        discussion: """
            Starts a private mosquitto on a free port of this machine, an agent, and a simulated fleet: two vans between a \
            depot and a customer, a phone that walks to an office, a trailer whose position jitters across the depot's \
            edge. Prints a line for every event that the agent publishes, who is where every 5 seconds, and what it came \
            to at the end. Nothing that runs on this machine is touched, and nothing stays behind: the configuration and \
            the logs lie in a temporary folder, whose path is printed, until the demonstration ends.

            Look at the same from another terminal with the mosquitto_sub command that is printed first, and at the \
            configuration, which is a good one to start from.

            Lines are coloured on a terminal, unless NO_COLOR is set.

            Exits 0 (also after Ctrl-C), 69 where there is no broker: mosquitto is not installed, or has ended; 70 where \
            the agent has ended.
            """
    )

    @Option(help: ArgumentHelp("How long, 1 to 86400; without it until Ctrl-C.", valueName: "seconds"))
    var duration: Int?

    func validate() throws {
        guard let duration, !(1...86400).contains(duration) else { return }
        throw ValidationError("--duration \(duration): give 1 to 86400 seconds")
    }

    func run() throws {
        let mailbox = CommandQueue()
        SignalWatch.start(mailbox)
        signal(SIGPIPE, SIG_IGN)
        do {
            try show(mailbox)
        } catch {
            if error.exitStatus != .done { StandardError.print("\(error)") }
            throw error.exitStatus.exitCode
        }
    }

    private func show(_ mailbox: CommandQueue) throws(DemoFailure) {
        let screen = DemoScreen(environment: ProcessInfo.processInfo.environment)
        let site = try DemoSite(DemoFence.all)
        defer { site.close() }
        let fleet = DemoFleet.shown
        let header = DemoHeader(
            port: site.broker.port,
            agent: site.agentID,
            configuration: site.folder.file(DemoSite.configuration).path,
            fences: DemoFence.all,
            devices: fleet.devices,
            duration: duration,
            map: site.map
        )
        let show = try DemoShow(site, fleet, screen, mailbox)
        try show.run(duration.map { Int64($0) * 1000 }, header)
    }
}
