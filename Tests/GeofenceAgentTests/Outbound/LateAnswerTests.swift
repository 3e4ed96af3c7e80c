import GeofenceCore
import Synchronization
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Requests that are answered when a server has answered.
@Suite struct LateAnswerTests {
    /// An agent with a request that asks a server for the weather.
    private static func agent() throws -> AgentDriver {
        let driver = try AgentDriver()
        driver.agent.requests.append(
            RequestKind(late: "weather") { agent, request, ticket, _ throws(RequestProblem) in
                if request.body.member("here") != nil { return Array("\"dry\"".utf8) }
                let lane = OutboundLane(name: "weather")
                let question = OutboundRequest(url: "http://weather/", lane: lane)
                let isAsked = agent.port.outbound.ask(question) { agent, answer, now in
                    do throws(OutboundFailure) {
                        agent.complete(ticket, .success(try answer.body(of: question.origin)), at: now)
                    } catch {
                        agent.complete(ticket, .failure(RequestProblem("\(error)")), at: now)
                    }
                }
                guard isAsked else { throw RequestProblem("too many ask for the weather") }
                return nil
            }
        )
        return driver
    }

    @Test func `an answer comes with the same envelope, to the same address, once`() throws {
        let driver = try Self.agent()
        #expect(driver.ask("weather", #"{"transaction":7}"#) == "")
        let question = try #require(driver.questions().first)
        #expect(question.request.url == "http://weather/")
        #expect(driver.questions().isEmpty)
        for _ in 0..<2 { driver.reply(question, #"{"rain":1}"#) }
        #expect(driver.answers == [#"{"status":"ok","data":{"rain":1},"transaction":7}"#])
        #expect(driver.agent.port.outbox.changes.outgoing.last?.correlation == [7])
        #expect(driver.agent.lateAnswers.count == 0)
        #expect(driver.agent.port.journal.bytes.isEmpty)
    }

    @Test func `a failure is an error, with its words`() throws {
        let driver = try Self.agent()
        driver.ask("weather")
        driver.ask("weather")
        let questions = driver.questions()
        driver.reply(questions[1], .failure(OutboundFailure("http://weather: no answer within 5.0 s")))
        driver.reply(questions[0], "{}", status: 502)
        #expect(
            driver.answers == [
                #"{"status":"error","error":"http://weather: no answer within 5.0 s"}"#,
                #"{"status":"error","error":"http://weather answers with status 502"}"#,
            ]
        )
        #expect(driver.agent.port.counters.refusedRequests == 2)
    }

    @Test func `who asks over HTTP is answered late, too`() throws {
        let driver = try Self.agent()
        let said = Mutex<[String]>([])
        let question = Question("weather", Array("{}".utf8), hidesZones: true) { answer in
            said.withLock { $0.append(String(decoding: answer, as: UTF8.self)) }
        }
        let answer = question.payload.withUnsafeBytes { payload in
            driver.agent.answer(
                request: question.command,
                payload: payload,
                hidesZones: true,
                asker: .question(question),
                at: AgentDriver.at(0)
            )
        }
        #expect(answer == nil)
        driver.reply(try #require(driver.questions().first), "1")
        #expect(said.withLock { $0 } == [#"{"status":"ok","data":1}"#])
        #expect(driver.answers.isEmpty)
    }

    @Test func `what needs no server is answered at once`() throws {
        let driver = try Self.agent()
        #expect(driver.ask("weather", #"{"here":true}"#) == #"{"status":"ok","data":"dry"}"#)
        #expect(driver.agent.lateAnswers.count == 0)
    }

    @Test func `so many wait, and no more`() throws {
        let driver = try Self.agent()
        for _ in 0..<OutboundDesk.mostPending { #expect(driver.ask("weather") == "") }
        #expect(
            driver.refusal("weather", "{}")
                == "256 requests wait for servers; ask again when they have answers"
        )
        let questions = driver.questions()
        #expect(questions.count == OutboundDesk.mostPending)
        driver.reply(questions[0], "1")
        _ = driver.agent.port.outbound.ask(questions[0].request) { _, _, _ in }
        #expect(driver.refusal("weather", "{}") == "too many ask for the weather")
        #expect(driver.agent.lateAnswers.count == LateAnswers.most - 1)
    }

    @Test func `an agent that starts again has forgotten who asked`() throws {
        let driver = try Self.agent()
        var store = MemoryStore()
        driver.ask("weather")
        let question = try #require(driver.questions().first)
        store.commit(&driver.agent, checkpoint: true)
        let next = try driver.restarted(store)
        next.reply(question, "1")
        #expect(next.news.isEmpty)
    }
}
