import Synchronization
import Testing

@testable import GeofenceCore
@testable import geofence_agent

/// What the live map passes on to other agents, and how their answers come back.
@Suite struct FleetQuestionTests {
    private static let shard = Shard(partitions: 64, range: 0...20)

    private static func question(
        _ command: String,
        _ body: String,
        hidesZones: Bool = false,
        _ answer: @escaping @Sendable ([UInt8]) -> Void = { _ in }
    ) -> Question {
        Question(command, Array(body.utf8), hidesZones: hidesZones, answer)
    }

    @Test(arguments: [
        ("explain", #"{"device":"van1","fence":"depot"}"#, true),
        ("explain", #"{"device":"van3","fence":"depot"}"#, false),
        ("device/list", "{}", false), ("device/list", "", false), ("device/list", #"{"partition":30}"#, true),
        ("device/list", #"{"partition":3}"#, false), ("device/list", #"{"partition":64}"#, false),
        ("fence/set", #"{"id":"gate"}"#, true), ("fence/list", "{}", false), ("monitoring/stop", "{}", true),
        ("monitoring/stop", #"{"device":"van3"}"#, false), ("explain", "no JSON", false),
        ("no/such", #"{"device":"van1"}"#, false),
    ])
    func `what others know or have to do as well is for them`(
        _ command: String,
        _ body: String,
        _ isForOthers: Bool
    ) {
        let question = Self.question(command, body)
        #expect(FleetQuestion.isMeant(question, by: Self.shard, isPair: false) == isForOthers)
        #expect(!FleetQuestion.isMeant(question, by: nil, isPair: false))
    }

    @Test func `both of a pair have to do what changes something`() {
        let set = Self.question("fence/set", "{}")
        #expect(FleetQuestion.isMeant(set, by: nil, isPair: true))
        #expect(!FleetQuestion.isMeant(Self.question("fence/list", "{}"), by: nil, isPair: true))
        let forget = Self.question("device/forget", #"{"device":"van3"}"#)
        #expect(FleetQuestion.isMeant(forget, by: Self.shard, isPair: true))
        #expect(!FleetQuestion.isMeant(forget, by: Self.shard, isPair: false))
    }

    @Test(arguments: [
        ("", false, #"{"transaction":"map-5"}"#), ("{}", false, #"{"transaction":"map-5"}"#),
        (" { } ", false, #" {"transaction":"map-5" } "#),
        (#"{"device":"a"}"#, false, #"{"transaction":"map-5","device":"a"}"#),
        (#"{"device":"a"}"#, true, #"{"hideZones":true,"transaction":"map-5","device":"a"}"#),
        (#"{"transaction": 7 ,"device":"a"}"#, false, #"{"transaction": "map-5" ,"device":"a"}"#),
        (
            #"{"a":{"transaction":1},"transaction":{"x":[1]}}"#, true,
            #"{"hideZones":true,"a":{"transaction":1},"transaction":"map-5"}"#
        ),
    ])
    func `a request leaves with a transaction of its own`(_ body: String, _ hides: Bool, _ sent: String)
        throws
    {
        let question = Self.question("explain", body, hidesZones: hides)
        let own = try #require(FleetQuestion(question, number: 5, 0))
        #expect(String(decoding: own.request, as: UTF8.self) == sent)
        let request = try own.request.withUnsafeBytes { try Request(command: "explain", payload: $0) }
        #expect(request.transaction == Array(#""map-5""#.utf8))
        #expect(request.hidesZones == hides)
    }

    @Test(arguments: ["[]", "id,lat,lon\n1,2,3", #"{"a":1"#, "7"])
    func `what no answer could be known by is not passed on`(_ body: String) {
        #expect(FleetQuestion(Self.question("fence/import", body), number: 5, 0) == nil)
    }

    @Test(arguments: [
        ("{}", #"{"status":"ok","data":{}}"#),
        (
            #"{"transaction":12345678901234567890}"#,
            #"{"status":"ok","data":{},"transaction":12345678901234567890}"#
        ),
    ])
    func `an answer comes back with the transaction that was sent along`(
        _ body: String,
        _ expected: String
    ) throws {
        let answers = Mutex<[String]>([])
        let question = Self.question("explain", body) { answer in
            answers.withLock { $0.append(String(decoding: answer, as: UTF8.self)) }
        }
        let own = try #require(FleetQuestion(question, number: 5, 0))
        let answer = Answer.done(Array("{}".utf8), transaction: own.mark)
        let mark = try #require(FleetQuestion.mark(of: answer))
        #expect(own.isAnswered(by: mark))
        #expect(try #require(FleetQuestion(question, number: 6, 0)).isAnswered(by: mark) == false)
        own.finish(answer)
        #expect(answers.withLock { $0 } == [expected])
    }

    @Test func `answers to others are none of ours`() {
        for text in [#"{"transaction":"cli-5"}"#, #"{"transaction":5}"#, "{}", "[", ""] {
            #expect(FleetQuestion.mark(of: Array(text.utf8)) == nil)
        }
    }
}
