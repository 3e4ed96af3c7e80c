import Testing

@testable import geofence_agent

extension BrokerTests {
    /// A broker behind a SOCKS5 proxy.
    @Suite struct ProxyTests {
        private let site: Site
        private let proxy = ProxyServer()

        init() throws { site = try Site() }

        @Test(arguments: ["", #", "readAhead": false"#, #", "protocol": "3.1.1""#])
        func `leads to the broker, and looks up its name`(_ mqtt: String) throws {
            let text = """
                {
                  "mqtt": { "host": "broker.invalid", "port": \(site.broker.port), "clientId": "agent",
                            "proxy": "socks5://127.0.0.1:\(proxy.port)"\(mqtt) },
                  "sources": [{ "topic": "fleet/{device}/location" }],
                  "fences": \(Site.fences),
                  "store": { "path": "\(site.path("agent.sqlite"))" }
                }
                """
            try site.write(text, to: "agent.json")
            let client = try site.client()
            try client.subscribe("geofence/#")
            let agent = try site.connectedAgent(client)
            for (step, latitude) in [52.6, 52.5].enumerated() {
                try client.publish(
                    "fleet/van/location",
                    #"{"lat":\#(latitude),"lon":13.4,"acc":5,"tst":\#(1_760_000_000 + step * 60)}"#
                )
            }
            try client.message("geofence/event/van/depot", containing: #""event":"enter""#)
            #expect(proxy.asked.allSatisfy { $0 == "broker.invalid" } && !proxy.asked.isEmpty)
            #expect(agent.stop() == 0)
        }
    }
}
