import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What `check` says of services whose limits are known.
@Suite struct BrokerServiceTests {
    private let folder: ConfigurationFolder

    init() throws { folder = try ConfigurationFolder() }

    private func warnings(
        _ host: String,
        _ mqtt: String = "",
        _ rest: String = "",
        topic: String = "a/{device}"
    ) throws
        -> [String]
    {
        let text =
            "{\"mqtt\":{\"host\":\"\(host)\"\(mqtt)},\"sources\":[{\"topic\":\"\(topic)\"}]\(rest)}"
        return try folder.load(text).warnings.map { folder.relative("\($0)") }
    }

    private static let aws = "abc-ats.iot.eu-central-1.amazonaws.com"

    @Test func `knows how many levels AWS IoT Core takes`() throws {
        let deep = try warnings(
            Self.aws,
            "",
            #","topics":{"base":"a/b/c/d/e/f"}"#,
            topic: "1/2/3/4/5/6/7/8/{device}"
        )
        #expect(deep.count == 2)
        #expect(
            deep.contains {
                $0.hasSuffix(
                    "topics.base: leads to topics of 9 levels, and AWS IoT Core takes 8 at most; shorten it"
                )
            }
        )
        #expect(
            deep.contains {
                $0.hasSuffix(
                    "sources[0].topic: has 9 levels, and AWS IoT Core takes 8 at most: no message comes there"
                )
            }
        )
        #expect(
            try warnings(Self.aws, "", #","topics":{"base":"a/b/c/d/e"}"#, topic: "1/2/3/4/5/6/7/{device}")
                == []
        )
    }

    @Test func `knows how long a client id may be`() throws {
        let id = String(repeating: "x", count: 129)
        for host in [Self.aws, "ns.westeurope-1.ts.eventgrid.azure.net"] {
            let found = try warnings(host, ",\"clientId\":\"\(id)\"")
            #expect(found.count == 1 && found[0].contains("mqtt.clientId: has 129 bytes"))
        }
        let silent = try warnings("ns.westeurope-1.ts.eventgrid.azure.net", #","keepAlive":2000"#)
        #expect(silent.count == 1 && silent[0].contains("mqtt.keepAlive: is above 1160 s"))
    }

    @Test(arguments: ["localhost", "iot.example.org", "a.iot.example.org", "amazonaws.com"])
    func `says nothing of other brokers`(_ host: String) throws {
        let base = #","topics":{"base":"a/b/c/d/e/f/g/h/i"}"#
        #expect(try warnings(host, ",\"clientId\":\"\(String(repeating: "x", count: 200))\"", base) == [])
    }
}
