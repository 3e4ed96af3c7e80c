import Foundation
import Synchronization
import Testing

@testable import geofence_agent
import MQTT

extension BrokerTests {
    @Suite final class RequestTests {
        let site: Site
        let client: Client
        var agent: AgentProcess

        init() throws {
            site = try Site()
            try site.configure(
                fences: #"[ { "id": "depot", "latitude": 52.5, "longitude": 13.4, "radius": 150 } ]"#
            )
            client = try site.client()
            try client.subscribe("geofence/#")
            try client.subscribe("answers/#")
            agent = try site.connectedAgent(client)
        }

        /// Asks and gives the answer on the command's own topic.
        private func ask(_ command: String, _ payload: String) throws -> String {
            let count = client.messages.count
            try client.publish("geofence/request/\(command)", payload)
            return try client.message("geofence/response/\(command)", after: count).payload
        }

        @Test func `a request is answered on the topic of its command`() throws {
            let answer = try ask("fence/get", #"{"id":"depot","transaction":"t-1"}"#)
            #expect(
                answer.hasPrefix(
                    #"{"status":"ok","data":{"id":"depot","latitude":52.5,"longitude":13.4,"radius":150,"type":"file","revision":"#
                )
            )
            #expect(answer.hasSuffix(#"},"transaction":"t-1"}"#))
            agent.stop()
        }

        @Test(arguments: [#"{"id":"depot"}"#, #"{"id":"nowhere"}"#])
        func `mosquitto_rr gets its answer by the response topic of MQTT 5`(_ payload: String) throws {
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/mosquitto_rr")
            process.arguments = [
                "-V", "5", "-p", "\(site.broker.port)", "-t", "geofence/request/fence/get", "-e",
                "answers/rr", "-m", payload, "-W", "20",
            ]
            process.standardOutput = output
            try process.runWithAllSignals()
            let answer = output.fileHandleForReading.readDataToEndOfFile()
            #expect(process.awaitEnd() == 0)
            let object = try #require(try JSONSerialization.jsonObject(with: answer) as? [String: Any])
            #expect(object["status"] as? String == (payload.contains("depot") ? "ok" : "error"))
            agent.stop()
        }

        /// Asks with user properties a, b and so on, by mosquitto_rr; gives those of the answer.
        private func properties(ofAnswerTo command: String, _ properties: [(String, String)]) throws
            -> String
        {
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/mosquitto_rr")
            process.arguments =
                [
                    "-V", "5", "-p", "\(site.broker.port)", "-t", "geofence/request/\(command)", "-e",
                    "answers/rr", "-m", #"{"limit":1}"#, "-W", "20", "-F", "%P",
                ] + properties.flatMap { ["-D", "publish", "user-property", $0.0, $0.1] }
            process.standardOutput = output
            try process.runWithAllSignals()
            let answer = output.fileHandleForReading.readDataToEndOfFile()
            #expect(process.awaitEnd() == 0)
            return String(decoding: answer, as: UTF8.self)
        }

        @Test func `the user properties of a request come back with its answer, as far as there is room`()
            throws
        {
            let few = try properties(ofAnswerTo: "fence/list", [("b", "2"), ("a", "1"), ("b", "ü")])
            #expect(few == "b:2 a:1 b:ü\n")
            let most = (1...17).map { ("k\($0)", "v") }
            #expect(try properties(ofAnswerTo: "device/list", most.dropLast()).hasSuffix("k16:v\n"))
            #expect(try properties(ofAnswerTo: "device/list", most) == "\n")
            #expect(agent.waitForLog("a request has more user properties than come back"), "\(agent.text)")
            let long = [("a", String(repeating: "v", count: 1024))]
            #expect(try properties(ofAnswerTo: "device/list", long) == "\n")
            agent.stop()
        }

        @Test func `user properties outlast a kill between request and answer`() throws {
            let isKilled = Mutex(false)
            let broker = FakeBroker(
                .init(pubAck: { topic, _ in
                    topic == "answers/me" && !isKilled.withLock { $0 } ? .withheld : .reason(0)
                })
            )
            agent.stop()
            try site.configure(port: broker.port)
            agent = try site.agent()
            #expect(broker.wait { $0.subscriptions.contains("geofence/request/#") }, "\(agent.text)")
            let pairs = [("b", "2"), ("a", "1")]
            broker.request("geofence/request/fence/list", "{}", answer: "answers/me", properties: pairs)
            func answers(_ seen: FakeBroker.Seen) -> [FakeBroker.Message] {
                seen.messages.filter { $0.topic == "answers/me" }
            }
            #expect(broker.wait { answers($0).count == 1 }, "\(agent.text)")
            agent.kill()
            isKilled.withLock { $0 = true }
            agent = try site.agent()
            #expect(broker.wait { answers($0).count == 2 }, "\(agent.text)")
            let expected = FakeBroker.userProperties(pairs)
            for answer in answers(broker.seen) {
                #expect(answer.properties.suffix(expected.count) == expected[...], "\(answer)")
            }
            agent.stop()
        }

        @Test func `fences that are set, and overrides, survive kill -9`() throws {
            _ = try ask("fence/set", #"{"id":"yard","latitude":52.6,"longitude":13.4,"radius":150}"#)
            try client.move("van", 52.7, at: 1_760_000_000)
            _ = try ask("device/override", #"{"device":"van","latitude":52.6,"longitude":13.4}"#)
            try client.message("geofence/event/van/yard", containing: #""cause":"manual""#)
            agent.kill()
            agent = try site.connectedAgent(client)
            #expect(try ask("fence/list", #"{"type":"custom"}"#).contains(#""id":"yard""#))
            try client.move("van", 52.7, at: 1_760_000_060)
            #expect(try ask("device/status", #"{"device":"van"}"#).contains(#""inside":["yard"]"#))
            _ = try ask("device/override", #"{"device":"van","clear":true}"#)
            agent.stop()
        }

        @Test func `a device that is forgotten is gone from broker and store`() throws {
            try client.move("van", 52.5, at: 1_760_000_000)
            try client.message("geofence/status/van/depot", containing: "inside")
            _ = try ask("device/forget", #"{"device":"van"}"#)
            let late = try site.client("late")
            try late.subscribe("geofence/#")
            #expect(!late.messages.contains { $0.topic.contains("/van") && $0.isRetained })
            agent.kill()
            agent = try site.connectedAgent(client)
            #expect(try ask("device/list", "{}") == #"{"status":"ok","data":{"count":0,"devices":[]}}"#)
            agent.stop()
        }

        @Test func `a request with the retain flag is refused while the agent is there either`() throws {
            try client.publish("geofence/request/fence/set", #"{"id":"old","wifi":["x"]}"#, retained: true)
            #expect(agent.waitForLog("a retained request is refused"))
            let answer = try ask("fence/list", #"{"type":"custom"}"#)
            #expect(answer == #"{"status":"ok","data":{"count":0,"fences":[]}}"#)
            agent.stop()
        }

        @Test(arguments: [
            (0, #"{"status":"ok""#), (1, #"{"status":"error","error":"the payload has 1048577 bytes"#),
        ])
        func `the largest request is answered, and one that is a little larger`(
            _ more: Int,
            _ beginning: String
        ) throws {
            let request = #"{"id":"depot"}"#
            let blanks = String(repeating: " ", count: Inbox.largestRequest - request.utf8.count + more)
            #expect(try ask("fence/get", request + blanks).hasPrefix(beginning))
            agent.stop()
        }

        @Test func `a request that the broker has kept is refused`() throws {
            agent.stop()
            let other = try Site()
            let client = try other.client()
            try client.subscribe("geofence/response/#")
            try client.publish("geofence/request/fence/set", #"{"id":"old","wifi":["x"]}"#, retained: true)
            try other.configure()
            let agent = try other.agent()
            #expect(agent.waitForLog("a retained request is refused"))
            try client.publish("geofence/request/fence/list", #"{"type":"custom"}"#)
            let answer = try client.message("geofence/response/fence/list").payload
            #expect(answer == #"{"status":"ok","data":{"count":0,"fences":[]}}"#)
            agent.stop()
        }
    }
}
