import ArgumentParser
import MQTT

/// `geofence-agent request`: any request to the running agent.
struct RequestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request",
        abstract: "Sends a request to the running agent, and prints what it answers.",
        discussion: """
            The requests, and what they take, are in docs/requests.md: geofence-agent request device/status '{"device": "van1"}'. \
            Without JSON an empty object is sent. The broker, the user and the topics are those of the configuration.

            Exits 65 where the agent refuses, or the JSON is wrong, 69 where no broker or no agent answers.
            """
    )

    @Argument(help: ArgumentHelp("The request, such as device/list.", valueName: "command"))
    var command: String

    @Argument(help: ArgumentHelp("What it takes: an object; - is standard input.", valueName: "json"))
    var json = "{}"

    @Flag(help: "Print the whole answer as it came, in one line.")
    var raw = false

    @Option(help: ArgumentHelp("Seconds to wait for the answer, 1 to 3600.", valueName: "s"))
    var timeout = 10

    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        guard (1...3600).contains(timeout) else {
            throw ValidationError("--timeout must be 1 to 3600 seconds, not \(timeout).")
        }
        guard RequestDocument.isCommand(command) else {
            throw ValidationError(
                "\"\(command.printable)\" is no request; write one such as device/status, without geofence/request/."
            )
        }
    }

    func run() throws {
        let request = try document()
        let (root, bytes) = try connection.address.withAgent { agent throws(AgentClient.Failure) in
            try agent.answer(
                to: command,
                request.bytes,
                transaction: request.transaction,
                within: Int64(timeout) * 1000
            )
        }
        if raw { try StandardOutput.print(String(decoding: bytes, as: UTF8.self)) }
        let data = try data(of: root)
        if !raw { try StandardOutput.print(data.value.indented) }
    }

    private func data(of root: JSONNode) throws -> JSONNode {
        do throws(AgentClient.Failure) {
            return try AgentClient.data(of: root)
        } catch {
            StandardError.print("\(error)")
            throw ExitStatus.inputData.exitCode
        }
    }

    private func document() throws -> RequestDocument {
        do throws(RequestDocument.Problem) {
            guard json == "-" else { return try RequestDocument(Array(json.utf8)) }
            return try RequestDocument(standardInput())
        } catch {
            StandardError.print("\(json == "-" ? "standard input" : "the JSON"): \(error)")
            throw ExitStatus.inputData.exitCode
        }
    }

    private func standardInput() throws(RequestDocument.Problem) -> [UInt8] {
        do throws(FileError) {
            return try FileContents(path: "/dev/stdin", upTo: Inbox.largestRequest).bytes
        } catch {
            throw RequestDocument.Problem(text: "\(error)")
        }
    }
}
