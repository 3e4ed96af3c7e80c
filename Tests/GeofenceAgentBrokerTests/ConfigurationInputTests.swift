import CLibrary
import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// Where commands have their configuration from, and what `check` finds in it.
    @Suite struct ConfigurationInputTests {
        private let site: Site

        init() throws { site = try Site() }

        private func shell(_ line: String) throws -> (code: Int32, output: String, errors: String) {
            try AgentProcess.shell(
                "cd '\(site.folder.path)' && \(line)".replacing(
                    "$agent",
                    with: "'\(AgentProcess.program.path)'"
                )
            )
        }

        @Test func `a minus sign is standard input, and paths begin in the folder of the command`() throws {
            try site.configure(more: #", "fenceFiles": ["more.csv"]"#)
            try site.write("id,latitude,longitude,radius\ngate,52.5,13.4,40\n", to: "more.csv")
            let listed = try shell("cat agent.json | $agent fences list --config -")
            #expect(listed.code == 0, "\(listed.errors)")
            #expect(listed.output.contains("gate"))
            let checked = try shell("echo '{' | $agent check --config -")
            #expect(checked.code == 78)
            #expect(checked.errors.hasPrefix("-:"), "\(checked.errors)")
        }

        @Test func `an agent on standard input runs, and says that it can't read it again`() throws {
            try site.configure()
            let agent = try AgentProcess(
                ["run", "--config", "-"],
                log: site.folder.appendingPathComponent("agent.log"),
                input: site.folder.appendingPathComponent("agent.json")
            )
            #expect(agent.waitForLog("connected"), "\(agent.text)")
            agent.send(SIGHUP)
            #expect(
                agent.waitForLog(
                    "nothing is changed: the configuration came on standard input, which is read once; name a file with --config"
                ),
                "\(agent.text)"
            )
            #expect(agent.stop() == 0)
        }

        @Test(arguments: [
            "check", "run", "replay x.jsonl", "report", "history show", "history import x.jsonl",
            "fences list",
            "fences export", "backup x.copy", "restore x.copy",
        ])
        func `without a name it is the file of the package`(_ command: String) throws {
            let told = try shell("$agent \(command)")
            #expect(told.code == 78, "\(told)")
            #expect(told.errors.contains("/etc/geofence-agent/config.json: no such file"), "\(told.errors)")
        }

        @Test func `check prints what it finds as JSON`() throws {
            try site.write(#"{"mqtt":{"host":"h","prot":1},"sources":[]}"#, to: "agent.json")
            let wrong = try shell("$agent check --json --config agent.json")
            #expect(wrong.code == 78)
            #expect(wrong.errors == "")
            #expect(
                wrong.output == """
                    [
                    {"file":"agent.json","line":1,"column":21,"path":"mqtt.prot","severity":"error","message":"unknown key, did you mean \\"port\\"?"},
                    {"file":"agent.json","line":1,"column":41,"path":"sources","severity":"error","message":"must not be empty; name at least one, such as { \\"topic\\": \\"fleet/{device}/location\\" }"}
                    ]

                    """
            )
            let missing = try shell("$agent check --json --config none.json")
            #expect(
                missing.output
                    == "[\n{\"file\":\"none.json\",\"severity\":\"error\",\"message\":\"no such file\"}\n]\n"
            )
            #expect(missing.code == 78)
            try site.configure()
            let right = try shell("$agent check --json --config agent.json")
            #expect(right.output == "[]\n")
            #expect(right.code == 0)
        }

        @Test func `check prints warnings, and what the broker refuses`() throws {
            try site.configure(
                port: SilentServer(.refuses).port,
                mqtt: #", "username":"a","passwordEnvironment":"P""#
            )
            let file = site.path("agent.json")
            let text = try String(contentsOfFile: file, encoding: .utf8).replacing(
                "127.0.0.1",
                with: "127.0.0.2"
            )
            try site.write(text, to: "agent.json")
            let told = try shell("P=x $agent check --json --connect --config agent.json")
            let lines = told.output.split(separator: "\n")
            #expect(told.code == 69)
            #expect(lines.count == 4, "\(told.output)")
            #expect(
                lines.dropFirst().first?.contains(#""severity":"warning","message":"the password goes over"#)
                    == true
            )
            #expect(
                lines.dropLast().last?.contains(#""severity":"error","message":"connecting to 127.0.0.2:"#)
                    == true
            )
        }
    }
}
