import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// Schedules in a time zone that the folder of `TZDIR` alone knows.
    @Suite struct TimeZoneFolderTests {
        private let site: Site
        private let zones: [String: String]
        private let fences: String

        init() throws {
            site = try Site()
            try FileManager.default.createDirectory(
                atPath: site.path("zones"),
                withIntermediateDirectories: true
            )
            // Version 2, no changes, and an hour ahead of UTC from the beginning: RFC 8536.
            let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
            let counts: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1]
            let part = header + counts
            let bytes =
                part + [0, 0, 0, 0, 0, 0, 0] + part + [0, 0, 0x0E, 0x10, 0, 0, 0] + Array("\nXYZ-1\n".utf8)
            try Data(bytes).write(to: URL(fileURLWithPath: site.path("zones/Here")))
            zones = ["TZDIR": site.path("zones")]
            fences = try site.write(
                """
                {"type":"Feature","id":"yard","properties":{"radius":100,
                "schedule":[{"from":"08:00","to":"17:00","timezone":"Here"}]},
                "geometry":{"type":"Point","coordinates":[14,52]}}
                """,
                to: "yard.geojson"
            )
        }

        @Test func `fences import reads them as check does`() throws {
            try site.configure(more: #", "fenceFiles": ["yard.geojson"]"#)
            for command in [["check", "--config", site.path("agent.json")], ["fences", "import", fences]] {
                let told = try AgentProcess.run(command, environment: zones)
                #expect(told.code == 0, "\(told.errors)")
                let other = try AgentProcess.run(command)
                #expect(other.code == (command[0] == "check" ? 78 : 65))
                #expect(other.errors.contains("Here"), "\(other.errors)")
            }
        }

        @Test func `the agent reads them in requests`() throws {
            let config = try site.configure()
            let client = try site.client()
            try client.subscribe("geofence/agent/#")
            let agent = try site.connectedAgent(client, environment: zones)
            let options = ["--live", "--config", config]
            let told = try AgentProcess.run(["fences", "import", fences] + options, environment: zones)
            #expect(told.code == 0, "\(told.errors)")
            let export = try AgentProcess.run(["fences", "export"] + options, environment: zones)
            #expect(export.output.contains(#""from":"08:00","to":"17:00","timezone":"Here""#), "\(export)")
            agent.stop()
        }
    }
}
