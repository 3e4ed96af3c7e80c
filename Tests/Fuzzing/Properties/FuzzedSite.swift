@testable import AgentTestSupport
import GeofenceCore
@testable import geofence_agent

/// The agent that requests and scripts are put to: fences of each kind, points, visits and zones.
enum FuzzedSite {
    /// What may be configured; each begins with the sources of the tests.
    ///
    /// Nothing is held back for a while (`deviceEvery`, the filter of points): what waits for its turn is not
    /// kept over a restart, after which all is published again.
    static let settings: [AgentSettings] = {
        do { return try made() } catch { return [] }
    }()

    private static func made() throws -> [AgentSettings] {
        var plain = try AgentDriver.setup(fences: fences())
        plain.stream = StreamRules()
        var full = plain
        (full.stream.reorder, full.stream.lateEvents) = (5, true)
        (full.reportAllUpTo, full.places.fenceRadius, full.owntracks.waypoints) = (2, 80, true)
        var places = PlaceRules()
        (places.zones, places.keepFor) = (ZoneRules(), 30 * 86_400)
        full.places.rules = places
        full.pois = try points()
        full.geocoding = GeocodingSettings(.photon, url: "http://localhost:2322")
        var other = plain
        other.fences = try [fence("yard", 13.001), fence("dwell", 13.002)]
        other.pois = try points()
        var announced = other
        announced.homeAssistant.discovery = true
        return [plain, full, other, announced]
    }

    private static func fences() throws -> [Fence] {
        var held = Rules()
        (held.enterAfter, held.exitAfter, held.dwell) = (3, 5, [4, 9])
        let ring = try [(13.0, 52.0), (13.004, 52.0), (13.004, 52.003), (13.0, 52.0)].map {
            try Position(longitude: $0.0, latitude: $0.1)
        }
        return try [
            fence("yard", 13), fence("dwell", 13.002, held),
            Fence(
                id: Identifier("field"),
                shape: .area(Area(polygons: [[ring]])),
                groups: [Identifier("sites")]
            ),
            Fence(id: Identifier("guests"), shape: nil, wifi: [.ssid("Guest")]),
            Fence(
                id: Identifier("escort"),
                shape: nil,
                follows: Follow(device: Identifier("lead"), radius: 150)
            ),
        ]
    }

    private static func fence(_ id: String, _ longitude: Double, _ rules: Rules = Rules()) throws -> Fence {
        let circle = try Circle(center: Coordinate(latitude: 52, longitude: longitude), radius: 150)
        return try Fence(
            id: Identifier(id),
            name: id.uppercased(),
            shape: .circle(circle),
            wifi: [.ssid("DepotNet")],
            rules: rules
        )
    }

    private static func points() throws -> PointsOfInterest {
        var (settings, builder) = (PointSettings(), PointTableBuilder(tags: []))
        (settings.nearest, settings.regions, settings.regionsAround) = (2, [60, 300], 2)
        (settings.filter.distance, settings.filter.time) = (0, 0)
        for number in 0..<5 {
            let place = try Coordinate(latitude: 52 + 0.001 * Double(number), longitude: 13.001)
            let id = String(UnicodeScalar(UInt8(97 + number)))
            try builder.add(ParsedPoint(id: id, name: "Point \(id)", place: place))
        }
        return PointsOfInterest(settings: settings, table: PointTable(builder, fingerprint: "5"))
    }

    /// An agent that has just started with some of the settings.
    static func driver(_ index: Int = 0) throws(Finding) -> AgentDriver {
        guard settings.indices.contains(index) else { throw Finding("no settings to begin with") }
        let driver = AgentDriver(settings[index])
        driver.agent.useConfiguredFences(at: AgentDriver.at(0))
        driver.agent.pending.hasFences = true
        return driver
    }

    /// What is kept of an agent: fences with their slots, devices with their numbers, what was set at run
    /// time.
    static func state(of agent: borrowing Agent) -> [String: [UInt8]] {
        var state = ["fence rules": written { agent.tracker.engine.writeFenceRules(to: &$0) }]
        for slot in 0..<Int32(agent.tracker.engine.fenceLimit) {
            var writer = ByteWriter()
            let isThere = agent.tracker.engine.write(fence: slot, to: &writer)
            if isThere { state["slot \(slot)"] = writer.bytes }
        }
        for device in agent.tracker.engine.deviceNumbers {
            let bytes = written { agent.tracker.engine.write(device: device, to: &$0) }
            state["device \(agent.tracker.engine.deviceID(device))"] = bytes
        }
        for (id, value) in agent.overrides { state["override \(id)"] = written { value.write(to: &$0) } }
        state["monitoring"] = agent.tracker.monitoring.bytes
        state["details"] = agent.tracker.details.bytes(agent.tracker.engine)
        for fence in agent.runtimeFences.values {
            state["set \(fence.id)"] = written { fence.write(to: &$0) }
        }
        state["zone fences"] = Array(
            agent.zoneFences.ids.sorted().map(\.description).joined(separator: " ").utf8
        )
        return state
    }
}
