import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct HostNameTests {
    @Test(arguments: [
        "localhost", "broker.example.org", "broker.example.org.", "a", "mosquitto_1", "1.example", "a-b",
        "x1",
        "127.0.0.1", "::1", "fe80::1%eth0", "2001:db8::1", "xn--bcher-kva.example",
        String(repeating: "a", count: 63),
    ])
    func `takes what a resolver may know`(_ name: String) {
        #expect(HostName.problem(name) == nil)
    }

    @Test(
        arguments: [
            ("a..b", "has nothing between two points, or in front of one"),
            (".a", "has nothing between two points, or in front of one"),
            ("-a.b", "has a part that begins or ends with -"),
            ("a-", "has a part that begins or ends with -"),
            ("bücher.example", "has letters that no name in the DNS has; write it in ASCII, as xn--…"),
            ("a,b", "has \",\", which no name has"), ("a=b", "has \"=\", which no name has"),
            ("192.168.1", "is no address of IPv4: that is four numbers from 0 to 255"),
            ("192.168.1.256", "is no address of IPv4: that is four numbers from 0 to 255"),
            ("1.2.3.4.5", "is no address of IPv4: that is four numbers from 0 to 255"),
            ("fe80::1::2", "is no address of IPv6"), ("::1%", "is no address of IPv6"),
            (String(repeating: "a", count: 64), "has a part of 64 bytes, and at most 63 are allowed"),
        ]
    )
    func `says why a text can be no host`(_ name: String, _ problem: String) {
        #expect(HostName.problem(name) == problem)
    }

    @Test func `check says so, with its place`() throws {
        let folder = try ConfigurationFolder()
        func errors(_ part: String) -> [String] {
            folder.errors("{\"mqtt\":{\(part)},\(ConfigurationErrorTests.source)}")
        }
        #expect(
            errors(#""host":"a..b""#) == [
                "agent.json:1:17: mqtt.host: \"a..b\" can be no host: it has nothing between two points, or in front of one"
            ]
        )
        #expect(
            errors(#""hosts":["ok","10.0.0.300:1884"]"#) == [
                "agent.json:1:24: mqtt.hosts[1]: \"10.0.0.300\" can be no host: it is no address of IPv4: that is four numbers from 0 to 255"
            ]
        )
    }
}
