import Testing

@testable import geofence_agent

extension BrokerTests {
    /// `config/mosquitto.acl`: everybody can do what is theirs, and nothing else.
    @Suite final class AccessTests {
        private let site: Site
        private let broker: PrivateBroker
        private let agent: AgentProcess
        private let dashboard: Client

        init() throws {
            site = try Site()
            let accounts = Accounts(site: site)
            broker = try accounts.broker(
                ["agent", "dashboard", "operator", "van1", "van2"],
                access: Accounts.shipped
            )
            dashboard = try site.user("dashboard")
            try dashboard.ask(for: "geofence/#")
            agent = try accounts.agent()
            try dashboard.message("geofence/agent/state", containing: "online")
        }

        @Test func `devices report, dashboards look, operators ask, and the agent does all of its work`()
            throws
        {
            let van = try site.user("van1")
            try van.publish("fleet/van1/location", #"{"lat":52.6,"lon":13.4,"tst":1760000000}"#)
            try van.publish("fleet/van1/location", #"{"lat":52.5,"lon":13.4,"tst":1760000060}"#)
            #expect(van.lastReason < 128)
            for topic in [
                "event/van1/depot", "status/van1/depot", "device/van1", "fence/depot", "agent/info",
            ] {
                try dashboard.message("geofence/\(topic)")
            }
            let person = try site.user("operator")
            try person.ask(for: "answers/operator/#")
            try person.ask(for: "geofence/response/#")
            try person.publish("geofence/request/fence/get", #"{"id":"depot"}"#)
            try person.message("geofence/response/fence/get", containing: "depot")
            try person.request("geofence/request/fence/get", #"{"id":"depot"}"#, answer: "answers/operator/1")
            try person.message("answers/operator/1", containing: "depot")
            #expect(agent.stop() == 0)
            #expect(!agent.text.contains("refuse") && !agent.text.contains("own state"), "\(agent.text)")
        }

        @Test(arguments: [
            "fleet/van2/location", "geofence/event/van1/depot", "geofence/status/van2/depot",
            "geofence/request/device/forget", "geofence/agent/state", "answers/operator/1",
            "owntracks/van2/phone",
        ])
        func `a device can't write what isn't its own`(_ topic: String) throws {
            let van = try site.user("van1")
            let count = dashboard.messages.count
            try van.publish(topic, #"{"lat":52.5,"lon":13.4,"tst":1760000060,"device":"van2"}"#)
            #expect(van.lastReason == 135)
            try van.publish("fleet/van1/location", #"{"lat":52.6,"lon":13.4,"tst":1760000000}"#)
            try dashboard.message("geofence/device/van1")
            #expect(!dashboard.messages[count...].contains { $0.topic.contains("van2") || $0.topic == topic })
            #expect(agent.stop() == 0)
        }

        @Test func `a device can't speak for another in its payload`() throws {
            let van = try site.user("van1")
            try van.publish(
                "fleet/van1/location",
                #"{"device":"van2","deviceId":"van2","id":"van2","tid":"v2","topic":"owntracks/van2/x","lat":52.5,"lon":13.4,"tst":1760000000}"#
            )
            try dashboard.message("geofence/status/van1/depot", containing: "inside")
            #expect(!dashboard.messages.contains { $0.topic.contains("van2") || $0.topic.contains("v2") })
            #expect(agent.stop() == 0)
        }

        @Test func `a dashboard can't send requests, nor an operator forge events`() throws {
            try dashboard.publish("geofence/request/fence/clear", #"{"type":"all"}"#)
            #expect(dashboard.lastReason == 135)
            let person = try site.user("operator")
            for topic in ["geofence/event/van1/depot", "geofence/agent/state", "fleet/van1/location"] {
                try person.publish(topic, "{}")
                #expect(person.lastReason == 135, "\(topic)")
            }
            #expect(try dashboard.statistics(of: agent)["requests"] as? Int == 0)
            #expect(agent.stop() == 0)
        }
    }
}
