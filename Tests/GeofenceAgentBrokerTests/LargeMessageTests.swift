import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// A broker that takes smaller packets than the agent would like to send.
    @Suite struct LargeMessageTests {
        private let site: Site
        private let client: Client

        init() throws {
            site = try Site(settings: ["max_packet_size 100000"])
            client = try site.client()
            try client.subscribe("geofence/#")
        }

        /// Sets fences whose list is larger than a packet may be, and asks for it.
        private func askForTooMuch() throws {
            let networks = (10..<40).map { "\"\(String(repeating: "n", count: 30))\($0)\"" }
                .joined(separator: ",")
            for part in 0..<2 {
                let fences = (0..<50).map { #"{"id":"f\#(part * 50 + $0)","wifi":[\#(networks)]}"# }
                let list = fences.joined(separator: ",")
                let count = client.messages.count
                try client.publish("geofence/request/fence/set", #"{"fences":[\#(list)]}"#)
                try client.message("geofence/response/fence/set", containing: #""ok""#, after: count)
            }
            try client.publish("geofence/request/fence/list", #"{"type":"custom","transaction":7}"#)
        }

        @Test(arguments: ["5", "3.1.1"])
        func `an answer that is too large stops nothing, and who asked is told`(_ version: String) throws {
            try site.configure(mqtt: #", "protocol": "\#(version)""#)
            let agent = try site.connectedAgent(client)
            try askForTooMuch()
            let answer = try client.message("geofence/response/fence/list")
            #expect(
                answer.payload.hasPrefix(
                    #"{"status":"error","error":"the request is fulfilled, but the answer has "#
                )
            )
            #expect(answer.payload.hasSuffix(#","transaction":7}"#))
            #expect(agent.text.contains("a message can't be sent"), "\(agent.text)")
            try client.move("van", 52.6, at: 1_760_000_000)
            try client.move("van", 52.5, at: 1_760_000_060)
            try client.message("geofence/event/van/depot")
            #expect(agent.stop() == 0)
        }

        @Test func `what is too large is given up also by an agent that was started anew`() throws {
            try site.configure(mqtt: #", "protocol": "3.1.1""#)
            let first = try site.connectedAgent(client)
            try askForTooMuch()
            #expect(first.waitForLog("connected", times: 2), "\(first.text)")
            first.kill()
            let second = try site.agent()
            try client.message("geofence/response/fence/list", containing: "the request is fulfilled")
            #expect(second.stop() == 0)
        }
    }
}
