import ArgumentParser
import GeofenceCore

/// `geofence-agent move`: partitions of a fleet go from one agent to another.
struct MoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Moves partitions of a fleet from one agent to another, with their devices.",
        discussion: """
            Where several agents share a fleet ("shard"). The two ranges lie beside each other, and one becomes larger by what the other gives. An agent that has no store yet may get its first partitions so.

            1. Stop the agent that is to get more, and leave the other running. The broker keeps messages for both meanwhile.
            2. Write the new ranges into both configurations, and start this command.
            3. When it says so, stop the other agent: it has worked off by then what came before.
            4. When it is done, start both.

            No event is missing or made up: holds and dwell times run on, and numbers go on. The history goes along where both keep one. The command needs both stores on its machine; carry one there and back where it is elsewhere, while its agent is stopped.

            Each store changes in one step. Where the command is broken off, do it again before you start an agent. Before it is done neither agent starts with its new range.

            Exits 65 where the ranges do not fit what the stores have, 69 where no broker or no agent answers, 74 where the disk fails, 75 where the agent of --from does not run at first, or goes on, or that of --to runs, 78 where the configurations do not fit.
            """
    )

    @Option(help: ArgumentHelp("The configuration of the agent that gives partitions.", valueName: "file"))
    var from: String

    @Option(help: ArgumentHelp("The configuration of the agent that gets them.", valueName: "file"))
    var to: String

    func run() throws {
        guard let source = Configuration.loadOrReport(from), let target = Configuration.loadOrReport(to)
        else { throw ExitStatus.configuration.exitCode }
        let plan: MovePlan
        do throws(MovePlan.Problem) {
            plan = try MovePlan(source: source, target: target)
        } catch {
            StandardError.print("\(error)")
            throw ExitStatus.configuration.exitCode
        }
        let count: Int
        do throws(CopyFailure) {
            count = try PartitionMove(plan: plan).run { StandardError.print($0) }
        } catch {
            StandardError.print("\(error)")
            throw error.status.exitCode
        }
        try StandardOutput.print(
            count == 0 ? "nothing is left to move" : "\(count) devices are moved; start both agents"
        )
    }
}
