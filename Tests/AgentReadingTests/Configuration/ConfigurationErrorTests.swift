import Foundation
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Every error of a configuration in full.
@Suite struct ConfigurationErrorTests {
    let folder: ConfigurationFolder

    init() throws { folder = try ConfigurationFolder() }

    static let source = #""sources":[{"topic":"a/{device}"}]"#
    static let wait = "must be 0 to 2592000 seconds, not "
    static let positiveWait = "must be above 0 and at most 2592000 seconds, not "

    /// A problem at a column of line 1.
    static func at(_ column: Int, _ message: String) -> String {
        "agent.json:1:\(column): \(message)"
    }

    /// Adds what each table leaves out, after the part under test.
    func check(_ text: String, _ lines: [String]) {
        #expect(folder.errors(text) == lines)
    }

    @Test(arguments: [
        ("[]", [at(1, "must be an object in { }, not a list")]),
        (
            "",
            [at(1, "the file ends here, but a value is missing; this file must be JSON, which begins with {")]
        ),
        (
            "mqtt:\n  host: localhost\n",
            [at(1, "expected a value, found 'm'; this file must be JSON, which begins with {")]
        ),
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
            #""rules":{"crossing":1,"maxGap":0,"reorder":3601}"#,
            [
                "rules.crossing: must be true or false, not a number",
                "rules.maxGap: must be above 0 and at most 2592000 seconds, not 0",
                "rules.reorder: must be 0 to 3600 seconds, not 3601",
            ]
        ),
        (
            #""reorder":5,"fenceFiles":["a",1,""]"#,
            [
                "reorder: belongs into \"rules\"; move it there",
                "fenceFiles[0]: no such file: a",
                "fenceFiles[1]: must be a string in quotation marks, not a number",
                "fenceFiles[2]: must not be empty",
            ]
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
            #""http":{"host":"localhost","port":0,"path":"/"}"#,
            [
                "http.host: \"localhost\" is no address; write \"127.0.0.1\" for this machine alone, \"0.0.0.0\" for all",
                "http.port: must be 1 to 65535, not 0",
                "http.path: unknown key; known here: editTokenFile, host, hosts, map, origins, port, viewTokenFile",
            ]
        ),
        (
            #""geocoding":{"kind":"google","language":"d e","perSecond":0,"timeout":31,"contact":"a(b)","keyFile":"none"}"#,
            [
                "geocoding.url: missing; such as http://localhost:8088",
                "geocoding.kind: \"google\" is unknown; one of nominatim, photon, pelias",
                "geocoding.language: \"d e\" is no language; write it as \"de\"",
                "geocoding.perSecond: must be 0.1 to 100, not 0",
                "geocoding.timeout: must be 0.1 to 30 seconds, not 31",
                "geocoding.contact: must be up to 200 letters, as of an address of mail, without ( and )",
                "geocoding.keyFile: none: no such file",
            ]
        ),
        (
            #""routing":{"url":"http://a"},"pois":{"files":["none-*.csv"],"travel":{"every":1,"distance":-1,"profil":"foot"}}"#,
            [
                "pois.travel.every: must be 5 to 86400 seconds, not 1",
                "pois.travel.distance: must be 0 to 1000000 metres, not -1",
                "pois.travel.profil: unknown key, did you mean \"profile\"?",
            ]
        ),
        (
            #""pois":{"files":["none-*.csv"],"travel":true}"#,
            ["pois: travel needs a router; name one in routing.url, or leave it out"]
        ),
        (
            #""geocoding":{"url":"ftp://a","key":"x"}"#,
            [
                "geocoding.url: is no address of a service; write it as http://localhost:8088, without ? and #",
                "geocoding.key: unknown key, did you mean \"keyFile\"?",
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
        #expect(ConfigurationFolder.withoutPlaces(errors) == lines)
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
            #""host":"h","protocol":"3.1.1","clientId":"123456789012345678901234""#,
            ["mqtt.clientId: has more than 23 bytes; a broker for MQTT 3.1.1 may refuse it"]
        ),
        (
            #""host":"h"},"store":{"path":"no/such/folder/x.sqlite""#,
            ["store.path: the folder no/such/folder/ does not exist; make it before the agent runs"]
        ),
    ])
    func `warns of what deserves a look`(_ mqtt: String, _ lines: [String]) throws {
        let text = "{\(Self.source),\"mqtt\":{\(mqtt)}}"
        let warnings = try folder.load(text, environment: ["PASS": "x"]).warnings.map {
            folder.relative("\($0)")
        }
        #expect(ConfigurationFolder.withoutPlaces(warnings) == lines)
    }
}
