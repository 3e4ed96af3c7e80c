import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// The first fence of README.md, with the messages that it says to send.
    @Suite struct FirstFenceTests {
        private static var page: String {
            get throws {
                let file = URL(filePath: #filePath).appending(path: "../../../README.md").standardized
                return try String(contentsOf: file, encoding: .utf8)
            }
        }

        @Test func `sends the events that README.md shows`() throws {
            let page = try Self.page
            let configuration = String(try #require(page.firstMatch(of: /```json\n([^`]+)```/)?.1))
            let messages = page.matches(of: /mosquitto_pub -q 1 -t (\S+) -m '([^']+)'/)
            let expected = page.matches(of: /(?m)^geofence\/event\/.+$/).map { Self.timeless($0.0) }
            #expect(messages.count == 3 && expected.count == 2)

            let site = try Site()
            let host = #""host": "127.0.0.1", "port": \#(site.broker.port)"#
            try site.write(configuration.replacing(#""host": "localhost""#, with: host), to: "agent.json")
            let client = try site.client()
            try client.subscribe("geofence/#")
            let agent = try site.agent()
            try client.message("geofence/agent/state", containing: "online")
            for message in messages { try client.publish(String(message.1), String(message.2)) }
            func events() -> [String] {
                client.messages.filter { $0.topic.hasPrefix("geofence/event/") }
                    .map { Self.timeless("\($0.topic) \($0.payload)") }
            }
            try client.wait(for: "\(expected.count) events") { _ in events().count >= expected.count }
            #expect(events() == expected)
            #expect(agent.stop() == 0)
        }

        /// A line without its times and the time between them.
        private static func timeless(_ line: some StringProtocol) -> String {
            Example.timeless(line).replacing(/"duration":[\d.]+/, with: #""duration":TIME"#)
        }
    }
}
