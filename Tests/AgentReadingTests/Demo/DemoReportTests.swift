import Testing

@testable import geofence_agent

@Suite struct DemoReportTests {
    static let report = DemoReport(
        device: "van-1",
        fix: DemoPlace(east: 700, north: 100),
        accuracy: 8
    )

    static let location = DemoReport.Message(
        topic: "fleet/van-1/location",
        payload: #"{"lat":52.544099,"lon":13.376451,"acc":8.0,"tst":1795248000.25}"#
    )

    @Test func `is one message`() {
        #expect(Self.report.messages(at: 1_795_248_000_250) == [Self.location])
        #expect(Self.report.remarks == [])
    }

    @Test(arguments: [
        (DemoReport.Network.joined("DepotNet"), "DepotNet", ["joins DepotNet"]),
        (.left("DepotNet"), "Not Connected", ["is off DepotNet"]), (.none, "Not Connected", []),
    ])
    func `is two with news of a network`(
        _ network: DemoReport.Network,
        _ payload: String,
        _ remarks: [String]
    ) {
        var report = Self.report
        report.network = network
        report.note = "stops"
        let wifi = DemoReport.Message(topic: "fleet/van-1/wifi", payload: payload)
        #expect(report.messages(at: 1_795_248_000_250) == [Self.location, wifi])
        #expect(report.remarks == remarks + ["stops"])
    }
}
