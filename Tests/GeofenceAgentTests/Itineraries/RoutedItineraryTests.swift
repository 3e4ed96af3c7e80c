import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Itineraries with a router.
@Suite struct RoutedItineraryTests {
    private static let eta = "geofence/eta/van"

    private func tour(_ places: [Double] = [13, 13.01], at place: Double? = 12.99) throws -> ItineraryTour {
        var tour = try ItineraryTour { settings in
            settings.routing.router = RouteReaderTests.town
            // The line of the answers is 111 m north of the stops.
            settings.routing.offRoute = 150
        }
        if let place { tour.go(place) }
        tour.ask("itinerary/set", ItineraryTour.itinerary(at: places))
        tour.finishWork()
        return tour
    }

    private func legs(_ tour: inout ItineraryTour) -> [Substring] {
        tour.ask("itinerary/get", #"{"id":"t"}"#).split(separator: #""legs":"#).last?.split(
            separator: #"{"from""#
        ).dropFirst().map { $0 } ?? []
    }

    @Test func `legs are asked for one by one, and told when they have come`() throws {
        var tour = try tour([13, 13.01, 13.02, 13.03], at: nil)
        let first = tour.driver.questions()
        #expect(first.count == 2)
        #expect(
            legs(&tour).allSatisfy {
                $0.contains(#""via":"straight","problem":"the router has not answered yet"}"#)
            }
        )
        for question in first { tour.driver.reply(question, RouteReaderTests.answer) }
        tour.finishWork()
        let second = tour.driver.questions()
        tour.driver.reply(try #require(second.first), RouteReaderTests.answer)
        tour.finishWork()
        #expect(tour.driver.questions() == [])
        #expect(
            legs(&tour).allSatisfy {
                $0.contains(
                    #""via":"router","summary":"Main Street","line":[[13,52.001],[13.005,52.001],[13.01,52.001]]}"#
                )
            }
        )
        #expect(
            tour.last("geofence/itinerary/t")?.hasSuffix(
                #""distance":2700,"duration":3000,"text":"0d 0h 50m","via":"router"}"#
            ) == true
        )
        let directions = tour.ask("itinerary/directions", #"{"id":"t","leg":"B"}"#)
        #expect(directions.contains(#"{"text":"Arrive at B, on the right","distance":0,"#))
        #expect(
            directions.contains(
                #""steps":[{"text":"Head east on Side Road","distance":450,"duration":200,"latitude":52.001,"longitude":13},"#
            )
        )
    }

    @Test func `a leg that is known is not asked for again`() throws {
        var tour = try tour(at: nil)
        for question in tour.driver.questions() { tour.driver.reply(question, RouteReaderTests.answer) }
        tour.ask("itinerary/set", ItineraryTour.itinerary("u", at: [13, 13.01, 13.02]))
        tour.finishWork()
        #expect(tour.driver.questions().map(\.request.url).map { $0.contains("13.01,52;13.02,52") } == [true])
    }

    @Test func `lines are thinned until all legs have room in one answer`() throws {
        let line = try (0..<20_000).map { index in
            try RouteReaderTests.place(52 + Double(index % 7) / 1000, 13 + Double(index) / 10_000)
        }
        let whole = String(decoding: MapLine.text(line, most: 200), as: UTF8.self)
        let count = whole.split(separator: "],[").count
        #expect(count > 50 && count <= 200)
        #expect(whole.hasPrefix("[[13,52],") && whole.hasSuffix("[14.9999,52]]"))
        #expect(MapLine.text(Array(line.prefix(3)), most: 200).count < 60)
    }

    @Test func `a router that fails is asked again later and later, and the log has one line`() throws {
        let tour = try tour([13, 13.01, 13.02], at: nil)
        for question in tour.driver.questions() {
            tour.driver.reply(question, .failure(OutboundFailure("no connection")), at: 11_000)
        }
        #expect(
            tour.driver.agent.port.remarks.map(\.text) == [
                "the router does not answer, so ways are straight lines until it does: no connection"
            ]
        )
        tour.finishWork()
        #expect(
            tour.last("geofence/itinerary/t")?.hasSuffix(#""via":"straight","problem":"no connection"}"#)
                == true
        )
        func asked(_ time: Int64) -> [OutboundQuestion] {
            tour.driver.agent.finishWork(at: AgentDriver.at(time))
            return tour.driver.questions()
        }
        #expect(asked(20_999) == [])
        let again = try #require(asked(21_000).first)
        tour.driver.reply(again, .failure(OutboundFailure("no connection")), at: 21_000)
        #expect(asked(40_999) == [])
        let last = try #require(asked(41_000).first)
        tour.driver.reply(last, RouteReaderTests.answer, at: 41_000)
        #expect(asked(41_000).count == 1)
        #expect(tour.driver.agent.port.remarks.count == 1)
    }

    @Test func `a stop without a road stops nothing else`() throws {
        var tour = try tour([13, 13.01, 13.02], at: nil)
        let questions = tour.driver.questions()
        tour.driver.reply(questions[0], #"{"code":"NoSegment"}"#, status: 400)
        tour.driver.reply(questions[1], RouteReaderTests.answer)
        let ways = legs(&tour).map { $0.contains(#""via":"router""#) }
        #expect(ways.sorted { !$0 && $1 } == [false, true])
        #expect(tour.driver.agent.port.remarks == [])
    }

    @Test func `who asks for a way waits for the router, or gets straight lines where it fails`() throws {
        let tour = try ItineraryTour { $0.routing.router = RouteReaderTests.town }
        let request =
            #"{"stops":[{"latitude":52,"longitude":13},{"latitude":52,"longitude":13.01}],"profile":"foot"}"#
        tour.driver.ask("route", request)
        tour.finishWork()
        #expect(tour.driver.answers == [])
        let question = try #require(tour.driver.questions().first)
        #expect(question.request.url.contains("/foot/"))
        tour.driver.reply(question, RouteReaderTests.answer)
        #expect(
            tour.driver.answers.last?.contains(#""via":"router","summary":"Main Street","heading":"A to B""#)
                == true
        )
        tour.driver.ask("route", request)
        #expect(tour.driver.answers.count == 2)
        tour.driver.ask("route", request.replacing("foot", with: "bike"))
        tour.finishWork()
        tour.driver.reply(try #require(tour.driver.questions().first), .failure(OutboundFailure("down")))
        #expect(tour.driver.answers.last?.contains(#""via":"straight","problem":"down","heading""#) == true)
    }

    @Test func `a time of arrival follows the way, and a new one where the device has left it`() throws {
        var tour = try tour(at: 13)
        for question in tour.driver.questions() { tour.driver.reply(question, RouteReaderTests.answer) }
        tour.finishWork()
        // It is at A since 61 s, the leg takes 1,000 s.
        #expect(
            tour.last(Self.eta)?.contains(
                #""stop":"B","eta":"2025-10-09T09:11:01.000Z","distance":900,"duration":1001,"via":"router","onRoute":true"#
            ) == true
        )
        tour.go(13.005)
        tour.finishWork()
        #expect(
            tour.last(Self.eta)?.contains(#""distance":450,"duration":800,"via":"router","onRoute":true"#)
                == true
        )
        #expect(tour.driver.questions() == [])
        func off() { tour.finishWork() }
        tour.goNorth(52.01)
        off()
        #expect(tour.driver.questions() == [])
        tour.goNorth(52.01)
        off()
        let question = try #require(tour.driver.questions().first)
        #expect(question.request.url.contains("13.005,52.01;13.01,52?"))
        #expect(tour.last(Self.eta)?.contains(#""via":"straight","onRoute":false"#) == true)
        tour.driver.reply(question, RouteReaderTests.answer)
        tour.finishWork()
        #expect(tour.last(Self.eta)?.contains(#""via":"router","onRoute":true"#) == true)
    }

    @Test func `no event follows from what a router says`() throws {
        var (routed, plain) = (try tour(), try ItineraryTour())
        plain.go(12.99)
        plain.ask("itinerary/set", ItineraryTour.itinerary(at: [13, 13.01]))
        for question in routed.driver.questions() { routed.driver.reply(question, RouteReaderTests.answer) }
        routed.go(13, 13.005, 13.01)
        plain.go(13, 13.005, 13.01)
        #expect(routed.driver.agent.port.journal.bytes == plain.driver.agent.port.journal.bytes)
        let events = routed.driver.news.filter { $0.hasPrefix("geofence/event") }
        #expect(events.count == 3 && events == plain.driver.news.filter { $0.hasPrefix("geofence/event") })
    }

    @Test func `an answer has those devices looked at again that it concerns`() throws {
        var tour = try tour()
        for number in 0..<3 {
            tour.go(12.9 - Double(number) / 10, device: "bus\(number)")
            tour.ask(
                "itinerary/set",
                ItineraryTour.itinerary("b\(number)", device: "bus\(number)", at: [14 + Double(number)])
            )
        }
        tour.finishWork()
        let question = try #require(
            tour.driver.questions().first { !$0.request.url.contains("13,52;13.01,52") }
        )
        tour.driver.reply(question, RouteReaderTests.answer)
        let looked = try #require(tour.driver.agent.outputs.of(ItineraryOutput.self)).arrivals.devices
        #expect(looked.count == 1, "\(looked)")
    }

    @Test func `the legs of many itineraries are looked for in slices`() throws {
        var tour = try tour(at: nil)
        let places = (0..<100).map { 13 + Double($0) / 100 }
        for number in 0..<30 {
            tour.ask("itinerary/set", ItineraryTour.itinerary("i\(number)", device: nil, at: places))
        }
        func left() -> Int { tour.driver.agent.outputs.of(ItineraryOutput.self)?.unasked.count ?? 0 }
        #expect(left() == 30)
        tour.driver.agent.workOnce(at: AgentDriver.at(tour.now))
        #expect(left() == 20)
        tour.finishWork()
        #expect(left() == 0)
    }

    @Test func `a leg that many itineraries have is published of them in slices`() throws {
        var tour = try tour(at: nil)
        for number in 0..<70 {
            tour.ask("itinerary/set", ItineraryTour.itinerary("i\(number)", device: nil, at: [14, 14.01]))
        }
        for question in tour.driver.questions() { tour.driver.reply(question, RouteReaderTests.answer) }
        tour.finishWork()
        let question = try #require(tour.driver.questions().first)
        tour.driver.didCommit()
        tour.driver.reply(question, RouteReaderTests.answer)
        #expect(tour.driver.news == [])
        tour.driver.agent.workOnce(at: AgentDriver.at(tour.now))
        #expect(tour.driver.news.count == 50)
        tour.finishWork()
        #expect(tour.driver.news.count == 70)
    }
}
