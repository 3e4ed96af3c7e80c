import MQTT
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
        (#"{"hideZones":false}"#, true, #"{"transaction":"map-5","hideZones":true}"#),
        (#"{"hideZones": 5, "transaction":1}"#, true, #"{"hideZones": true, "transaction":"map-5"}"#),
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
        #expect(own.mark == mark)
        #expect(try #require(FleetQuestion(question, number: 6, 0)).mark != mark)
        own.finish(answer)
        #expect(answers.withLock { $0 } == [expected])
    }

    @Test func `what is too long with what is added is not passed on, and what just has room is`() {
        let room = #"{"transaction":"map-5","id":""}"#.utf8.count
        for (count, isMeant) in [
            (Inbox.largestRequest - room, true), (Inbox.largestRequest - room + 1, false),
        ] {
            let body = #"{"id":"\#(String(repeating: "x", count: count))"}"#
            #expect((FleetQuestion(Self.question("fence/get", body), number: 5, 0) != nil) == isMeant)
        }
    }

    @Test(arguments: [
        ("device/status", #"{"device":"van1"}"#, 4500), ("explain", #"{"device":"van1"}"#, 4500),
        ("device/history", #"{"device":"van1"}"#, 90_000),
    ])
    func `is given up before HTTP gives up`(_ command: String, _ body: String, _ deadline: Int64) throws {
        #expect(try #require(FleetQuestion(Self.question(command, body), number: 5, 0)).deadline == deadline)
    }

    @Test func `each question ends once, whatever ends it`() throws {
        let said = Mutex<[String]>([])
        let ended = Mutex(0)
        var questions = FleetQuestions { ended.withLock { $0 += 1 } }
        func ask(_ command: String, _ number: UInt64) throws -> FleetQuestion {
            let question = Self.question(command, "{}") { answer in
                let root = try? JSONDocument.parse(String(decoding: answer, as: UTF8.self)).root
                said.withLock { $0.append("\(number): \(root?.member("error")?.text ?? "ok")") }
            }
            return try #require(FleetQuestion(question, number: number, 0))
        }
        let all = try (1...6).map { try ask($0 % 2 == 0 ? "fence/clear" : "fence/list", $0) }
        questions.add(all)
        #expect(questions.unsent.count == 6)
        for (packet, question) in all.dropLast(2).enumerated() {
            questions.didSend(question.mark, packet: Int32(packet))
        }
        #expect(questions.unsent.count == 2)
        for _ in 0..<2 { questions.finish(Answer.done([0x31], transaction: all[0].mark)) }
        questions.finish(Answer.done([0x31], transaction: Array("\"cli-1\"".utf8)))
        for _ in 0..<2 { questions.refuse(packet: 1) { "can't be asked: \($0.question.command)" } }
        questions.refuse(all[4].mark, "can't be asked that")
        questions.giveUp(4499)
        #expect(ended.withLock { $0 } == 3)
        questions.refuseAll("can't be reached")
        questions.giveUp(4500)
        #expect(questions.isEmpty)
        #expect(ended.withLock { $0 } == 6)
        #expect(
            said.withLock { $0 } == [
                "1: ok", "2: the other agents can't be asked: fence/clear",
                "5: the other agents can't be asked that", "6: the other agents can't be reached",
                "4: the other agents can't be reached; what was asked for may be done",
                "3: the other agents can't be reached",
            ]
        )
        let late = try [ask("fence/clear", 7), ask("fence/clear", 8), ask("fence/list", 9)]
        questions.add(late)
        for question in late.dropFirst() { questions.didSend(question.mark, packet: 1) }
        questions.giveUp(4500)
        let silence = "the other agents do not answer; are all agents of the fleet running?"
        #expect(
            said.withLock { $0.suffix(3) } == [
                "9: \(silence)", "8: \(silence); what was asked for may be done",
                "7: the other agents can't be asked in time; ask again",
            ]
        )
        #expect(ended.withLock { $0 } == 9)
    }

    @Test func `answers to others are none of ours`() {
        for text in [#"{"transaction":"cli-5"}"#, #"{"transaction":5}"#, "{}", "[", ""] {
            #expect(FleetQuestion.mark(of: Array(text.utf8)) == nil)
        }
    }
}
