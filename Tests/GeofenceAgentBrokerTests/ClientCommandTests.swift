import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// The commands that ask a running agent, or publish beside it.
    @Suite final class ClientCommandTests {
        let site: Site
        let client: Client
        let agent: AgentProcess
        let file: String

        init() throws {
            site = try Site()
            file = try site.configure(
                fences: #"[ { "id": "depot", "latitude": 52.5, "longitude": 13.4, "radius": 150 } ]"#
            )
            client = try site.client()
            try client.subscribe("geofence/#")
            agent = try site.connectedAgent(client)
        }

        private func status(_ arguments: [String] = []) throws -> (
            code: Int32, lines: [String], errors: String
        ) {
            let result = try AgentProcess.run(["status", "--config", file] + arguments)
            return (result.code, result.output.split(separator: "\n").map(String.init), result.errors)
        }

        @Test func `status says that nothing has been heard of any device`() throws {
            let told = try status()
            #expect(told.code == 0)
            #expect(told.lines == ["No device has been heard of yet."])
            agent.stop()
        }

        @Test func `status tells where devices are, and one device's status for each fence`() throws {
            try client.publish("fleet/van/location", #"{"lat":52.5,"lon":13.4,"acc":8,"tst":1760000000}"#)
            try client.move("bike", 52.6, at: 1_760_000_000)
            #expect(
                try status(["--timezone", "UTC"]).lines == [
                    "DEVICE  INSIDE  POSITION                 TIME (UTC)           NETWORK",
                    "bike    -       52.60000, 13.40000       2025-10-09 08:53:20  -",
                    "van     depot   52.50000, 13.40000 ±8 m  2025-10-09 08:53:20  -",
                ]
            )
            #expect(
                try status(["van", "--timezone", "Europe/Berlin"]).lines.suffix(2) == [
                    "FENCE  STATUS  SINCE (Europe/Berlin)  BY      DISTANCE",
                    "depot  inside  2025-10-09 10:53:20    region  -150 m",
                ]
            )
            let json = try status(["van", "--json"]).lines.joined()
            #expect(json.hasPrefix(#"{"device":"van","inside":["depot"],"latitude":52.5,"#))
            agent.stop()
        }

        @Test func `status that watches shows again what has changed, until the agent is gone`() throws {
            try client.publish("fleet/van/location", #"{"lat":52.6,"lon":13.4,"acc":8,"tst":1760000000}"#)
            let watch = try AgentProcess(
                ["status", "--watch", "--json", "van", "--config", file],
                log: site.folder.appendingPathComponent("watch.log")
            )
            #expect(watch.waitForLog(#"{"device":"van","inside":[],"#), "\(watch.text)")
            try client.publish("fleet/van/location", #"{"lat":52.5,"lon":13.4,"acc":8,"tst":1760000060}"#)
            #expect(watch.waitForLog(#"{"device":"van","inside":["depot"],"#), "\(watch.text)")
            usleep(2_500_000)
            #expect(watch.text.split(separator: "\n").count == 2, "\(watch.text)")
            agent.stop()
            #expect(watch.end(within: 60) == 69)
            #expect(watch.text.contains("nothing came within 10 s; is the agent running"), "\(watch.text)")
        }

        @Test func `status of a device that nobody knows exits 65 and says so`() throws {
            let told = try status(["vna"])
            #expect(told.code == 65)
            #expect(
                told.errors
                    == "nothing has been heard of a device \"vna\"; \"device/list\", or geofence-agent status, names those that have\n"
            )
            agent.stop()
        }

        @Test func `without a broker status exits 69`() throws {
            let server = SilentServer(.refuses)
            let file = try site.configure(port: server.port)
            let result = try AgentProcess.run(["status", "--config", file])
            #expect(result.code == 69)
            let reason = """
                connection refused: no broker listens there; start it, or check mqtt.host and mqtt.port\n
                """
            #expect(result.errors == "connecting to 127.0.0.1:\(server.port): \(reason)")
            agent.stop()
        }

        @Test(arguments: [[], ["--topic", "fleet/{device}/location"]])
        func `simulate publishes a track as the device would`(_ options: [String]) throws {
            let track = try site.write(
                """
                {"device":"van","tst":1760000000,"lat":52.6,"lon":13.4,"acc":5}
                {"device":"van","tst":1760000060,"lat":52.5,"lon":13.4,"acc":5,"vel":36}
                """,
                to: "track.jsonl"
            )
            let result = try AgentProcess.run(
                ["simulate", "--config", file, "--speed", "0", track] + options
            )
            #expect(result.code == 0, "\(result.errors)")
            try client.message("geofence/event/van/depot", containing: #""time":"2025-10-09T08:54:20.000Z""#)
            agent.stop()
        }

        @Test func `commands that need no points and no fences go without the files of these`() throws {
            let missing = #", "fenceFiles": ["none.csv"], "pois": { "files": ["none.csv"] }, "history": {}"#
            try site.configure(more: missing)
            #expect(try status().code == 0)
            let track = try site.write("time,lat,lon\n1760000000,52.5,13.4\n", to: "van.csv")
            let simulated = try AgentProcess.run(["simulate", "--config", file, "--speed", "0", track])
            #expect(simulated.code == 0, "\(simulated.errors)")
            try client.message("geofence/status/van/depot", containing: "inside")
            agent.stop()
            for command in [["history", "import", track], ["history"]] {
                let told = try AgentProcess.run(command + ["--config", file])
                #expect(told.code == 0, "\(told.errors)")
            }
            #expect(try AgentProcess.run(["check", "--config", file]).code == 78)
        }

        @Test func `simulate tells bad lines and publishes the others`() throws {
            let track = try site.write(
                "nonsense\n{\"device\":\"van\",\"tst\":1760000000,\"lat\":52.5,\"lon\":13.4}\n",
                to: "t.jsonl"
            )
            let result = try AgentProcess.run(["simulate", "--config", file, "--speed", "0", track])
            #expect(result.code == 65)
            #expect(result.errors.contains("t.jsonl:1"))
            try client.message("geofence/status/van/depot", containing: "inside")
            agent.stop()
        }
    }
}
