import Testing

@testable import geofence_agent

extension BrokerTests {
    /// mosquitto 2.0.11 ends the connection behind each message that its access list denies, where
    /// `max_queued_messages` is 0.
    @Suite(.long) struct DeniedTopicTests {
        private let site: Site
        private let accounts: Accounts

        init() throws {
            site = try Site()
            accounts = Accounts(site: site)
        }

        @Test func `events go on where many ask for answers on topics that are denied`() throws {
            let broker = try accounts.broker(
                ["agent", "operator", "dashboard", "van"],
                access: Accounts.shipped,
                more: ["max_queued_messages 0"]
            )
            let dashboard = try site.user("dashboard")
            try dashboard.ask(for: "geofence/#")
            let agent = try accounts.agent()
            try dashboard.message("geofence/agent/state", containing: "online")
            let (person, van) = (try site.user("operator"), try site.user("van"))
            for number in 1...20 {
                try person.request(
                    "geofence/request/fence/get",
                    #"{"id":"depot"}"#,
                    answer: "elsewhere/\(number)"
                )
            }
            try van.move("van", 52.6, at: 1_760_000_000)
            try van.move("van", 52.5, at: 1_760_000_060)
            try dashboard.message("geofence/event/van/depot", containing: "enter")
            try dashboard.message("geofence/response/fence/get", containing: "depot")
            #expect(agent.stop() == 0)
            #expect(!agent.text.contains("elsewhere/"), "\(agent.text)")
            broker.stop()
        }

        @Test func `topics that are denied do not hold the others up`() throws {
            let access = try site.write(
                """
                user agent
                topic read #
                topic write geofence/agent/#
                topic write geofence/status/#
                topic write geofence/device/#
                topic write geofence/fence/#
                user van
                topic read #
                topic write fleet/#

                """,
                to: "access"
            )
            let broker = try accounts.broker(
                ["agent", "van"],
                access: access,
                more: ["max_queued_messages 0"]
            )
            let van = try site.user("van")
            try van.ask(for: "geofence/#")
            let agent = try accounts.agent()
            try van.message("geofence/agent/state", containing: "online")
            for number in 1...12 {
                try van.move("van\(number)", 52.6, at: 1_760_000_000)
                try van.move("van\(number)", 52.5, at: 1_760_000_060)
            }
            try van.wait(for: "the last status", within: 60) { client in
                client.messages.contains {
                    $0.topic == "geofence/status/van12/depot" && $0.payload.contains("inside")
                }
            }
            #expect(agent.stop() == 0)
            broker.stop()
        }
    }
}
