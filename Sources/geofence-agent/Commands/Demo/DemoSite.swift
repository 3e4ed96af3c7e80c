import CLibrary
import Foundation

/// What the demonstration runs on: a folder, a broker and an agent; `close()`, or the end of the object,
/// takes all away.
final class DemoSite {
    let folder: DemoFolder
    let broker: PrivateBroker
    /// The agent's live map; nil where no port is free.
    let map: DemoMap?
    private let agent: Process
    /// The agent's log, in the folder.
    static let agentLog = "agent.log"
    /// The agent's configuration, in the folder.
    static let configuration = "agent.json"

    /// Starts everything; what is running by then goes where a later part fails.
    init(_ fences: [DemoFence]) throws(DemoFailure) {
        folder = try DemoFolder()
        broker = try Self.startBroker(folder)
        map = (try? PrivateBroker.freePort()).map(DemoMap.new)
        if let map { try folder.write(map.token, to: DemoMap.tokenFile, isSecret: true) }
        try folder.write(
            DemoConfiguration(port: broker.port, fences: fences, map: map).text,
            to: Self.configuration
        )
        agent = try Self.startAgent(folder, map?.environment ?? [:])
    }

    deinit { close() }

    private static func startBroker(_ folder: DemoFolder) throws(DemoFailure) -> PrivateBroker {
        do {
            return try PrivateBroker(in: folder.url)
        } catch {
            throw .noBroker("\(error)")
        }
    }

    /// Starts this very program as an agent, its log going to a file.
    private static func startAgent(
        _ folder: DemoFolder,
        _ environment: [String: String]
    ) throws(DemoFailure) -> Process {
        try folder.write("", to: agentLog)
        let agent = Process()
        agent.executableURL = program
        agent.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        agent.arguments = ["run", "--config", folder.file(configuration).path]
        do {
            agent.standardError = try FileHandle(forWritingTo: folder.file(agentLog))
            agent.standardOutput = FileHandle.nullDevice
            agent.standardInput = FileHandle.nullDevice
            try agent.runWithAllSignals()
        } catch {
            throw .system("starting the agent: \(error)")
        }
        return agent
    }

    /// This program: by its own name where that still is it, so that a list of processes can be read.
    private static var program: URL {
        let link = "/proc/self/exe"
        guard let name = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else {
            // Not on this system.
            return Bundle.main.executableURL ?? URL(fileURLWithPath: link)
        }
        return URL(fileURLWithPath: access(name, X_OK) == 0 ? name : link)
    }

    /// The agent's process id.
    var agentID: Int32 { agent.processIdentifier }

    /// The agent's log so far.
    var agentLog: String { folder.text(of: Self.agentLog) }

    /// Finds out whether both still run.
    func check() throws(DemoFailure) {
        guard broker.isRunning else { throw .brokerLost("it has ended", log: broker.log) }
        guard let code = agent.exitCode else { return }
        throw .agentEnded(code < 0 ? "by signal \(-code)" : "with status \(code)", log: agentLog)
    }

    /// Has the agent read its configuration again, after which it publishes its statistics.
    func askForStatistics() { kill(agent.processIdentifier, SIGHUP) }

    /// Ends both: the agent as a service manager would, the broker on the spot.
    func close() {
        stopAgent()
        broker.kill()
    }

    private func stopAgent() {
        guard agent.exitCode == nil else { return }
        agent.terminate()
        for _ in 0..<300 where agent.exitCode == nil { usleep(10_000) }
        if agent.exitCode == nil { kill(agent.processIdentifier, SIGKILL) }
        agent.awaitEnd()
    }
}
