import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Who waits for ways, and how long.
@Suite struct RouteWaiterTests {
    private func tour() throws -> ItineraryTour {
        try ItineraryTour { $0.routing.router = RouteReaderTests.town }
    }

    private static func stops(_ places: [Double]) -> String {
        places.map { #"{"latitude":52,"longitude":\#($0)}"# }.joined(separator: ",")
    }

    @Test func `after 30 s the answer has what is known, and says what is not`() throws {
        let tour = try tour()
        tour.driver.ask("route", #"{"stops":[\#(Self.stops([13, 13.01, 13.02]))]}"#, at: 1000)
        tour.driver.agent.work(at: AgentDriver.at(1000))
        let questions = tour.driver.questions()
        #expect(questions.count == 2)
        tour.driver.reply(questions[0], RouteReaderTests.answer, at: 2000)
        #expect(tour.driver.agent.nextDeadline(isClockRunning: false) == AgentDriver.at(31_000))
        tour.driver.agent.work(at: AgentDriver.at(30_999))
        #expect(tour.driver.answers == [])
        tour.driver.agent.work(at: AgentDriver.at(31_000))
        let answer = try #require(tour.driver.answers.first)
        #expect(answer.contains(#""via":"router","summary":"Main Street""#))
        #expect(
            answer.contains(
                #""via":"straight","problem":"the router has not answered within 30 s","heading""#
            )
        )
        #expect(answer.hasSuffix(#""problem":"the router has not answered within 30 s"}}"#))
        #expect(tour.driver.agent.nextDeadline(isClockRunning: false) == nil)
    }

    @Test func `with another router nobody waits for the old one`() throws {
        let tour = try tour()
        tour.driver.ask("route", #"{"stops":[\#(Self.stops([13, 13.01]))]}"#)
        tour.driver.agent.change({ $0.routing.router = nil }, at: AgentDriver.at(11_000))
        #expect(tour.driver.agent.hasWork == true)
        tour.driver.agent.work(at: AgentDriver.at(11_000))
        #expect(tour.driver.answers.last?.contains(#""via":"straight"}}"#) == true)
    }

    @Test func `who has waited for a router that was changed learns it`() throws {
        let tour = try tour()
        tour.driver.ask("route", #"{"stops":[\#(Self.stops([13, 13.01]))]}"#)
        tour.driver.agent.change({ $0.routing.router?.url = "http://other:5000" }, at: AgentDriver.at(11_000))
        tour.driver.agent.work(at: AgentDriver.at(11_000))
        let answer = tour.driver.answers.last
        #expect(answer?.contains(#""problem":"the router was changed meanwhile; ask again""#) == true)
    }

    @Test func `ways that are too long together are said to be`() throws {
        let tour = try tour()
        let places = (0..<28).map { 13 + Double($0) / 100 }
        tour.driver.ask("route", #"{"stops":[\#(Self.stops(places))]}"#)
        let corners = String(repeating: "??", count: RouteReader.mostCorners - 10)
        let long = RouteReaderTests.answer.replacing("om{dbB_smxW?owH", with: "om{dbB_smxW?owH" + corners)
        for _ in 0..<40 {
            tour.finishWork()
            for question in tour.driver.questions() { tour.driver.reply(question, long) }
        }
        let answer = try #require(tour.driver.answers.last)
        #expect(
            answer.contains(#""problem":"the ways are too long to be kept at once; ask for fewer stops""#)
        )
        #expect(!answer.contains("has not answered"))
    }

    @Test func `many who are ready are answered in slices`() throws {
        let tour = try tour()
        for number in 0..<20 {
            tour.driver.ask("route", #"{"stops":[\#(Self.stops([13, 13.01 + Double(number) / 100]))]}"#)
        }
        tour.finishWork()
        tour.driver.reply(try #require(tour.driver.questions().first), .failure(OutboundFailure("down")))
        #expect(tour.driver.answers.count == RouteWaiter.slice)
        while tour.driver.agent.hasRoutesToComplete {
            tour.driver.agent.completeRoutes(at: AgentDriver.at(0))
        }
        #expect(tour.driver.answers.count == 20)
        #expect(tour.driver.answers.allSatisfy { $0.contains(#""problem":"down""#) })
    }

    @Test func `where too many ways are waited for, the request is refused`() throws {
        let tour = try tour()
        for number in 0..<101 {
            let places = (0..<100).map { 13 + Double(number * 100 + $0) / 10_000 }
            tour.driver.ask("route", #"{"stops":[\#(Self.stops(places))]}"#)
        }
        #expect(
            tour.driver.refusal("route", #"{"stops":[\#(Self.stops([50, 51]))]}"#) == nil
        )
        let places = (0..<100).map { 40 + Double($0) / 10 }
        #expect(
            tour.driver.refusal("route", #"{"stops":[\#(Self.stops(places))]}"#)
                == "the router has very many ways to find; ask again in a while"
        )
    }

    @Test func `other ways come where they are wanted, and the router knows any`() throws {
        let tour = try tour()
        let stops = Self.stops([13, 13.01])
        tour.driver.ask("route", #"{"stops":[\#(stops)],"alternatives":2}"#)
        tour.finishWork()
        let question = try #require(tour.driver.questions().first)
        #expect(question.request.url.hasSuffix("&alternatives=2"))
        let (first, route) = (RouteReaderTests.answer, #"{"legs":[{"distance":7,"duration":8,"steps":[]}]}"#)
        let all = first.replacing(#"}],"waypoints""#, with: "},\(route),\(route),\(route)],\"waypoints\"")
        tour.driver.reply(question, all)
        let answer = try #require(tour.driver.answers.last)
        #expect(answer.contains(#""alternatives":[{"from":"A","to":"B","distance":7,"duration":8,"#))
        #expect(answer.split(separator: #""distance":7,"#).count == 3)
        // Without them it is another question.
        tour.driver.ask("route", #"{"stops":[\#(stops)]}"#)
        tour.finishWork()
        #expect(tour.driver.questions().first?.request.url.contains("alternatives") == false)
        #expect(
            tour.driver.refusal("route", #"{"stops":[\#(stops)],"alternatives":4}"#)
                == "alternatives: must be 0 to 3, not 4"
        )
    }
}
