import MQTT
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct ProxyReadingTests {
    private let folder: ConfigurationFolder

    init() throws { folder = try ConfigurationFolder() }

    private static func text(_ proxy: String) -> String {
        "{\"mqtt\":{\"host\":\"h\",\"proxy\":\"\(proxy)\"},\(ConfigurationErrorTests.source)}"
    }

    @Test(arguments: [
        ("socks5://localhost:1081", "localhost:1081"), ("socks5://p.example", "p.example:1080"),
        ("socks5://[::1]:9/", "[::1]:9"),
    ])
    func `reads a proxy`(_ text: String, _ address: String) throws {
        let mqtt = try folder.load(Self.text(text)).mqtt
        #expect(mqtt.options.proxy.map { "\($0)" } == address)
    }

    @Test(arguments: [
        ("localhost:1080", "is no proxy; write one such as socks5://localhost:1080"),
        ("http://localhost:1080", "is no proxy; write one such as socks5://localhost:1080"),
        ("socks5://a:b@localhost", "has a user; a proxy that asks for one can't be used"),
        ("socks5://localhost:0", "is no proxy; behind the name comes a port from 1 to 65535"),
        ("socks5://:1", "is no proxy; behind the name comes a port from 1 to 65535"),
        ("socks5://a..b:1", "can be no host: it has nothing between two points, or in front of one"),
    ])
    func `says what is wrong with one`(_ text: String, _ problem: String) {
        let errors = folder.errors(Self.text(text))
        #expect(
            errors.count == 1 && errors[0].hasPrefix("agent.json:1:29: mqtt.proxy: ")
                && errors[0].hasSuffix(problem)
        )
    }
}
