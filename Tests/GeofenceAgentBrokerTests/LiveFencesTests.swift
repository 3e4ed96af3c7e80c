import CLibrary
import Foundation
import GeofenceCore
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// `fences list`, `export` and `import` with `--live`.
    @Suite final class LiveFencesTests {
        let site: Site
        let client: Client
        let agent: AgentProcess
        let file: String

        init() throws {
            site = try Site()
            file = try site.configure(
                fences:
                    #"[ { "id": "depot", "name": "Depot", "latitude": 52.5, "longitude": 13.4, "radius": 150 } ]"#,
                more: #", "rules": { "margin": 50 }"#
            )
            client = try site.client()
            try client.subscribe("geofence/agent/#")
            agent = try site.connectedAgent(client)
        }

        private func fences(_ arguments: [String]) throws -> (code: Int32, output: String, errors: String) {
            let command = ["fences", arguments[0], "--live", "--config", file]
            return try AgentProcess.run(command + arguments.dropFirst())
        }

        private static let yard = """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","id":"yard","properties":{"radius":100,"rules":{"margin":0}},"geometry":{"type":"Point","coordinates":[14,52]}},
            {"type":"Feature","properties":{"name":"Gate 1","radius":20,"rules":{"margin":50}},"geometry":{"type":"Point","coordinates":[14,52]}}
            ]}
            """

        private static let depotAlone = """
            ID     KIND    PLACE              NAME
            depot  circle  52.5, 13.4, 150 m  Depot

            """

        @Test func `what is imported is listed and exported, rules and all`() throws {
            let path = try site.write(Self.yard, to: "yard.geojson")
            let told = try fences(["import", path])
            #expect(told.code == 0, "\(told.errors)")
            #expect(
                told.output == """
                    \(path): 2 good, 0 skipped, 0 refused
                      2 fences (2 circles): 32673 m², 51.9991…52.0009 N, 13.9985…14.0015 E
                      1    good     yard
                      2    good     gate-1 (Gate 1)

                    """
            )
            #expect(
                try fences(["list"]).output == """
                    ID      KIND    PLACE              NAME
                    depot   circle  52.5, 13.4, 150 m  Depot
                    gate-1  circle  52, 14, 20 m       Gate 1
                    yard    circle  52, 14, 100 m

                    """
            )
            #expect(
                try fences(["list", "--json"]).output.contains(
                    #"{"id":"yard","kind":"circle","scale":100,"type":"custom"}"#
                )
            )
            let export = try fences(["export"])
            #expect(
                export.output == """
                    {"type":"FeatureCollection","features":[
                    {"type":"Feature","id":"depot","properties":{"name":"Depot","radius":150},"geometry":{"type":"Point","coordinates":[13.4,52.5]}},
                    {"type":"Feature","id":"gate-1","properties":{"name":"Gate 1","radius":20},"geometry":{"type":"Point","coordinates":[14,52]}},
                    {"type":"Feature","id":"yard","properties":{"radius":100,"rules":{"margin":0}},"geometry":{"type":"Point","coordinates":[14,52]}}
                    ]}

                    """
            )
            agent.stop()
        }

        @Test func `more fences than any request or answer has room for are taken, listed and exported`()
            throws
        {
            let count = 3000
            let rows = (0..<count).map { "f\($0),\(Double($0 % 80)),\(Double($0 % 170)),\(50 + $0)\n" }
            let path = try site.write("id,latitude,longitude,radius\n" + rows.joined(), to: "many.csv")
            let told = try fences(["import", path])
            #expect(told.code == 0, "\(told.errors)")
            #expect(told.output.hasPrefix("\(path): \(count) good, 0 skipped, 0 refused\n"))
            let table = try fences(["export", "--format", "csv"]).output.split(separator: "\n")
            #expect(table.count == count + 2)
            #expect(try fences(["list"]).output.split(separator: "\n").count == count + 2)
            agent.stop()
        }

        @Test func `a fence that is larger than a page, and than a request, is listed and not sent`() throws {
            let positions = (0..<40_000).map { "[\(Double($0) / 1000 + 0.123_456_789_1),52.123456789]" }
            let line =
                #""geometry":{"type":"LineString","coordinates":[\#(positions.joined(separator: ","))]}"#
            try site.configure(fences: #"[ {"id":"road","width":20,\#(line)}, {"id":"x","wifi":["x"]} ]"#)
            agent.send(SIGHUP)
            try client.message("geofence/agent/info", containing: #""fences":2"#)
            #expect(
                try fences(["list"]).output
                    == "ID    KIND      PLACE                       NAME\nroad  corridor  40000 positions, 20 m wide\nx     wifi      x\n"
            )
            let path = try site.write(
                #"{"type":"Feature","id":"r2","properties":{"width":20},\#(line)}"#,
                to: "road.geojson"
            )
            let told = try fences(["import", path])
            #expect(told.code == 65)
            #expect(told.errors.hasPrefix("r2: has "), "\(told.errors)")
            agent.stop()
        }

        @Test func `a dry run reports and changes nothing`() throws {
            let path = try site.write(Self.yard, to: "yard.geojson")
            let told = try fences(["import", "--dry-run", path])
            #expect(told.code == 0)
            #expect(told.output.hasPrefix("\(path): 2 good"))
            #expect(try fences(["list"]).output == Self.depotAlone)
            agent.stop()
        }

        @Test func `where one feature is refused nothing is sent, and the report goes to standard error`()
            throws
        {
            let path = try site.write("id,latitude,longitude,radius\na,1,2,3\nb,99,2,3\n", to: "bad.csv")
            let told = try fences(["import", path])
            #expect(told.code == 65)
            #expect(told.output == "")
            #expect(told.errors.hasPrefix("\(path): 1 good, 0 skipped, 1 refused; nothing is taken\n"))
            #expect(try fences(["list"]).output == Self.depotAlone)
            agent.stop()
        }

        @Test func `what the agent alone refuses ends with its reason`() throws {
            let path = try site.write(
                Self.yard.replacing(#""radius":20"#, with: #""groups":["depot"],"radius":20"#),
                to: "group.geojson"
            )
            let told = try fences(["import", path])
            #expect(told.code == 65)
            #expect(
                told.errors
                    == "\"depot\" is the id of a fence, whose events would look the same; call the group something else\n"
            )
            #expect(try fences(["list"]).output == Self.depotAlone)
            agent.stop()
        }

        @Test(arguments: [["list"], ["export"], ["import"]])
        func `without a broker it exits 69 and says so`(_ command: [String]) throws {
            let server = SilentServer(.refuses)
            let file = try site.configure(port: server.port)
            let track = try site.write(Self.yard, to: "yard.geojson")
            let result = try AgentProcess.run(
                ["fences"] + command + ["--live", "--config", file] + (command == ["import"] ? [track] : [])
            )
            #expect(result.code == 69)
            #expect(result.errors.hasPrefix("connecting to 127.0.0.1:\(server.port): "), "\(result.errors)")
            agent.stop()
        }

        @Test(arguments: [
            (["fences", "import", "--live", "-o", "x.geojson", "y.kml"], "leave out one of them")
        ])
        func `what doesn't go together is refused as usage`(_ command: [String], _ reason: String) throws {
            let result = try AgentProcess.run(command)
            #expect(result.code == 64)
            #expect(result.errors.contains(reason), "\(result.errors)")
            agent.stop()
        }
    }
}
