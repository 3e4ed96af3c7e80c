import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct DemoTextTests {
    @Test func `sums up`() {
        var tally = DemoTally()
        for number in 0..<8 { tally.count(DemoFleet.shown.report(number)) }
        tally.record(statistics: Array(#"{"received":9,"cpuPerMessage":312.4}"#.utf8))
        let lines = [
            "3 s: 8 positions and 4 WiFi reports in, 0 events out: 0 enter, 0 exit, 0 dwell; 0 of them by WiFi alone.",
            "Positions of trailer-9 that crossed the edge of Depot Nord: 0; enters and exits made of that: 0.",
            "A message cost the agent 312 µs of processor time, each with a wake-up, a transaction and events of "
                + "its own; under load hundreds share one.",
        ]
        #expect(tally.summary(seconds: 3) == lines)
    }

    @Test func `says who is where, by name and in the order of the devices`() {
        var whereabouts = Whereabouts(DemoFence.all)
        whereabouts.record("anna", Array(#"{"inside":[]}"#.utf8))
        whereabouts.record("van-1", Array(#"{"inside":["depot","elsewhere","round-A"],"latitude":1}"#.utf8))
        whereabouts.record("van-2", [])
        #expect(
            whereabouts.line(["van-1", "van-2", "anna"]) == "van-1: Depot Nord, elsewhere · anna: outside"
        )
    }

    @Test func `has a map that whoever sees its output may change`() throws {
        let map = DemoMap.new(port: 9464)
        let folder = try ConfigurationFolder()
        folder.write(DemoMap.tokenFile, map.token.utf8)
        let http = try folder.load(DemoConfiguration(port: 18830, fences: DemoFence.all, map: map).text).http
        #expect(http?.editToken == Secret(map.token.utf8))
        #expect(http?.map?.edit == true)
        #expect(DemoConfiguration(port: 18830, fences: DemoFence.all).text.contains("itineraries") == false)
        #expect(DemoMap.new(port: 9464) != map)
    }

    @Test func `its map has a round with three stops, of a device that there is`() throws {
        let map = DemoMap.new(port: 9464)
        let folder = try ConfigurationFolder()
        folder.write(DemoMap.tokenFile, map.token.utf8)
        let text = DemoConfiguration(port: 18830, fences: DemoFence.all, map: map).text
        let configuration = try folder.load(text)
        let itinerary = try #require(configuration.itineraries.first)
        #expect(configuration.itineraries.count == 1 && itinerary.stops.count == 3)
        #expect(DemoFleet.shown.devices.map(\.id).contains(DemoItinerary.shown.device))
        #expect(DemoItinerary.shown.owns("round-A") && !DemoItinerary.shown.owns("roundabout"))
    }

    @Test func `says first what runs where`() {
        let header = DemoHeader(
            port: 18830,
            agent: 42,
            configuration: "/tmp/x/agent.json",
            fences: DemoFence.all,
            devices: [DemoDevice(id: "van-1", summary: "a van", route: .depotFirst)],
            duration: 20,
            map: DemoMap(port: 9464, code: "abcdefghijkmnpqr", token: "secret")
        )
        let lines = [
            "geofence-agent \(GeofenceAgent.version), a demonstration; ends by itself after 20 s", "",
            "broker   mosquitto on 127.0.0.1:18830, private to this demonstration",
            "agent    geofence-agent run --config /tmp/x/agent.json, process 42",
            "fences   Depot Nord   circle of 150 m or WiFi DepotNet, dwell 5 s",
            "         Customer 17  circle of 80 m, exits held 2 s, dwell 3 s",
            "         Old Town     circle of 400 m", "         Office       WiFi Office, dwell 3 s",
            "devices  van-1        a van", "watch    mosquitto_sub -p 18830 -v -t 'geofence/#'",
            "map      http://127.0.0.1:9464/#edit=abcdefghijkmnpqr", "",
        ]
        #expect(header.lines(Paint(isOn: false)) == lines)
    }

    @Test(
        arguments: [
            (DemoFailure.noBroker("none"), 69, "There is no broker: none"),
            (
                .brokerLost("it has ended", log: ""), 69,
                "The broker is lost: it has ended\nIts log:\n  (empty)"
            ),
            (
                .agentEnded("by signal 9", log: "a\nb\n"), 70,
                "The agent has ended by signal 9\nIts log:\n  a\n  b"
            ),
            (.agentSilent(log: "a"), 70, "The agent doesn't come online\nIts log:\n  a"),
            (.outputClosed, 0, "Nobody reads the output any more"),
        ] as [(DemoFailure, Int32, String)]
    )
    func `says why it ends early, and with which status`(
        _ failure: DemoFailure,
        _ status: Int32,
        _ text: String
    ) {
        #expect(failure.exitStatus.rawValue == status)
        #expect("\(failure)" == text)
    }
}
