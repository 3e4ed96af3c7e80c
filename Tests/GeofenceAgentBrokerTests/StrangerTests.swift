import Foundation
import Testing

@testable import geofence_agent

/// What strangers can't have, at a real broker.
extension BrokerTests {
    @Suite final class StrangerTests {
        let site: Site
        let client: Client

        init() throws {
            site = try Site()
            client = try site.client()
            try client.subscribe("geofence/#")
        }

        /// An agent that has connected, with more keys of the configuration than usual.
        private func start(_ more: String, clientId: Bool = true) throws -> AgentProcess {
            let path = try site.configure(more: more)
            if !clientId {
                let text = try String(contentsOfFile: path, encoding: .utf8)
                try site.write(text.replacing(#", "clientId": "agent""#, with: ""), to: "agent.json")
            }
            client.forget()
            return try site.connectedAgent(client)
        }

        private func ask(_ command: String, _ payload: String) throws -> String {
            let count = client.messages.count
            try client.publish("geofence/request/\(command)", payload)
            return try client.message("geofence/response/\(command)", after: count).payload
        }

        @Test func `a command that is not allowed is answered, and SIGHUP allows it`() throws {
            let agent = try start(#", "requests": { "allow": ["query/*"] }"#)
            let fence = #"{"id":"yard","latitude":52.6,"longitude":13.4,"radius":50}"#
            #expect(try ask("fence/set", fence).contains("requests.allow"))
            let place = #"{"latitude":52.5,"longitude":13.4}"#
            #expect(try ask("query/contains", place).contains(#""status":"ok""#))
            try site.configure()
            let count = client.messages.count
            agent.send(SIGHUP)
            try client.message("geofence/agent/info", after: count)
            #expect(try ask("fence/set", fence).contains(#""status":"ok""#))
            #expect(agent.stop() == 0)
        }

        /// The session of the broker is the agent's after a restart: what came meanwhile is in it.
        @Test func `a name that nobody can guess is the same after a restart`() throws {
            var agent = try start("", clientId: false)
            try client.move("van", 52.6, at: 1_760_000_000)
            try client.message("geofence/device/van")
            #expect(agent.stop() == 0)
            try client.move("van", 52.5, at: 1_760_000_060)
            // Who takes the name that everybody knows ends nothing.
            let other = try site.client("geofence-agent")
            try other.flush()
            client.forget()
            agent = try site.connectedAgent(client)
            try client.message("geofence/event/van/depot", containing: #""event":"enter""#)
            #expect(agent.stop() == 0)
        }
    }
}
