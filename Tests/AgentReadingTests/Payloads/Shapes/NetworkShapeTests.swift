import GeofenceCore
import Testing

@testable import geofence_agent

/// Tasmota and Shelly.
@Suite struct NetworkShapeTests {
    @Test(
        arguments: [
            (
                #"{"Time":"2025-10-09T10:53:20","Uptime":"0T00:05:09","Wifi":{"AP":1,"SSId":"Net","BSSId":"AA:BB:CC:00:11:22","Channel":1,"RSSI":86,"Signal":-57}}"#,
                Outcome.network("Net", "aabbcc001122")
            ),
            (
                #"{"Time":"2025-10-09T08:53:20Z","Wifi":{"SSId":"Net","BSSId":"00:00:00:00:00:00"}}"#,
                .network("Net", time: 1_760_000_000_000)
            ),
            (#"{"Wifi":{"SSId":"Net","APMac":"AA:BB:CC:00:11:22"}}"#, .network("Net", "aabbcc001122")),
            (#"{"StatusSTS":{"Time":"2025-10-09T10:53:20","Wifi":{"SSId":"Net"}}}"#, .network("Net")),
            (#"{"Wifi":{"SSId":"","BSSId":""}}"#, .offline),
            (#"{"Time":"2025-10-09T10:53:20","AM2301":{"Temperature":20.1}}"#, .rejected(.unrelated)),
            ("Online", .rejected(.unrelated)), ("Offline", .rejected(.unrelated)),
            ("Offlin", .rejected(.json)),
            ("", .rejected(.empty)), ("{", .rejected(.json)),
        ] as [(String, Outcome)]
    )
    func `reads Tasmota's telemetry`(_ payload: String, _ outcome: Outcome) {
        #expect(PayloadDecoder(format: .shaped(.tasmota)).outcome(payload) == outcome)
    }

    @Test(
        arguments: [
            (#"{"sta_ip":"10.0.0.9","status":"got ip","ssid":"Net","rssi":-58}"#, Outcome.network("Net")),
            (
                #"{"sta_ip":"10.0.0.9","status":"got ip","ssid":"Net","bssid":"aa:bb:cc:00:11:22"}"#,
                .network("Net", "aabbcc001122")
            ),
            (#"{"sta_ip":null,"status":"disconnected","ssid":null,"rssi":0}"#, .offline),
            (
                #"{"src":"shellyplus1-a","dst":"x/events","method":"NotifyStatus","params":{"ts":1760000000.12,"wifi":{"ssid":"Net","rssi":-60}}}"#,
                .network("Net", time: 1_760_000_000_120)
            ),
            (
                #"{"method":"NotifyStatus","params":{"ts":1760000000.12,"wifi":{"rssi":-60}}}"#,
                .rejected(.unrelated)
            ),
            (
                #"{"method":"NotifyStatus","params":{"ts":1760000000.12,"switch:0":{"output":true}}}"#,
                .rejected(.unrelated)
            ),
            (#"{"id":1,"src":"a","result":{"wifi":{"ssid":"Net"}}}"#, .network("Net")),
            (#"{"method":"NotifyEvent","params":{"ts":1760000000,"events":[]}}"#, .rejected(.unrelated)),
            ("true", .rejected(.unrelated)), ("false", .rejected(.unrelated)),
        ] as [(String, Outcome)]
    )
    func `reads Shelly's status`(_ payload: String, _ outcome: Outcome) {
        #expect(PayloadDecoder(format: .shaped(.shelly)).outcome(payload) == outcome)
    }
}
