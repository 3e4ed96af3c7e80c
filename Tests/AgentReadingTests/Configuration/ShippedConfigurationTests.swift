import Foundation
import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct ShippedConfigurationTests {
    /// The folder `config` of the package.
    static let folder = URL(filePath: #filePath).appending(path: "../../../../config/").standardized.path

    @Test func `loads config/agent.json without a warning`() throws {
        let configuration = try Configuration.load(path: Self.folder + "/agent.json", environment: [:])
        #expect(configuration.warnings == [])
        #expect(configuration.fences.map(\.id.description) == ["depot", "customer-17", "office-wifi"])
    }

    @Test func `loads config/shapes.json, with a fence of every kind`() throws {
        let configuration = try Configuration.load(path: Self.folder + "/shapes.json", environment: [:])
        #expect(configuration.warnings == [])
        let counts =
            "7 (1 circle, 3 areas, 1 corridor, 1 rectangle, 1 follower); 1 for some devices, 1 with hours, 1 with an end, 1 group"
        #expect(ConfigurationSummary.text(configuration.fences) == counts)
    }

    @Test func `loads config/sources.json, with most formats`() throws {
        let configuration = try Configuration.load(path: Self.folder + "/sources.json", environment: [:])
        #expect(configuration.warnings == [])
        #expect(configuration.sources.count == 14)
    }

    /// The names of the folders under `config/examples`.
    private static var examples: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder + "/examples")
                .filter { !$0.hasSuffix(".md") }
                .sorted()
        }
    }

    @Test(arguments: try examples)
    func `loads the examples without a warning, and editors find their schema`(_ name: String) throws {
        let path = "\(Self.folder)/examples/\(name)/config.json"
        #expect(try Configuration.load(path: path, environment: [:]).warnings == [])
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains(##""$schema": "../../agent.schema.json""##))
        #expect(FileManager.default.fileExists(atPath: Self.folder + "/agent.schema.json"))
    }

    @Test(arguments: [("debian", nil), ("docker", "0.0.0.0:9464")] as [(String, String?)])
    func `loads what a package or an image brings`(_ folder: String, _ http: String?) throws {
        let path = "\(Self.folder)/\(folder)/config.json"
        let configuration = try Configuration.load(path: path, environment: [:])
        // Only the folder of the store is missing, which the service manager or the image makes.
        #expect(configuration.warnings.filter { !$0.description.contains("store.path: the folder") } == [])
        #expect(configuration.store.path == "/var/lib/geofence-agent/agent.sqlite")
        #expect(configuration.http?.authority == http)
    }

    @Test func `sums it up`() throws {
        var configuration = try Configuration.load(path: Self.folder + "/agent.json", environment: [:])
        configuration.hash = "0123"
        configuration.store.path = "/x"
        configuration.geocoding = GeocodingSettings(.photon, url: "http://localhost:2322")
        let lines = [
            "agent.json is valid (hash 0123).",
            "  broker   localhost:1883, MQTT 5, client geofence-agent-… as the store has it",
            "  topics   geofence/…",
            "  sources  fleet/+/location, auto, device from level 2",
            "           fleet/+/wifi, wifi, device from level 2",
            "           owntracks/+/+, owntracks, device from level 2 + \"-\" + level 3",
            "           trackers/+/report, json, device from the payload at /imei",
            "  fences   3 (2 circles, 1 by WiFi alone); 1 also by WiFi",
            "  rules    exitAfter 10",
            "  store    /x, survives the end of the process",
            "  search   photon at http://localhost:2322",
            "  log      info as text",
        ]
        #expect("\(ConfigurationSummary(configuration, file: "agent.json"))" == lines.joined(separator: "\n"))
    }
}
