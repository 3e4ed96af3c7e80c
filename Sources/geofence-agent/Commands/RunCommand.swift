import ArgumentParser
import Foundation
import GeofenceCore
import Logging

/// `geofence-agent run`: the agent itself.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Runs the agent until SIGTERM or SIGINT.",
        discussion: """
            Keeps trying where there is no broker. The log goes to standard error. SIGHUP reads the file again: all of it is in \
            force at once but topics, shard, store, history, http and log, which change at the next start; with errors in it \
            nothing changes. A broker that has refused the agent is asked again at once. A service manager is told by \
            NOTIFY_SOCKET, as systemd's sd_notify does.
            Exits 0, or 78 with every error of the configuration or where another version wrote the store, 75 where \
            another agent has the store, 74 where the store can't be opened.
            """
    )

    @Option(help: ArgumentHelp("The configuration file; - is standard input.", valueName: "file"))
    var config = AgentAddress.usualFile

    func run() throws {
        SQLiteSettings.use()
        let mailbox = CommandQueue()
        SignalWatch.start(mailbox)
        guard let configuration = Configuration.loadOrReport(config) else {
            throw ExitStatus.configuration.exitCode
        }
        // What reading has taken: much, with large files of fences.
        SpareMemory.giveBack()
        let log = Self.logger(configuration.log)
        let start = AgentStart(configuration: configuration, file: config, log: log)
        do throws(StoreFailure) {
            try Self.run(start, mailbox) { Configuration.loadOrLog(config, log) }
            log.notice("ended", metadata: .of(.ended))
        } catch {
            if case .disk = error {
                log.critical(
                    "\(error); store.path must lie in a folder where this user may write, on a disk with room"
                )
            } else {
                log.critical("\(error)")
            }
            // So that the next start finds one that it can write.
            if case .damaged = error { Self.salvage(start, log) }
            throw ExitStatus(error).exitCode
        }
    }

    private static func salvage(_ start: AgentStart, _ log: Logger) {
        do throws(StoreFailure) {
            try start.salvage()
        } catch {
            log.critical("\(error); the damaged store stays where it is: move it away to begin anew")
        }
    }

    private static func run(
        _ start: AgentStart,
        _ mailbox: CommandQueue,
        _ load: @escaping @Sendable () -> Configuration?
    ) throws(StoreFailure) {
        let loop = try start.loop(mailbox, load: load)
        loop.supervision = Supervision(ServiceManager(ProcessInfo.processInfo.environment))
        let map = start.configuration.http?.map.map { settings in
            if settings.fleet {
                loop.fleet = FleetWatch(loop.agent.port.settings, loop.link.settings, start.log)
            }
            return MapBoard(settings, mailbox, fleet: loop.fleet)
        }
        if let map {
            loop.agent.outputs.change(MapOutput.self) { $0.connect(map) }
            loop.agent.outputs.change(ItineraryOutput.self) { $0.map.connect(map) }
        }
        let code = ProcessInfo.processInfo.environment[OneTimeCode.variable].map { Secret($0.utf8) }
        let http = start.configuration.http.flatMap {
            HTTPService.start($0, loop.supervision.board, map: map, code: code, start.log)
        }
        defer { http?.close() }
        try loop.run()
    }

    private static func logger(_ settings: LogSettings) -> Logger {
        let level = Logger.Level(rawValue: settings.level.rawValue) ?? .info
        let isJournal = JournalStream.isOpen(ProcessInfo.processInfo.environment)
        // Who wants lines of JSON there gets them.
        let journal = isJournal && settings.format != .json ? DatagramSocket(JournalFields.socket) : nil
        return Logger(label: "geofence-agent") { _ in
            LogLine(level: level, format: settings.format, isJournal: isJournal, journal: journal)
        }
    }
}
