import GeofenceCore
import MQTT
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Which of two agents answers a request.
@Suite struct PairRequestTests {
    private let driver: AgentDriver
    private static let fence = #"{"id":"gate","latitude":52,"longitude":13,"radius":50}"#

    /// One that stands by.
    init() throws { driver = try StandbyOutputTests.driver("b") }

    private static func answers(_ driver: AgentDriver) -> [OutboxRow] {
        StandbyOutputTests.rows(driver).filter(\.isAnswer)
    }

    /// What the transactions of the answers are that wait.
    private static func transactions(_ driver: AgentDriver) -> [String] {
        answers(driver).map { row in
            Request.transaction(in: row.payload).map { String(decoding: $0, as: UTF8.self) } ?? "none"
        }
    }

    /// Of a request with a transaction, as the driver asks it.
    private static func mark(_ transaction: Int?) -> AnswerMark {
        let payload = transaction.map { #"{"transaction":\#($0)}"# } ?? "{}"
        return AnswerMark(ReplyAddress(topic: "answers", correlation: [7]), request: Array(payload.utf8))
    }

    private func ask(_ transaction: Int?, at time: Int64 = 10_000, packet: UInt16 = 0) {
        let payload = transaction.map { #"{"transaction":\#($0)}"# } ?? "{}"
        #expect(driver.ask("fence/list", payload, at: time, packet: packet).isEmpty)
    }

    private func hear(_ transaction: Int?, at time: Int64 = 10_000, byOther: Bool = true) {
        driver.agent.wasAnswered(Self.mark(transaction), byOther: byOther, at: AgentDriver.at(time))
    }

    private func takeOver(at time: Int64 = 20_000) {
        driver.agent.lead()
        driver.agent.answerMissed(at: AgentDriver.at(time))
    }

    @Test func `requests are answered by the agent that leads, and changes are done by both`() throws {
        let leader = try StandbyOutputTests.driver("a", leads: true)
        for agent in [leader, driver] { StandbyOutputTests.enter(agent) }
        for (command, payload) in [
            ("fence/set", Self.fence), ("device/status", #"{"device":"van"}"#), ("fence/list", "{}"),
            ("nonsense", "{}"), ("fence/set", "no JSON"),
        ] {
            #expect(!leader.ask(command, payload, packet: 9).isEmpty, "\(command)")
            #expect(driver.ask(command, payload, packet: 9).isEmpty, "\(command)")
        }
        for agent in [leader, driver] { #expect(agent.agent.runtimeFences.count == 1) }
    }

    @Test func `an answer is known by what its request had, whoever gives it`() throws {
        let leader = try StandbyOutputTests.driver("a", leads: true)
        _ = leader.ask("fence/list", #"{"transaction":"t7"}"#)
        let row = try #require(Self.answers(leader).first)
        let mark = try #require(AnswerMark(row))
        let reply = ReplyAddress(topic: "answers", correlation: [7])
        #expect(mark == AnswerMark(reply, request: Array(#"{"transaction":"t7"}"#.utf8)))
        #expect(mark.text.utf8.count == 16)
        var others = [reply, reply, reply]
        others[0].topic = "answer"
        others[1].correlation = []
        others[2].userProperties = UserProperties(bytes: [0, 1, 97, 0, 1, 98])
        var marks = Set(others.map { AnswerMark($0, request: Array(#"{"transaction":"t7"}"#.utf8)) })
        marks.insert(AnswerMark(reply, request: Array(#"{"transaction":"t8"}"#.utf8)))
        marks.insert(mark)
        #expect(marks.count == 5)
        StandbyOutputTests.enter(leader)
        let event = try #require(StandbyOutputTests.rows(leader).first { !$0.isAnswer })
        #expect(AnswerMark(event) == nil)
        #expect(AnswerMark(stored: mark.text) == mark)
        #expect(AnswerMark(stored: "0123") == nil)
    }

    @Test func `the lease says what has its answer, and each is heard of once`() throws {
        var (given, heard) = (GivenAnswers(), HeardAnswers())
        func lease(_ term: UInt64 = 1) throws -> PairLease {
            var lease = PairLease(leader: "a", term: term)
            lease.answers = given
            let read = try lease.payload(at: AgentDriver.at(0)).withUnsafeBytes { bytes in
                try PairLease(bytes)
            }
            #expect(read == lease)
            return read
        }
        #expect(try heard.new(in: lease()).isEmpty)
        for transaction in 1...3 { given.note(Self.mark(transaction)) }
        #expect(try heard.new(in: lease()) == [Self.mark(1), Self.mark(2), Self.mark(3)])
        #expect(try heard.new(in: lease()).isEmpty)
        given.note(Self.mark(3))
        #expect(try heard.new(in: lease()) == [Self.mark(3)])
        // One that leads anew counts anew.
        given = GivenAnswers()
        given.note(Self.mark(9))
        #expect(try heard.new(in: lease(2)) == [Self.mark(9)])
        for transaction in 100...350 { given.note(Self.mark(transaction)) }
        #expect(try heard.new(in: lease(2)) == (251...350).map(Self.mark)[...])
    }

    @Test(arguments: ["3", #"{"count":-1,"last":[]}"#, #"{"count":2}"#, #"{"count":1,"last":["x"]}"#])
    func `what a lease says of answers that is wrong counts as nothing`(_ answers: String) throws {
        let text = #"{"leader":"a","term":1,"answers":\#(answers)}"#
        let lease = try Array(text.utf8).withUnsafeBytes { try PairLease($0) }
        #expect(lease.answers.marks == [])
    }

    @Test func `who takes over answers what the other has not, once`() throws {
        for transaction in 1...4 { ask(transaction) }
        #expect(driver.ask("fence/set", Self.fence).isEmpty)
        hear(2)
        hear(4)
        takeOver()
        #expect(Self.transactions(driver) == ["1", "3", "none"])
        takeOver()
        #expect(Self.answers(driver).count == 3)
    }

    @Test func `requests that are alike are counted`() throws {
        for _ in 0..<3 { ask(nil) }
        hear(nil)
        hear(nil)
        takeOver()
        #expect(Self.answers(driver).count == 1)
    }

    @Test func `a question that the broker sends again is not one more`() throws {
        ask(1, packet: 7)
        hear(1)
        driver.agent.tracker.connectionResumed()
        ask(1, packet: 7)
        // Another, which happens to be alike.
        ask(1, packet: 8)
        takeOver()
        #expect(Self.transactions(driver) == ["1"])
    }

    /// What is to be answered is in memory alone.
    @Test(arguments: [false, true], [false, true])
    func `a question that comes again after a restart counts anew`(_ leads: Bool, hasCheckpoint: Bool) throws
    {
        var store = MemoryStore()
        store.commit(&driver.agent, checkpoint: true)
        ask(1, packet: 7)
        store.commit(&driver.agent, checkpoint: hasCheckpoint)
        let settings = try StandbyOutputTests.settings("b")
        let restarted = AgentDriver(try Agent.recovered(settings, stored: store.state))
        if leads { restarted.agent.lead() } else { restarted.agent.standBy() }
        restarted.agent.tracker.connectionResumed()
        _ = restarted.ask("fence/list", #"{"transaction":1}"#, packet: 7)
        restarted.agent.lead()
        restarted.agent.answerMissed(at: AgentDriver.at(20_000))
        #expect(Self.transactions(restarted) == ["1"])
    }

    @Test func `an answer may be heard of before its request, within a minute`() throws {
        hear(1, at: 10_000)
        ask(1, at: 11_000)
        hear(2, at: 10_000)
        ask(2, at: 70_000)
        takeOver(at: 71_000)
        #expect(Self.transactions(driver) == ["2"])
    }

    @Test func `what the other leaves without an answer for a minute is forgotten while it is there`() throws
    {
        ask(1, at: 10_000)
        ask(2, at: 10_001)
        driver.agent.missed.heardOther(at: AgentDriver.at(70_000))
        takeOver(at: 70_000)
        #expect(Self.transactions(driver) == ["2"])
    }

    @Test func `an answer that waits is taken back where the other has given it, and that of who leads not`()
        throws
    {
        let leader = try StandbyOutputTests.driver("a", leads: true)
        for transaction in 1...3 {
            _ = leader.ask("fence/list", #"{"transaction":\#(transaction)}"#, packet: 9)
        }
        StandbyOutputTests.commit(leader)
        let next = leader.agent.port.outbox.nextSendable()
        let sent = try #require(next)
        leader.agent.port.outbox.didSend(sent, packet: 1)
        leader.agent.wasAnswered(Self.mark(3), byOther: false, at: AgentDriver.at(0))
        for transaction in [1, 2] {
            leader.agent.wasAnswered(Self.mark(transaction), byOther: true, at: AgentDriver.at(0))
        }
        // The first is on its way.
        #expect(Self.transactions(leader) == ["1", "3"])
    }

    @Test func `who comes to stand by waits with its answers, and then they leave`() throws {
        let leader = try StandbyOutputTests.driver("a", leads: true)
        StandbyOutputTests.enter(leader)
        _ = leader.ask("device/list", "{}", packet: 9)
        StandbyOutputTests.commit(leader)
        leader.agent.port.outbox.holdAnswers(true)
        #expect(leader.agent.port.outbox.nextSendable() != nil)
        leader.agent.standBy()
        #expect(leader.agent.port.outbox.nextSendable() == nil)
        leader.agent.port.outbox.holdAnswers(false)
        #expect(leader.agent.port.outbox.nextSendable()?.isAnswer == true)
    }
}
