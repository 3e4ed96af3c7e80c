import Foundation
import Testing

@testable import geofence_agent

/// Every error of a configuration in full.
@Suite struct ConfigurationErrorTests {
    private let folder: ConfigurationFolder

    init() throws { folder = try ConfigurationFolder() }

    private static let source = #""sources":[{"topic":"a/{device}"}]"#
    private static let wait = "must be 0 to 2592000 seconds, not "
    private static let positiveWait = "must be above 0 and at most 2592000 seconds, not "

    /// A problem at a column of line 1.
    private static func at(_ column: Int, _ message: String) -> String {
        "agent.json:1:\(column): \(message)"
    }

    /// Adds what each table leaves out, after the part under test.
    private func check(_ text: String, _ lines: [String]) {
        #expect(folder.errors(text) == lines)
    }

    @Test(arguments: [
        ("[]", [at(1, "must be an object in { }, not a list")]),
        ("", [at(1, "the file ends here, but a value is missing")]),
        (
            "{}",
            [
                at(1, "mqtt: missing; name the broker, such as { \"host\": \"localhost\" }"),
                at(
                    1,
                    "sources: missing; name at least one, such as { \"topic\": \"fleet/{device}/location\" }"
                ),
            ]
        ),
        (
            "{\"mqtt\":{\"host\":\"h\"},\n  \"sources\":[],\n\t\"fence\":1}",
            [
                "agent.json:2:13: sources: must not be empty; name at least one, such as { \"topic\": \"fleet/{device}/location\" }",
                "agent.json:3:2: fence: unknown key, did you mean \"fences\"?",
            ]
        ),
        (
            "{\"mqtt\":1,\(source),\"$schema\":2}",
            [
                at(9, "mqtt: must be an object in { }, not a number"),
                at(56, "$schema: must be a string in quotation marks, not a number"),
            ]
        ),
    ])
    func `reports what is wrong with the whole`(_ text: String, _ lines: [String]) {
        check(text, lines)
    }

    @Test(arguments: [
        ("", [at(9, "mqtt.host: missing; name the broker, such as \"localhost\"")]),
        (#""host":"""#, [at(17, "mqtt.host: must not be empty")]),
        (
            #""host":"mqtt://h""#,
            [
                at(
                    17,
                    "mqtt.host: \"mqtt://h\" is no name; leave out mqtt:// and all after the name, the port goes to \"port\""
                )
            ]
        ),
        (#""host":"h:1883""#, [at(17, "mqtt.host: \"h:1883\" is no name; the port goes to \"port\"")]),
        (#""host":"a b""#, [at(17, "mqtt.host: \"a b\" is no name; remove the blanks")]),
        (#""host":"a\u0000""#, [at(17, "mqtt.host: must not hold the character U+0000")]),
        (#""host":"::1","port":0"#, [at(30, "mqtt.port: must be 1 to 65535, not 0")]),
        (#""host":"h","port":70000"#, [at(28, "mqtt.port: must be 1 to 65535, not 70000")]),
        (#""host":"h","port":1.5"#, [at(28, "mqtt.port: must be a whole number, not 1.5")]),
        (
            #""host":"h","port":"1883""#,
            [at(28, "mqtt.port: must be a number without quotation marks, not a string")]
        ),
        (
            #""host":"h","port":null"#,
            [at(28, "mqtt.port: must be a number without quotation marks, not null")]
        ),
        (#""host":"h","clientId":"""#, [at(32, "mqtt.clientId: must not be empty")]),
        (#""host":"h","clientId":"a\n""#, [at(32, "mqtt.clientId: must not hold control characters")]),
        (
            #""host":"h","protocol":5"#,
            [at(32, "mqtt.protocol: must be a string in quotation marks, not a number")]
        ),
        (#""host":"h","protocol":"4""#, [at(32, "mqtt.protocol: \"4\" is unknown; one of 3.1.1, 5")]),
        (#""host":"h","protocol":"mqtt5""#, [at(32, "mqtt.protocol: \"mqtt5\" is unknown; one of 3.1.1, 5")]),
        (#""host":"h","keepAlive":0"#, [at(33, "mqtt.keepAlive: must be 5 to 65535 seconds, not 0")]),
        (#""host":"h","keepAlive":65536"#, [at(33, "mqtt.keepAlive: must be 5 to 65535 seconds, not 65536")]),
        (
            #""host":"h","sessionExpiry":0"#,
            [at(37, "mqtt.sessionExpiry: must be 1 to 4294967295 seconds, not 0")]
        ),
        (#""host":"h","tls":true"#, [at(27, "mqtt.tls: must be an object in { }, not true or false")]),
        (
            #""host":"h","tls":{"insecure":true}"#,
            [
                at(
                    28,
                    "mqtt.tls.insecure: certificates are always checked; name the broker's authority in \"caFile\""
                )
            ]
        ),
        (
            #""host":"h","tls":{"caFile":"no.pem"}"#,
            [at(37, "mqtt.tls.caFile: no.pem and /credentials/no.pem: no such file")]
        ),
        (#""host":"h","tls":{"caFile":"."}"#, [at(37, "mqtt.tls.caFile: .: is a folder, not a file")]),
        (
            #""host":"h","tls":{"certFile":"agent.json"}"#,
            [at(27, "mqtt.tls.keyFile: missing; a certificate needs the key that it was made for")]
        ),
        (
            #""host":"h","tls":{"keyFile":"agent.json"}"#,
            [at(27, "mqtt.tls.certFile: missing; a key needs the certificate that was made for it")]
        ),
        (
            #""host":"h","password":"x""#,
            [
                at(
                    21,
                    "mqtt.password: a password doesn't belong in this file; put it in a file of its own and name that in \"passwordFile\", or name an environment variable in \"passwordEnvironment\""
                )
            ]
        ),
        (
            #""host":"h","passwordFile":"none""#,
            [at(36, "mqtt.passwordFile: none and /credentials/none: no such file")]
        ),
        (#""host":"h","passwordFile":"/none""#, [at(36, "mqtt.passwordFile: /none: no such file")]),
        (
            #""host":"h","passwordFile":"empty""#,
            [at(36, "mqtt.passwordFile: the file empty is empty; it must hold the password")]
        ),
        (
            #""host":"h","passwordFile":"binary""#,
            [
                at(
                    36,
                    "mqtt.passwordFile: the file binary holds no password: that is up to 65535 bytes, none of them 0"
                )
            ]
        ),
        (
            #""host":"h","passwordEnvironment":"NONE""#,
            [
                at(
                    43,
                    "mqtt.passwordEnvironment: the environment variable NONE is not set; set it for the agent"
                )
            ]
        ),
        (
            #""host":"h","passwordEnvironment":"EMPTY""#,
            [
                at(
                    43,
                    "mqtt.passwordEnvironment: the environment variable EMPTY is empty; it must hold the password"
                )
            ]
        ),
        (
            #""host":"h","passwordEnvironment":"PASS","passwordFile":"x""#,
            [
                at(
                    43,
                    "mqtt.passwordEnvironment: the password is in \"passwordFile\" already; keep one of the two"
                )
            ]
        ),
        (
            #""host":"h","passwordEnvironment":"PASS","protocol":"3.1.1""#,
            [at(9, "mqtt.username: missing; in MQTT 3.1.1 a password needs a user; add one")]
        ),
        (#""host":"h","keepalive":30"#, [at(21, "mqtt.keepalive: unknown key, did you mean \"keepAlive\"?")]),
        (
            #""host":"h","zzz":30"#,
            [
                at(
                    21,
                    "mqtt.zzz: unknown key; known here: clientId, host, keepAlive, passwordEnvironment, passwordFile, port, protocol, sessionExpiry, tls, username"
                )
            ]
        ),
    ])
    func `reports what is wrong with the broker`(_ mqtt: String, _ lines: [String]) {
        folder.write("empty", "\n".utf8)
        folder.write("binary", [1, 0])
        let environment = ["PASS": "x", "EMPTY": "", "CREDENTIALS_DIRECTORY": "/credentials"]
        let text = "{\"mqtt\":{\(mqtt)},\(Self.source)}"
        #expect(folder.errors(text, environment: environment) == lines)
    }

    @Test(arguments: [
        (
            "{}",
            [at(13, "sources[0].topic: missing; name the devices' topics, such as fleet/{device}/location")]
        ),
        ("1", [at(13, "sources[0]: must be an object in { }, not a number")]),
        (#"{"topic":""}"#, [at(22, "sources[0].topic: must not be empty")]),
        (
            #"{"topic":"a/b"}"#,
            [
                at(
                    22,
                    "sources[0].topic: nothing says which device a message is of; name a level of the topic {device}, or add \"device\", such as \"$.id\" for a value in the payload"
                )
            ]
        ),
        (
            #"{"topic":"a/{device}/#"}"#,
            [
                at(
                    22,
                    "sources[0].topic: # takes any number of levels, so nothing says which one is the device; write each level, {name} or + for those that vary"
                )
            ]
        ),
        (
            #"{"topic":"a+/{device}"}"#,
            [
                at(
                    22,
                    "sources[0].topic: {name} and + stand for one whole level, not for a part of \"a+\"; give the level a / on both sides"
                )
            ]
        ),
        (
            #"{"topic":"{my id}"}"#,
            [at(22, "sources[0].topic: {my id} is no name; use letters, digits and _, as in {device}")]
        ),
        (
            #"{"topic":"{a}/{a}"}"#,
            [at(22, "sources[0].topic: {a} stands there twice; give each level its own name")]
        ),
        (
            #"{"topic":"$share/g/{device}"}"#,
            [
                at(
                    22,
                    "sources[0].topic: $share would hand each device's messages to several agents in turn; leave $share/… out, one agent needs all of them"
                )
            ]
        ),
        (
            #"{"topic":"$SYS/{device}"}"#,
            [
                at(
                    22,
                    "sources[0].topic: below $SYS a broker publishes its own figures, no positions; name the devices' topics"
                )
            ]
        ),
        (
            #"{"topic":"a\u0007/{device}"}"#,
            [at(22, "sources[0].topic: a topic must not hold U+7; remove that character")]
        ),
        (
            #"{"topic":"a/{user}","device":"{usr}"}"#,
            [at(42, "sources[0].device: the topic has no level {usr}, did you mean {user}?")]
        ),
        (
            #"{"topic":"a/{user}","device":"{id}"}"#,
            [at(42, "sources[0].device: the topic has no level {id}; it has {user}")]
        ),
        (
            #"{"topic":"a/+","device":"{id}"}"#,
            [
                at(
                    37,
                    "sources[0].device: the topic has no level {id}; it names none, write {id} for the level that is it"
                )
            ]
        ),
        (
            #"{"topic":"a/+","device":"{id"}"#,
            [at(37, "sources[0].device: \"{id\" has a brace without its partner; write {name}")]
        ),
        (
            #"{"topic":"a/+","device":"$id"}"#,
            [
                at(
                    37,
                    "sources[0].device: \"$id\" is no path into a payload; write $, then a point before each key: $.device.uniqueId"
                )
            ]
        ),
        (
            #"{"topic":"a/+","device":"a/b"}"#,
            [at(37, "sources[0].device: an id must not hold U+2F; no /, +, # and no invisible characters")]
        ),
        (
            #"{"topic":"a/{device}","format":"nmea"}"#,
            [at(44, "sources[0].format: \"nmea\" is not supported by this version")]
        ),
        (
            #"{"topic":"a/{device}","format":"owntrack"}"#,
            [at(44, "sources[0].format: \"owntrack\" is unknown, did you mean \"owntracks\"?")]
        ),
        (
            #"{"topic":"a/{device}","format":"xml"}"#,
            [at(44, "sources[0].format: \"xml\" is unknown; one of auto, owntracks, wifi, json")]
        ),
        (
            #"{"topic":"a/{device}","format":"json"}"#,
            [
                at(
                    13,
                    "sources[0].fields: missing; say where the values stand, such as { \"latitude\": \"/gps/lat\", \"longitude\": \"/gps/lon\" }"
                )
            ]
        ),
        (
            #"{"topic":"a/{device}","fields":{}}"#,
            [
                at(
                    44,
                    "sources[0].fields: only \"format\": \"json\" has fields; set that format, or remove them"
                )
            ]
        ),
        (
            #"{"topic":"a/{device}","format":"json","fields":{}}"#,
            [
                at(
                    60,
                    "sources[0].fields: needs latitude and longitude, or ssid or bssid, to say anything of a device"
                )
            ]
        ),
        (
            #"{"topic":"a/{device}","format":"json","fields":{"latitude":"/a"}}"#,
            [at(60, "sources[0].fields.longitude: missing; a place needs latitude and longitude")]
        ),
        (
            #"{"topic":"a/{device}","format":"json","fields":{"ssid":"a","bssid":"/~"}}"#,
            [
                at(
                    68,
                    "sources[0].fields.ssid: \"a\" is no JSON Pointer: it must start with /, as in /gps/lat"
                ),
                at(
                    80,
                    "sources[0].fields.bssid: \"/~\" is no JSON Pointer: write ~0 for ~ and ~1 for / in a name"
                ),
            ]
        ),
        (
            #"{"topic":"a/{device}"},{"topic":"{x}/b","device":"c"}"#,
            [
                at(
                    45,
                    "sources[1].topic: +/b takes topics that sources[0] takes too (a/+), whose messages would come twice; let them differ in a fixed level, or remove one"
                )
            ]
        ),
        (
            #"{"topic":"geofence/device/{device}"}"#,
            [
                at(
                    22,
                    "sources[0].topic: geofence/device/+ takes topics of the agent's own (geofence/device/+), a loop; make it narrower, or set topics.base to something else"
                )
            ]
        ),
        (
            #"{"topic":"+/{device}/state"}"#,
            [
                at(
                    22,
                    "sources[0].topic: +/+/state takes topics of the agent's own (geofence/device/+), a loop; make it narrower, or set topics.base to something else"
                )
            ]
        ),
    ])
    func `reports what is wrong with the sources`(_ sources: String, _ lines: [String]) {
        check("{\"sources\":[\(sources)],\"mqtt\":{\"host\":\"h\"}}", lines)
    }

    @Test(arguments: [
        ("status/{device}/x", true), ("event/{device}/x", true), ("agent/{device}", true),
        ("device/{device}", true),
        ("fence/{device}", true), ("response/{device}", true), ("response/fence/{device}", true),
        ("request/{device}", true),
        ("request/{device}/x", true), ("status/{device}", false), ("location/{device}", false),
        ("{device}/location/x", true), ("{device}/location/x/y", false),
    ])
    func `knows a loop`(_ topic: String, _ isLoop: Bool) {
        let text =
            "{\"mqtt\":{\"host\":\"h\"},\"sources\":[{\"topic\":\"my/base/\(topic)\"}],\"topics\":{\"base\":\"my/base\"}}"
        #expect(folder.errors(text).isEmpty != isLoop)
    }

    @Test(arguments: [
        ("\"topics\":{\"base\":\"\"}", ["topics.base: must not be empty"]),
        (
            "\"topics\":{\"base\":\"a/+\"}",
            ["topics.base: must not hold +, #, { or }: it is the start of topics that are published"]
        ),
        (
            "\"topics\":{\"base\":\"/a\"}",
            ["topics.base: must not start or end with /, nor hold //: no level may be empty"]
        ),
        (
            "\"topics\":{\"base\":\"$a\"}",
            ["topics.base: must not start with $: such topics are the broker's"]
        ),
        (
            "\"topics\":{\"base\":\"\(String(repeating: "a", count: 201))\"}",
            ["topics.base: may have 200 bytes, this has 201"]
        ),
        (
            #""rules":{"accuracy":"exact"}"#,
            ["rules.accuracy: \"exact\" is unknown; one of hysteresis, ignore, lenient, strict"]
        ),
        (#""rules":{"margin":-1}"#, ["rules.margin: must be 0 to 20000000 metres, not -1"]),
        (
            #""rules":{"maxAccuracy":0}"#,
            ["rules.maxAccuracy: must be above 0 and at most 20000000 metres, not 0"]
        ),
        (
            #""rules":{"enterAfter":-0.5,"exitAfter":2592001}"#,
            ["rules.enterAfter: \(wait)-0.5", "rules.exitAfter: \(wait)2592001"]
        ),
        (#""rules":{"dwell":300}"#, ["rules.dwell: must be a list in [ ], not a number"]),
        (
            #""rules":{"dwell":[0,2592000.5,5,"6",5,4,2592000]}"#,
            [
                "rules.dwell[0]: \(positiveWait)0", "rules.dwell[1]: \(positiveWait)2592000.5",
                "rules.dwell[3]: must be a number without quotation marks, not a string",
                "rules.dwell[4]: must be above 5, the one before it; name each time once, in ascending order",
                "rules.dwell[5]: must be above 5, the one before it; name each time once, in ascending order",
            ]
        ),
        (#""rules":{"wifiExpiry":0}"#, ["rules.wifiExpiry: \(positiveWait)0"]),
        (#""rules":{"initialEvents":1}"#, ["rules.initialEvents: must be true or false, not a number"]),
        (
            #""rules":{"crossing":true,"maxGap":300,"reorder":5}"#,
            ["crossing", "maxGap", "reorder"].map { "rules.\($0): not supported by this version; remove it" }
        ),
        (
            #""reorder":5,"fenceFiles":["a"]"#,
            ["reorder", "fenceFiles"].map { "\($0): not supported by this version; remove it" }
        ),
        (
            #""status":{"allUpTo":-1,"occupants":0.5,"deviceEvery":86401}"#,
            [
                "status.allUpTo: must be 0 to 100000 fences, not -1",
                "status.occupants: must be a whole number, not 0.5",
                "status.deviceEvery: must be 0 to 86400 seconds, not 86401",
            ]
        ),
        (
            #""store":{"path":"","durability":"disk"}"#,
            [
                "store.path: must not be empty",
                "store.durability: \"disk\" is unknown; one of process, power",
            ]
        ),
        (
            #""log":{"level":"warn","format":"jsonl"}"#,
            [
                "log.level: \"warn\" is unknown, did you mean \"warning\"?",
                "log.format: \"jsonl\" is unknown, did you mean \"json\"?",
            ]
        ),
    ])
    func `reports what is wrong with the rest`(_ part: String, _ lines: [String]) {
        let errors = folder.errors("{\"mqtt\":{\"host\":\"h\"},\(Self.source),\(part)}")
        #expect(Self.withoutPlaces(errors) == lines)
    }

    @Test(arguments: [
        ("{}", ["fences[0].id: missing; give each fence an id of its own, such as \"depot\""]),
        ("null", ["fences[0]: must be an object in { }, not null"]),
        (
            #"{"id":"a"}"#,
            ["fences[0]: a fence needs a circle (latitude, longitude, radius), or wifi, or both"]
        ),
        (
            #"{"id":"a","wifi":[]}"#,
            ["fences[0]: a fence needs a circle (latitude, longitude, radius), or wifi, or both"]
        ),
        (#"{"id":"","wifi":["x"]}"#, ["fences[0].id: must not be empty"]),
        (
            #"{"id":"a/b","wifi":["x"]}"#,
            ["fences[0].id: an id must not hold U+2F; no /, +, # and no invisible characters"]
        ),
        (
            #"{"id":7,"name":"","wifi":"x"}"#,
            [
                "fences[0].id: must be a string in quotation marks, not a number",
                "fences[0].name: must not be empty",
                "fences[0].wifi: must be a list in [ ], not a string",
            ]
        ),
        (
            #"{"id":"a","wifi":["bssid:zz",""]}"#,
            [
                "fences[0].wifi[0]: \"bssid:zz\" is neither a network's name (1 to 32 bytes) nor a pattern such as bssid:aa:bb:cc:*",
                "fences[0].wifi[1]: must not be empty",
            ]
        ),
        (
            #"{"id":"a","radius":5}"#,
            [
                "fences[0].latitude: missing; a circle needs latitude, longitude and radius",
                "fences[0].longitude: missing; a circle needs latitude, longitude and radius",
            ]
        ),
        (
            #"{"id":"a","latitude":113.5,"longitude":52,"radius":0}"#,
            [
                "fences[0].latitude: latitude 113.5 is not within -90…90 degrees; it looks swapped with the longitude",
                "fences[0].radius: a radius must be above 0 and at most 20000000 metres, not 0.0",
            ]
        ),
        (
            #"{"id":"a","latitude":113.5,"longitude":152,"radius":20000001}"#,
            [
                "fences[0].latitude: latitude 113.5 is not within -90…90 degrees",
                "fences[0].radius: a radius must be above 0 and at most 20000000 metres, not 20000001.0",
            ]
        ),
        (
            #"{"id":"a","latitude":1,"longitude":180.5,"radius":1}"#,
            ["fences[0].longitude: longitude 180.5 is not within -180…180 degrees"]
        ),
        (
            #"{"id":"a","latitude":"1","longitude":2,"radius":1}"#,
            ["fences[0].latitude: must be a number without quotation marks, not a string"]
        ),
        (
            #"{"id":"a","geometry":{},"crossing":true}"#,
            [
                "fences[0].geometry: not supported by this version; give a circle by latitude, longitude and radius",
                "fences[0].crossing: not supported by this version; remove it",
            ]
        ),
        (
            #"{"id":"a","wifi":["x"],"rules":{"dwel":[],"exitAfter":-1}}"#,
            [
                "fences[0].rules.dwel: unknown key, did you mean \"dwell\"?",
                "fences[0].rules.exitAfter: \(wait)-1",
            ]
        ),
        (
            #"{"id":"a","wifi":["x"]},{"id":"b"},{"id":"a","raduis":1}"#,
            [
                "fences[1]: a fence needs a circle (latitude, longitude, radius), or wifi, or both",
                "fences[2].id: \"a\" is the id of fences[0] too; give each fence its own",
                "fences[2].raduis: unknown key, did you mean \"radius\"?",
            ]
        ),
    ])
    func `reports what is wrong with the fences`(_ fences: String, _ lines: [String]) {
        let errors = folder.errors("{\"mqtt\":{\"host\":\"h\"},\(Self.source),\"fences\":[\(fences)]}")
        #expect(Self.withoutPlaces(errors) == lines)
    }

    /// Lines without file, line and column, which other tests pin.
    private static func withoutPlaces(_ lines: [String]) -> [String] {
        lines.map { $0.replacing(#/^agent\.json:[0-9]+:[0-9]+: /#, with: "") }
    }

    @Test func `names line and column in a file of many lines`() {
        let text = """
            {
              "mqtt": { "host": "h" },
              "sources": [ { "topic": "ä/{device}", "divice": "x" } ],
            \t"fences": [
                { "id": "a", "latitude": 1, "longitude": 2, "radius": -5 }
              ]
            }
            """
        #expect(
            folder.errors(text) == [
                "agent.json:3:41: sources[0].divice: unknown key, did you mean \"device\"?",
                "agent.json:5:59: fences[0].radius: a radius must be above 0 and at most 20000000 metres, not -5.0",
            ]
        )
    }

    @Test func `says why a file can't be read`() throws {
        func error(_ name: String) -> String {
            let error = #expect(throws: ConfigurationErrors.self) {
                try Configuration.load(path: folder.path + name, environment: [:])
            }
            return folder.relative(error.map { "\($0)" } ?? "")
        }
        #expect(error("none.json") == "none.json: no such file")
        #expect(error(".") == ".: is a folder, not a file")
        folder.write("latin1.json", Array("{\n \"ä".utf8) + [0xE4, 0x22])
        #expect(error("latin1.json") == "latin1.json:2:4: this byte is no UTF-8; save the file in UTF-8")
    }

    @Test(arguments: [
        (
            #""host":"example.org","passwordEnvironment":"PASS""#,
            ["mqtt: the password goes over the network in the clear; add \"tls\": {}"]
        ),
        (#""host":"example.org","passwordEnvironment":"PASS","tls":{}"#, []),
        (#""host":"localhost","passwordEnvironment":"PASS""#, []),
        (
            #""host":"localhost","passwordFile":"open""#,
            ["mqtt.passwordFile: every user of this machine may read open; chmod o-r it"]
        ),
        (
            #""host":"h","protocol":"3.1.1","clientId":"123456789012345678901234""#,
            ["mqtt.clientId: has more than 23 bytes; a broker for MQTT 3.1.1 may refuse it"]
        ),
        (
            #""host":"h"},"store":{"path":"no/such/folder/x.sqlite""#,
            ["store.path: the folder no/such/folder/ does not exist; make it before the agent runs"]
        ),
    ])
    func `warns of what deserves a look`(_ mqtt: String, _ lines: [String]) throws {
        folder.write("open", "x".utf8, permissions: 0o644)
        let text = "{\(Self.source),\"mqtt\":{\(mqtt)}}"
        let warnings = try folder.load(text, environment: ["PASS": "x"]).warnings.map {
            folder.relative("\($0)")
        }
        #expect(Self.withoutPlaces(warnings) == lines)
    }
}
