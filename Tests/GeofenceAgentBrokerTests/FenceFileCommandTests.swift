import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// Commands that read a configuration with `fenceFiles`.
    @Suite struct FenceFileCommandTests {
        private let site: Site
        private let config: String

        init() throws {
            site = try Site()
            try FileManager.default.createDirectory(
                atPath: site.path("fences"),
                withIntermediateDirectories: true
            )
            config = try site.configure(
                fences: #"[ { "id": "guest", "wifi": ["Guest"] } ]"#,
                more: #", "fenceFiles": ["fences/*"]"#
            )
            try site.write("id,latitude,longitude,radius\nyard,52,14,100\n", to: "fences/a.csv")
            try site.write(
                #"{"type":"Feature","id":"gate","properties":{"radius":20},"geometry":{"type":"Point","coordinates":[14,52]}}"#,
                to: "fences/b.geojson"
            )
        }

        private func run(_ command: [String]) throws -> (code: Int32, output: String, errors: String) {
            try AgentProcess.run(command + ["--config", config])
        }

        @Test func `check counts the fences of all files`() throws {
            let told = try run(["check"])
            #expect(told.code == 0, "\(told.errors)")
            #expect(told.output.contains("  fences   3 (2 circles, 1 by WiFi alone)\n"), "\(told.output)")
        }

        @Test func `list tells in which file each fence stands`() throws {
            let told = try run(["fences", "list", "--json"])
            #expect(
                told.output == """
                    [{"id":"guest","kind":"wifi","wifi":["Guest"],"file":"\(config)"},\
                    {"id":"yard","kind":"circle","scale":100,"file":"\(site.path("fences/a.csv"))"},\
                    {"id":"gate","kind":"circle","scale":20,"file":"\(site.path("fences/b.geojson"))"}]

                    """
            )
        }

        @Test func `export writes those of the files too`() throws {
            #expect(
                try run(["fences", "export", "--format", "csv"]).output
                    == "id,name,latitude,longitude,radius\nyard,,52,14,100\ngate,,52,14,20\n"
            )
        }

        @Test(arguments: [["check"], ["fences", "list"], ["fences", "export"], ["run"]])
        func `a file with an error is named with the place, and ends with 78`(_ command: [String]) throws {
            let path = try site.write("id,latitude,longitude,radius\nyard,99,14,100\n", to: "fences/a.csv")
            let told = try run(command)
            #expect(told.code == 78)
            #expect(told.errors.hasPrefix("\(path):2:"), "\(told.errors)")
        }
    }
}
