import ArgumentParser
import CLibrary
import Foundation
import GeofenceCore
import MQTT

/// `geofence-agent copy`: the store of a new agent, out of that of one that runs.
struct CopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Makes the store of a new agent out of that of one that runs.",
        discussion: """
            For the second of a pair, for one of a pair whose store is lost, or for an agent in the place of another. So that no message is missing in the new one, this is done in order:

            1. The new agent's session is made at the broker, which keeps messages for it from now on.
            2. The running agent answers a request, behind all that was published before.
            3. It copies its store, as for `backup`: so the command runs on its machine, as its user or as root.
            4. The copy becomes the store of the new agent, where its configuration says. Nothing that is there is written over.

            Then start the new agent, before the broker forgets its session (mqtt.sessionExpiry). Where it is to run on another machine, write the copy to a file (--output), carry that there, and `restore` it.

            The new configuration has another mqtt.clientId, or another id in "standby"; all that is decided by must be alike. The copy holds positions: it is for its owner's eyes only.

            Exits 64 where there is a store already, 69 where no broker or no agent answers, 74 where the disk fails, 75 where the agent does not run or makes no copy, 78 where the configurations do not fit. Nothing is left of a copy that came to no end; do it again.
            """
    )

    @Option(help: ArgumentHelp("The configuration of the agent that runs.", valueName: "file"))
    var from: String

    @Option(help: ArgumentHelp("The configuration of the new agent.", valueName: "file"))
    var to: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write, in place of the new agent's store.path.", valueName: "file")
    )
    var output: String?

    func run() throws {
        let plan = try plan()
        let made: (devices: Int, clientID: String)
        do throws(CopyFailure) {
            made = try StoreCopying(plan: plan).run { StandardError.print($0) }
        } catch {
            StandardError.print("\(error)")
            throw error.status.exitCode
        }
        let size = FileIdentity.size(of: plan.path) ?? 0
        try StandardOutput.print("\(plan.path): \(made.devices) devices, \(size) bytes")
        try StandardOutput.print(
            "start the new agent within \(plan.target.mqtt.sessionExpiry) s: so long the broker keeps messages for \"\(made.clientID)\""
        )
    }

    /// - Throws: how to end where the two don't fit.
    private func plan() throws -> CopyPlan {
        guard let source = Configuration.loadOrReport(from), let target = Configuration.loadOrReport(to)
        else { throw ExitStatus.configuration.exitCode }
        let plan = CopyPlan(source: source, target: target, path: output ?? target.store.path)
        if let problem = plan.problem {
            StandardError.print(problem)
            throw ExitStatus.configuration.exitCode
        }
        guard access(plan.path, F_OK) != 0 else {
            StandardError.print("\(plan.path): there is a store already; remove it, or name another file")
            throw ExitStatus.usage.exitCode
        }
        let differences = plan.differences
        if !differences.isEmpty {
            let keys = differences.joined(separator: ", ")
            StandardError.print(
                "the configurations differ in \(keys); a pair must have all that alike (a warning)"
            )
        }
        return plan
    }
}
