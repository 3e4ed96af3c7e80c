import MQTT
import Testing

@testable import geofence_agent

@Suite struct BrokersTests {
    private static let addresses = ["a", "b", "c"].map { BrokerAddress(host: $0, port: 1883) }

    @Test func `goes on in their order, and around`() {
        var brokers = Brokers(Self.addresses)
        var tried: [String] = []
        for _ in 0..<5 {
            tried.append(brokers.current?.host ?? "")
            brokers.failed(isSilent: false)
        }
        #expect(tried == ["a", "b", "c", "a", "b"])
        brokers.begin()
        #expect(brokers.current?.host == "a")
    }

    @Test func `waits longer for a greeting each time, as an election takes`() {
        var brokers = Brokers(Self.addresses)
        let patience = (0..<5).map { _ in
            defer { brokers.failed(isSilent: true) }
            return brokers.patience
        }
        #expect(patience == [10_000, 20_000, 40_000, 60_000, 60_000])
        brokers.greeted()
        #expect(brokers.patience == 10_000)
    }
}
