import Testing

@testable import geofence_agent

extension BrokerTests {
    /// A router may do what it likes: events come as without one.
    @Suite struct RouterFaultTests {
        enum Fault: CaseIterable, Sendable {
            case hangs, dies, endsInTheMiddle, lies, floods, fails

            var act: WebServer.Act {
                switch self {
                case .hangs: .hang
                case .dies: .end
                case .endsInTheMiddle: .sayAndEnd("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
                case .lies:
                    .json(
                        #"{"code":"Ok","routes":[{"legs":[{"distance":-1,"duration":1e999,"steps":[{"geometry":"~~~~~~~~~~"}]}]}],"waypoints":[]}"#
                    )
                case .floods:
                    .flood(
                        "HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n"
                            + String(repeating: " ", count: 65_536)
                    )
                case .fails: .json(#"{"message":"out of order"}"#, status: 500)
                }
            }
        }

        private static let set =
            #"{"id":"t","device":"van","radius":100,"stops":[{"latitude":52.5,"longitude":13.4},{"latitude":52.52,"longitude":13.4},{"latitude":52.54,"longitude":13.4}]}"#

        /// The events of a tour, in their order.
        private static func events(_ routing: String) throws -> [String] {
            let site = try Site()
            let (agent, client) = try site.start(more: routing)
            try client.publish("geofence/request/itinerary/set", set)
            try client.message("geofence/response/itinerary/set", containing: #""status":"ok""#)
            for number in 0..<60 {
                try client.move("van", 52.49 + Double(number) / 1000, at: 1_760_000_000 + number * 60)
            }
            try client.message("geofence/event/van/t-C", containing: "exit")
            try client.publish(
                "geofence/request/route",
                #"{"stops":[{"latitude":52,"longitude":13},{"latitude":53,"longitude":13}]}"#
            )
            #expect(agent.stop() == 0)
            withExtendedLifetime(site) {}
            return client.messages.filter { $0.topic.hasPrefix("geofence/event/") }.map(\.payload)
        }

        @Test(arguments: Fault.allCases)
        func `changes no event, and holds none up`(_ fault: Fault) throws {
            let router = WebServer { _, _ in fault.act }
            let url = "http://127.0.0.1:\(router.port)"
            let events = try Self.events(#", "routing": { "url": "\#(url)", "timeout": 60 }"#)
            #expect(events == (try Self.events("")))
            #expect(events.count == 8)
            #expect(!router.requests.isEmpty)
        }
    }
}
