import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct AutoPayloadTests {
    private static let now: Int64 = 1_760_000_000_000

    @Test(
        arguments: [
            (
                #"{"lat":52.5,"lon":13.4,"acc":8,"tst":1760000000}"#,
                try Outcome.fix(52.5, 13.4, accuracy: 8, time: now)
            ),
            (
                #"{"latitude":52.5,"longitude":13.4,"gps_accuracy":8,"battery_level":80}"#,
                try .fix(52.5, 13.4, accuracy: 8, battery: 80)
            ),
            (#"{"Latitude":52.5,"Longitude":13.4,"accuracy":"8.5"}"#, try .fix(52.5, 13.4, accuracy: 8.5)),
            (#"{"latitude":"52.5","longitude":"13.4"}"#, try .fix(52.5, 13.4)),
            (#"{"lat":52.5,"lng":13.4,"hacc":8}"#, try .fix(52.5, 13.4, accuracy: 8)),
            (#"{"lat":52.5,"long":13.4,"horizontal_accuracy":8}"#, try .fix(52.5, 13.4, accuracy: 8)),
            (#"{"lat_deg":52.5,"lon_deg":13.4}"#, try .fix(52.5, 13.4)),
            (#"{"x":13.4,"y":52.5,"radius":8}"#, try .fix(52.5, 13.4, accuracy: 8)),
            (#"{"y":1,"lat":52.5,"x":2,"lon":13.4}"#, try .fix(52.5, 13.4)),
            (
                #"{"lat":52.5,"lon":13.4,"acc":0,"alt":0,"vel":1e99,"cog":-7}"#,
                try .fix(52.5, 13.4, altitude: 0)
            ),
            (#"{"lat":52.5,"lon":13.4,"acc":null,"tst":null}"#, try .fix(52.5, 13.4)),
            (#"{"l\u0061t":52.5,"lon":13.4}"#, try .fix(52.5, 13.4)),
            // Meshtastic
            (
                #"{"from":2130636288,"timestamp":1760000000,"type":"position","payload":{"latitude_i":525000001,"longitude_i":-134000000,"altitude":30,"ground_speed":7,"sats_in_view":7}}"#,
                try .fix(52.5000001, -13.4, altitude: 30, speed: 7, time: now)
            ),
            // Traccar, forwarded
            (
                #"{"position":{"id":1,"serverTime":"2025-10-09T08:59:59.000+00:00","fixTime":"2025-10-09T10:53:20.000+02:00","valid":true,"latitude":52.5,"longitude":13.4,"altitude":30,"speed":3,"accuracy":0,"network":{"wifiAccessPoints":[{"macAddress":"aa"}]},"attributes":{"motion":true}},"device":{"id":4,"name":"Van","uniqueId":"van-1"}}"#,
                try .fix(52.5, 13.4, altitude: 30, speed: 5.556, time: now, name: "Van")
            ),
            // Traccar Client
            (
                #"{"device_id":"7","location":{"timestamp":"2025-10-09T08:53:20.000Z","coords":{"latitude":52.5,"longitude":13.4,"accuracy":8.2,"speed":-1,"heading":-1},"battery":{"level":0.5}}}"#,
                try .fix(52.5, 13.4, accuracy: 8.2, time: now, battery: 50)
            ),
            // gpsd
            (
                #"{"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"2025-10-09T08:53:20.000Z","lat":52.5,"lon":13.4,"altHAE":124.0,"altMSL":82.0,"speed":6.328,"track":45.6,"eph":20.9,"epv":34.5}"#,
                try .fix(52.5, 13.4, accuracy: 12.938, altitude: 82, speed: 22.781, time: now)
            ),
            (#"{"class":"SKY","satellites":[{"PRN":1,"el":5.0}]}"#, .rejected(.unrelated)),
            (#"{"class":"TPV","mode":1}"#, .rejected(.unrelated)),
            // Its errors in metres are no place; what other publishers call a class says nothing.
            (
                #"{"class":"GST","device":"stdin","time":"2025-10-09T08:53:20.000Z","rms":12,"major":6,"lat":5,"lon":6,"alt":9}"#,
                .rejected(.unrelated)
            ),
            (#"{"class":"AIS","mmsi":211000000,"lat":52.5,"lon":13.4}"#, try .fix(52.5, 13.4)),
            // ChirpStack: the gateway's own place is not the device's
            (
                #"{"time":"2025-10-09T08:53:20Z","deviceInfo":{"devEui":"01"},"location":{"latitude":52.5,"longitude":13.4,"altitude":3,"source":"GEO_RESOLVER_TDOA","accuracy":40}}"#,
                try .fix(52.5, 13.4, accuracy: 40, altitude: 3, time: now)
            ),
            (
                #"{"time":"2025-10-09T08:53:20Z","object":{"latitude":52.5,"longitude":13.4},"rxInfo":[{"location":{"latitude":1,"longitude":2}}]}"#,
                try .fix(52.5, 13.4, time: now)
            ),
            (#"{"rxInfo":[{"location":{"latitude":1,"longitude":2}}]}"#, .rejected(.unrelated)),
            // The Things Stack
            (
                #"{"end_device_ids":{"device_id":"d"},"received_at":"2025-10-09T08:53:20.123456789Z","uplink_message":{"decoded_payload":{"latitude":52.5,"longitude":13.4},"rx_metadata":[{"location":{"latitude":1,"longitude":2}}]}}"#,
                try .fix(52.5, 13.4, time: now + 123)
            ),
            // Teltonika
            (
                #"{"state":{"reported":{"ts":1760000000123,"pr":0,"latlng":"52.5,13.4","alt":"30","sp":0}}}"#,
                try .fix(52.5, 13.4, altitude: 30, speed: 0, time: now + 123)
            ),
            // GeoJSON
            (#"{"type":"Point","coordinates":[13.4,52.5]}"#, try .fix(52.5, 13.4)),
            (
                #"{"type":"Feature","geometry":{"type":"Point","coordinates":[13.4,52.5,30]},"properties":{"accuracy":8,"time":1760000000}}"#,
                try .fix(52.5, 13.4, accuracy: 8, altitude: 30, time: now)
            ),
            (#"{"type":"Point","coordinates":[13.4,52.5,"high",7]}"#, try .fix(52.5, 13.4)),
            (#"{"type":"Point","coordinates":[]}"#, .rejected(.missing)),
            (#"{"type":"Point","coordinates":[13.4]}"#, .rejected(.missing)),
            (#"{"type":"Point","coordinates":[13.4,null]}"#, .rejected(.missing)),
            (#"{"type":"Point","coordinates":[52.5,93.4]}"#, .rejected(.range)),
            (#"{"type":"LineString","coordinates":[[13.4,52.5],[13.4,52.6]]}"#, .rejected(.type)),
            (#"{"type":"FeatureCollection","features":[]}"#, .rejected(.unrelated)),
            (
                #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[13.4,52.5]},"properties":{"accuracy":8}}]}"#,
                try .fix(52.5, 13.4, accuracy: 8)
            ),
            (
                #"{"type":"FeatureCollection","features":[{"geometry":{"coordinates":[1,2]}},{"geometry":{"coordinates":[13.4,52.5]}},{"geometry":null}]}"#,
                try .fix(52.5, 13.4)
            ),
            (
                #"{"type":"FeatureCollection","features":[{"geometry":{"coordinates":[[1,2],[3,4]]}}]}"#,
                .rejected(.type)
            ),
            // Names that others use otherwise
            (#"{"class":"car","lat":52.5,"lon":13.4}"#, try .fix(52.5, 13.4)),
            (#"{"device":{"id":5},"sender":"x","type":"car","lat":52.5,"lon":13.4}"#, try .fix(52.5, 13.4)),
            (#"{"deviceInfo":{"a":1},"lat":52.5,"lon":13.4}"#, try .fix(52.5, 13.4)),
            (#"{"features":["a"],"lat":52.5,"lon":13.4}"#, try .fix(52.5, 13.4)),
            (#"{"latitude_i":525000000,"longitude_i":134000000}"#, try .fix(52.5, 13.4)),
            (#"{"device":{"id":5},"battery":7}"#, .rejected(.unrelated)),
            (
                #"{"sender":"!a","type":"waypoint","payload":{"latitude_i":1,"longitude_i":2}}"#,
                .rejected(.unrelated)
            ),
            ("Offline", .rejected(.unrelated)), ("online", .rejected(.unrelated)),
            // Text
            ("52.5,13.4", try .fix(52.5, 13.4)),
            (" 52.5 , 13.4\n", try .fix(52.5, 13.4)),
            ("52.5;13.4", try .fix(52.5, 13.4)),
            ("-52.5 -13.4", try .fix(-52.5, -13.4)),
            ("geo:52.5,13.4", try .fix(52.5, 13.4)),
            ("geo:52.5,13.4,30;crs=wgs84;u=8", try .fix(52.5, 13.4, accuracy: 8, altitude: 30)),
            ("152.5,13.4", .rejected(.range)),
            ("52.5,13.4,8", .rejected(.json)),
            ("52.5,", .rejected(.json)),
            ("52.5", .rejected(.shape)),
            (#"{"location":"52.5, 13.4","acc":8}"#, try .fix(52.5, 13.4, accuracy: 8)),
            (#"{"location":"home","gps":true}"#, .rejected(.missing)),
            (#"{"gps":true,"location":"home","lat":52.5,"lon":13.4}"#, try .fix(52.5, 13.4)),
            // What is no position
            (#"{"x":0.1,"y":0.2,"z":9.8}"#, .rejected(.unrelated)),
            (#"{"lat":52.5,"lon":13.4,"valid":false}"#, .rejected(.unrelated)),
            (#"{"lat":52.5,"lon":13.4,"valid":0}"#, .rejected(.unrelated)),
            (#"{"lat":52.5,"lon":13.4,"valid":"False"}"#, .rejected(.unrelated)),
            (#"{"lat":52.5,"lon":13.4,"valid":"V"}"#, .rejected(.unrelated)),
            (#"{"lat":52.5,"lon":13.4,"valid":1}"#, try .fix(52.5, 13.4)),
            (#"{"lat":52.5,"lon":13.4,"valid":"A"}"#, try .fix(52.5, 13.4)),
            (#"{"lat":52.5,"lon":13.4,"valid":false,"ssid":"Net"}"#, .network("Net")),
            (#"{}"#, .rejected(.unrelated)), (#"{"battery":80,"uptime":5}"#, .rejected(.unrelated)),
            (#"{"payload":{"temperature":21.5},"tst":1760000000}"#, .rejected(.unrelated)),
            // What should be one
            (#"{"_type":"location","tst":1760000000}"#, .rejected(.missing)),
            (#"{"lat":null,"lon":null}"#, .rejected(.missing)), (#"{"lon":13.4}"#, .rejected(.missing)),
            (#"{"latitude_i":525000000}"#, .rejected(.missing)), (#"{"x":13.4}"#, .rejected(.missing)),
            (#"{"ssid":"unknown"}"#, .rejected(.missing)),
        ] as [(String, Outcome)]
    )
    func `recognises positions`(_ payload: String, _ outcome: Outcome) {
        #expect(PayloadDecoder(format: .auto).outcome(payload) == outcome)
    }

    @Test(
        arguments: [
            (#"{"ssid":"Net"}"#, Outcome.network("Net")),
            (#"{"ESSID":"Net","bssid":"AA:BB:CC:00:11:22"}"#, .network("Net", "aabbcc001122")),
            (
                #"{"uptime":5,"rssi":-60,"SSID":"Net","BSSID":"AA-BB-CC-00-11-22","ip":"10.0.0.2"}"#,
                .network("Net", "aabbcc001122")
            ),
            (#"{"wifi_connection":"Net","wifi_bssid":"aabb.cc00.1122"}"#, .network("Net", "aabbcc001122")),
            (
                #"{"Time":"2025-10-09T10:53:20","Wifi":{"AP":1,"SSId":"Net","BSSId":"00:00:00:00:00:00"}}"#,
                .network("Net")
            ),
            (
                #"{"Time":"2025-10-09T10:53:20","Wifi":{"AP":1,"SSId":"Net","APMac":"AA:BB:CC:00:11:22"}}"#,
                .network("Net", "aabbcc001122")
            ),
            (#"{"Time":"2025-10-09T10:53:20+02:00","Wifi":{"SSId":"Net"}}"#, .network("Net", time: now)),
            (#"{"sta_ip":"10.0.0.9","status":"got ip","ssid":"Net","rssi":-58}"#, .network("Net")),
            (#"{"sta_ip":null,"status":"disconnected","ssid":null}"#, .offline),
            (
                #"{"method":"NotifyStatus","params":{"ts":1760000000.12,"wifi":{"ssid":"Net"}}}"#,
                .network("Net", time: now + 120)
            ),
            (#"{"ssid":"<unknown ssid>","bssid":"aa:bb:cc:00:11:22"}"#, .network(nil, "aabbcc001122")),
            (#"{"ssid":"<unknown ssid>","bssid":"02:00:00:00:00:00"}"#, .rejected(.missing)),
            (#"{"ssid":"Net","bssid":"zz:bb:cc:00:11:22"}"#, .network("Net")),
            (#"{"bssid":"zz:bb:cc:00:11:22"}"#, .rejected(.missing)),
            (#"{"bssid":"00:00:00:00:00:00"}"#, .offline),
            (#"{"ssid":"<not connected>","bssid":"aa:bb:cc:00:11:22"}"#, .offline),
            (#"{"ssid":5}"#, .rejected(.missing)),
        ] as [(String, Outcome)]
    )
    func `recognises networks`(_ payload: String, _ outcome: Outcome) {
        #expect(PayloadDecoder(format: .auto).outcome(payload) == outcome)
    }

    @Test(
        arguments: [
            (#"{"lat":52.5,"lon":13.4,"ssid":"Net"}"#, WiFiReport.connected(ssid: "Net", bssid: nil)),
            (#"{"lat":52.5,"lon":13.4,"ssid":"<unknown ssid>"}"#, nil),
            (#"{"lat":52.5,"lon":13.4,"ssid":""}"#, .disconnected),
            (#"{"lat":52.5,"lon":13.4,"ssid":7}"#, nil),
        ] as [(String, WiFiReport?)]
    )
    func `reads position and network of one message`(_ payload: String, _ wifi: WiFiReport?) throws {
        #expect(PayloadDecoder(format: .auto).outcome(payload) == (try .fix(52.5, 13.4, wifi: wifi)))
    }

    @Test func `reads a network of a message whose position is null`() {
        let payload = #"{"lat":null,"lon":null,"ssid":"Net"}"#
        #expect(PayloadDecoder(format: .auto).outcome(payload) == .network("Net"))
    }

    @Test(
        arguments: [
            ("1760000000", now), ("1760000000.5", now + 500), ("1760000000123", now + 123),
            ("1760000000123456", now + 123), ("\"1760000000\"", now), ("\"2025-10-09T08:53:20Z\"", now),
            ("\"2025-10-09 10:53:20.7+0200\"", now + 700), ("\"2025-10-09T08:53:20\"", now),
            ("20251009085320", now), ("20251009085320.5", now + 500), ("\"20251009085320.000\"", now),
            ("20251309085320", 20_251_309_085_320), ("20251009085360", 20_251_009_085_360),
            ("946684800", 946_684_800_000), ("1e11", 100_000_000_000_000), ("null", nil),
        ] as [(String, Int64?)]
    )
    func `reads every form of time`(_ time: String, _ milliseconds: Int64?) throws {
        let payload = "{\"lat\":1,\"lon\":2,\"timestamp\":\(time)}"
        #expect(PayloadDecoder(format: .auto).outcome(payload) == (try .fix(1, 2, time: milliseconds)))
    }

    @Test(
        arguments: [
            (#""Timestamp":1760000000"#, now), (#""Time":1760000000"#, now), (#""TST":1760000000"#, now),
            (#""Time":"1760000000""#, now), (#""Timestamp":"2025-10-09T08:53:20""#, now),
            (#""TIME":"2025-10-09T08:53:20""#, now), (#""Time":"2025-10-09T10:53:20+02:00""#, now),
            (#""Time":"2025-10-09T08:53:20""#, nil), (#""Time":"08:53""#, nil), (#""Time":null"#, nil),
            (#""Time":"2025-10-09T10:53:20","tst":1760000000"#, now),
        ] as [(String, Int64?)]
    )
    func `leaves out only a local time of Tasmota's`(_ member: String, _ milliseconds: Int64?) throws {
        let payload = "{\"Latitude\":1,\"Longitude\":2,\(member)}"
        #expect(PayloadDecoder(format: .auto).outcome(payload) == (try .fix(1, 2, time: milliseconds)))
    }

    @Test(
        arguments: [
            (#""alt":30.5,"vel":50"#, 30.5, 50), (#""altitude":"-3","speed":10"#, -3, 36),
            (#""altMSL":30,"altHAE":72"#, 30, nil), (#""ele":30,"spd":1.5"#, 30, 5.4),
            (#""elevation":30,"sp":7"#, 30, 7), (#""speed":10,"fixTime":null"#, nil, 18.52),
            (#""speed":10,"vel":50"#, nil, 50), (#""vel":null,"speed":10"#, nil, 36),
            (#""speed":-1,"alt":null"#, nil, nil), (#""vel":10000,"alt":100000"#, 100_000, 10_000),
            (#""vel":10000.1,"alt":100000.1"#, nil, nil), (#""vel":-0.1,"alt":-100000"#, -100_000, nil),
            (#""vel":"fast","alt":{"m":3}"#, nil, nil), (#""vel":[5],"alt":true"#, nil, nil),
            (#""vel":1e308,"alt":-1e308"#, nil, nil), (#""speed":1e308"#, nil, nil),
        ] as [(String, Double?, Double?)]
    )
    func `reads altitude and speed, and takes what can't be for unknown`(
        _ members: String,
        _ altitude: Double?,
        _ speed: Double?
    ) throws {
        let outcome = try Outcome.fix(1, 2, altitude: altitude, speed: speed)
        #expect(PayloadDecoder(format: .auto).outcome("{\"lat\":1,\"lon\":2,\(members)}") == outcome)
    }

    @Test func `prefers the time of the fix to the time of sending`() throws {
        let payload = #"{"lat":1,"lon":2,"created_at":1760000009,"tst":1760000000}"#
        #expect(PayloadDecoder(format: .auto).outcome(payload) == (try .fix(1, 2, time: Self.now)))
    }
}
