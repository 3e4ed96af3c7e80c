import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent
import MQTT

@Suite struct ConfigurationTests {
    private let folder: ConfigurationFolder
    private static let minimal = #"{"mqtt":{"host":"h"},"sources":[{"topic":"a/{device}"}]}"#

    init() throws { folder = try ConfigurationFolder() }

    private static func source(_ topic: String, _ device: String? = nil, _ format: PayloadFormat = .auto)
        throws -> Source
    {
        let pattern = try TopicPattern(topic)
        let device = try DeviceTemplate(device, variables: pattern.variables)
        return Source(topic: TopicTemplate(pattern: pattern, device: device), format: format)
    }

    @Test func `needs no more than a broker and a source`() throws {
        var expected = Configuration(
            mqtt: MQTTSettings(host: "h"),
            sources: [try Self.source("a/{device}")],
            store: StoreSettings(path: folder.path + "geofence-agent.sqlite")
        )
        expected.hash = Fingerprint.fnv1a(Array(Self.minimal.utf8))
        #expect(try folder.load(Self.minimal) == expected)
    }

    @Test(
        arguments: [
            ("traccar", "t", nil, "$.device.uniqueId", .shaped(.traccar)),
            ("traccar", "t/{device}", nil, nil, .shaped(.traccar)),
            ("traccar", "t/{x}", "{x}", "{x}", .shaped(.traccar)),
            ("meshtastic", "msh/EU/2/json/+/+", nil, "$.from", .shaped(.meshtastic)),
            (
                "chirpstack", "application/+/device/+/event/+", nil, "$.deviceInfo.devEui",
                .shaped(.chirpstack)
            ),
            ("ttn", "v3/+/devices/+/up", nil, "$.end_device_ids.device_id", .shaped(.ttn)),
            ("gpsd", "g/{device}", nil, nil, .shaped(.gpsd)), ("nmea", "n/{device}", nil, nil, .nmea),
            ("tasmota", "tele/{device}/STATE", nil, nil, .shaped(.tasmota)),
            ("shelly", "{device}/status/wifi", nil, nil, .shaped(.shelly)),
            ("awslocation", "{device}/position", nil, nil, .shaped(.awslocation)),
            ("statestream", "ha/device_tracker/{device}/{attribute}", nil, nil, .statestream(level: 3)),
        ] as [(String, String, String?, String?, PayloadFormat)]
    )
    func `reads each format, with the device from where it usually is`(
        _ name: String,
        _ topic: String,
        _ device: String?,
        _ taken: String?,
        _ format: PayloadFormat
    ) throws {
        let device = device.map { ",\"device\":\"\($0)\"" } ?? ""
        let source = "{\"topic\":\"\(topic)\",\"format\":\"\(name)\"\(device)}"
        let sources = try folder.load("{\"mqtt\":{\"host\":\"h\"},\"sources\":[\(source)]}").sources
        #expect(sources == [try Self.source(topic, taken, format)])
    }

    @Test func `reads the keys of devices`() throws {
        try folder.makeFolder(of: "keys/x")
        folder.write("keys/jo-phone.key", "one\n".utf8)
        folder.write("keys/jo-watch.key", "two".utf8)
        folder.write("keys/README", "none".utf8)
        let topic = "owntracks/{user}/{device}"
        for (file, expected) in [
            ("keys/{user}-{device}.key", ["jo-phone.key": "one", "jo-watch.key": "two"]),
            ("keys/jo-watch.key", ["jo-watch.key": "two"]),
        ] {
            let source = "{\"topic\":\"\(topic)\",\"format\":\"owntracks\",\"keyFile\":\"\(file)\"}"
            let sources = try folder.load("{\"mqtt\":{\"host\":\"h\"},\"sources\":[\(source)]}").sources
            let pattern = try TopicPattern(topic)
            let name = try DeviceTemplate(String(file.dropFirst(5)), variables: pattern.variables)
            let files = expected.map { (Array($0.key.utf8), Secret($0.value.utf8)) }
            var wanted = try Self.source(topic, nil, .owntracks)
            wanted.keys = OwnTracksKeys(
                name: TopicTemplate(pattern: pattern, device: name),
                files: Dictionary(uniqueKeysWithValues: files)
            )
            #expect(sources == [wanted])
        }
    }

    @Test func `warns of a folder without keys, and refuses keys that others may read`() throws {
        try folder.makeFolder(of: "keys/x")
        let source = #"{"topic":"o/{device}","format":"owntracks","keyFile":"keys/{device}.key"}"#
        let text = "{\"mqtt\":{\"host\":\"h\"},\"sources\":[\(source)]}"
        #expect(
            try folder.load(text).warnings.map { folder.relative("\($0)") } == [
                "agent.json:1:86: sources[0].keyFile: no file in keys/ is called so; encrypted messages are refused"
            ]
        )
        folder.write("keys/a.key", "k".utf8, permissions: 0o644)
        #expect(
            folder.errors(text) == [
                "agent.json:1:86: sources[0].keyFile: keys/a.key: others may read or change it (mode 644); chmod 600 it"
            ]
        )
    }

    @Test func `warns where a key binds no device, since payloads name it`() throws {
        folder.write("key", "k".utf8)
        let source = #"{"topic":"o/+","device":"$.tid","format":"owntracks","keyFile":"key"}"#
        #expect(
            try folder.load("{\"mqtt\":{\"host\":\"h\"},\"sources\":[\(source)]}").warnings.map {
                "\($0.path): \($0.message)"
            } == [
                "sources[0].keyFile: binds no device: who has a key can say any id in the payload; take the id from levels of the topic in \"device\""
            ]
        )
    }

    @Test func `reads every key`() throws {
        folder.write("ca.pem", "-----BEGIN CERTIFICATE-----\n".utf8)
        folder.write("agent.pem", "-----BEGIN CERTIFICATE-----\n".utf8)
        folder.write("agent.key", "-----BEGIN EC PRIVATE KEY-----\n".utf8)
        folder.write("secret", "s3cret\r\n".utf8)
        let text = """
            {"$schema":"agent.schema.json",
             "mqtt":{"host":"broker.example","port":8884,"clientId":"one","protocol":"3.1.1","username":"u","passwordFile":"secret",
               "keepAlive":60,"sessionExpiry":3600,"tls":{"caFile":"ca.pem","certFile":"agent.pem","keyFile":"agent.key","minVersion":"1.3","alpn":"mqtt"}},
             "topics":{"base":"site/geo"},
             "sources":[{"topic":"o/{user}/{device}","device":"{user}-{device}","format":"owntracks"},
               {"topic":"w/{device}","format":"wifi"},
               {"topic":"t/+","device":"$.id","format":"json","fields":{"latitude":"/a","longitude":"/b","accuracy":"/c","time":"/d","ssid":"/e","bssid":"/f"}}],
             "rules":{"accuracy":"strict","margin":5,"maxAccuracy":200,"enterAfter":1,"exitAfter":2,"dwell":[10,20.5],"wifiExpiry":90,"initialEvents":true},
             "fences":[{"id":"a","name":"A","latitude":1,"longitude":-2,"radius":3.5,"wifi":["Net","bssid:AA-bb:*"]},
               {"id":"b","wifi":["B"],"rules":{"accuracy":"lenient","dwell":[],"initialEvents":false}}],
             "visits":{"radius":60,"minDuration":120,"leaveAfter":90,"maxGap":3600,"maxAccuracy":50},
             "zones":{"fences":true,"radius":70,"timezone":"UTC","days":30},
             "status":{"allUpTo":1,"occupants":2,"deviceEvery":0.5},
             "homeAssistant":{"discovery":true,"prefix":"ha","statusTopic":"ha/birth","legacy":true,"zones":"beside"},
             "owntracks":{"transitions":true,"waypoints":true,"setWaypoints":true},
             "store":{"path":"x.sqlite","durability":"power"},
             "http":{"host":"::1","port":8080},
             "log":{"level":"debug","format":"json"}}
            """
        #expect(try folder.load(text) == everything(hash: Fingerprint.fnv1a(Array(text.utf8))))
    }

    private func everything(hash: String) throws -> Configuration {
        let map = FieldMap(
            latitude: try JSONPointer("/a"),
            longitude: try JSONPointer("/b"),
            accuracy: try JSONPointer("/c"),
            time: try JSONPointer("/d"),
            ssid: try JSONPointer("/e"),
            bssid: try JSONPointer("/f")
        )
        var expected = Configuration(
            mqtt: broker,
            sources: [
                try Self.source("o/{user}/{device}", "{user}-{device}", .owntracks),
                try Self.source("w/{device}", nil, .wifi), try Self.source("t/+", "$.id", .json(map)),
            ],
            rules: rules,
            fences: try fences,
            store: StoreSettings(path: folder.path + "x.sqlite"),
            hash: hash
        )
        expected.places = try places
        expected.topics.base = "site/geo"
        (expected.status.allUpTo, expected.status.occupants, expected.status.deviceEvery) = (1, 2, 0.5)
        (expected.homeAssistant.discovery, expected.homeAssistant.prefix) = (true, "ha")
        (expected.homeAssistant.statusTopic, expected.homeAssistant.legacy) = ("ha/birth", true)
        expected.homeAssistant.zones = .beside
        (expected.owntracks.transitions, expected.owntracks.waypoints) = (true, true)
        expected.owntracks.setWaypoints = true
        expected.store.durability = .power
        var http = HTTPSettings()
        (http.host, http.port) = ("::1", 8080)
        expected.http = http
        (expected.log.level, expected.log.format) = (.debug, .json)
        return expected
    }

    private var places: PlaceSettings {
        get throws {
            var rules = PlaceRules()
            rules.visits = try VisitRules(
                radius: 60,
                minDuration: 120,
                leaveAfter: 90,
                maxGap: 3600,
                maxAccuracy: 50
            )
            (rules.zones, rules.keepFor) = (ZoneRules(), 2_592_000)
            var places = PlaceSettings()
            (places.rules, places.fenceRadius) = (rules, 70)
            return places
        }
    }

    private var broker: MQTTSettings {
        var mqtt = MQTTSettings(host: "broker.example")
        (mqtt.port, mqtt.clientId, mqtt.protocol, mqtt.username) = (8884, "one", .version311, "u")
        mqtt.hasDefaultClientId = false
        (mqtt.password, mqtt.keepAlive, mqtt.sessionExpiry) = (Secret("s3cret".utf8), 60, 3600)
        let files = ["ca.pem", "agent.pem", "agent.key"].map { folder.path + $0 }
        mqtt.passwordFile = SecretFile(path: folder.path + "secret")
        mqtt.tls = TLSSettings(caFile: files[0], certFile: files[1], keyFile: SecretFile(path: files[2]))
        mqtt.tls?.minVersion = .version13
        mqtt.tls?.alpn = "mqtt"
        return mqtt
    }

    private var rules: Rules {
        var rules = Rules()
        (rules.accuracy, rules.margin, rules.maxAccuracy, rules.enterAfter) = (.strict, 5, 200, 1)
        (rules.exitAfter, rules.dwell, rules.wifiExpiry, rules.initialEvents) = (2, [10, 20.5], 90, true)
        return rules
    }

    private var fences: [Fence] {
        get throws {
            let circle = try Circle(center: Coordinate(latitude: 1, longitude: -2), radius: 3.5)
            var overridden = rules
            (overridden.accuracy, overridden.dwell, overridden.initialEvents) = (.lenient, [], false)
            let networks = [WiFiPattern.ssid("Net"), .bssid("aabb*")]
            return [
                try Fence(
                    id: Identifier("a"),
                    name: "A",
                    shape: .circle(circle),
                    wifi: networks,
                    rules: rules
                ),
                try Fence(id: Identifier("b"), shape: nil, wifi: [.ssid("B")], rules: overridden),
            ]
        }
    }

    @Test func `takes the TLS port with TLS`() throws {
        let text = Self.minimal.replacingOccurrences(of: "\"h\"", with: "\"h\",\"tls\":{}")
        let mqtt = try folder.load(text).mqtt
        #expect(mqtt.port == 8883 && mqtt.tls == TLSSettings())
    }

    @Test func `finds a password beside the file, then among the credentials, or in the environment`() throws
    {
        let credentials = try ConfigurationFolder()
        credentials.write("mqtt", "theirs\n".utf8)
        func password(_ key: String, _ environment: [String: String]) throws -> Secret? {
            let text = Self.minimal.replacingOccurrences(of: "\"h\"", with: "\"localhost\",\(key)")
            return try folder.load(text, environment: environment).mqtt.password
        }
        let environment = ["CREDENTIALS_DIRECTORY": String(credentials.path.dropLast()), "PASS": "env"]
        #expect(try password(#""passwordFile":"mqtt""#, environment) == Secret("theirs".utf8))
        #expect(try password(#""passwordEnvironment":"PASS""#, environment) == Secret("env".utf8))
        #expect(try password("\"passwordFile\":\"\(credentials.path)mqtt\"", [:]) == Secret("theirs".utf8))
        folder.write("mqtt", "ours".utf8)
        #expect(try password(#""passwordFile":"mqtt""#, environment) == Secret("ours".utf8))
    }

    @Test func `never shows a password`() throws {
        var mqtt = MQTTSettings(host: "h")
        mqtt.password = Secret("s3cret".utf8)
        var dumped = ""
        dump(mqtt, to: &dumped)
        let shown = "\(mqtt) \(String(reflecting: mqtt)) \(dumped)"
        #expect(shown.contains("(secret)") && !shown.contains("s3cret") && !shown.contains("115"))
    }

    @Test(arguments: [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")])
    func `has the published fingerprints`(_ text: String, _ hash: String) {
        #expect(Fingerprint.fnv1a(Array(text.utf8)) == hash)
    }
}
