import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Requests that have a router asked how far it is.
@Suite struct TravelRequestTests {
    private static func driver(hasRouter: Bool = true) throws -> AgentDriver {
        let fences = try [("near", 13.0), ("far", 13.01), ("off", 13.02)].map { id, longitude in
            try AgentDriver.depot(id, longitude: longitude)
        }
        var setup = try AgentDriver.setup(fences: fences)
        if hasRouter { setup.routing.router = RouteReaderTests.town }
        var builder = PointTableBuilder(tags: [])
        for (number, id) in ["a", "b", "c"].enumerated() {
            let place = try Coordinate(latitude: 52 + 0.01 * Double(number), longitude: 13)
            try builder.add(ParsedPoint(id: id, name: nil, place: place))
        }
        setup.pois = PointsOfInterest(
            settings: PointSettings(),
            table: PointTable(builder, fingerprint: "3")
        )
        return AgentDriver(setup)
    }

    /// Durations and distances from one place, near the roads.
    private static func table(_ durations: String, _ distances: String, count: Int) -> String {
        let ends = Array(repeating: #"{"distance":1}"#, count: count).joined(separator: ",")
        return
            #"{"code":"Ok","durations":[[\#(durations)]],"distances":[[\#(distances)]],"sources":[{"distance":1}],"destinations":[\#(ends)]}"#
    }

    @Test func `the nearest fences come with their ways, the soonest first if wanted`() throws {
        let driver = try Self.driver()
        let place = #""latitude":52,"longitude":12.99"#
        driver.ask("query/nearest", #"{\#(place),"count":3,"travel":true,"sort":"duration"}"#)
        let question = try #require(driver.questions().first)
        #expect(
            question.request.url.contains(
                "/table/v1/driving/12.99,52;13,52;13.01,52;13.02,52?sources=0&destinations=1;2;3&"
            )
        )
        #expect(driver.answers == [])
        driver.reply(question, Self.table("90,60,null", "900,2000.12,null", count: 3))
        #expect(
            driver.answers == [
                #"{"status":"ok","data":{"fences":[{"id":"far","distance":1223.6,"travel":{"distance":2000.1,"duration":60,"via":"router"}},{"id":"near","distance":536.8,"travel":{"distance":900,"duration":90,"via":"router"}},{"id":"off","distance":1910.3}]}}"#
            ]
        )
    }

    @Test func `points near a place are named, with their ways if wanted`() throws {
        let driver = try Self.driver()
        let place = #""latitude":52,"longitude":13"#
        #expect(
            driver.ask("query/pois", #"{\#(place),"count":2}"#)
                == #"{"status":"ok","data":{"pois":[{"id":"a","distance":0,"bearing":0},{"id":"b","distance":1112.7,"bearing":0}]}}"#
        )
        #expect(driver.ask("query/pois", #"{\#(place),"count":3,"within":10}"#).contains("\"b\"") == false)
        driver.ask("query/pois", #"{\#(place),"count":2,"travel":true,"profile":"foot"}"#)
        let question = try #require(driver.questions().first)
        #expect(question.request.url.contains("/table/v1/foot/"))
        driver.reply(question, Self.table("0,70", "0,1500", count: 2))
        #expect(
            driver.answers.last?.contains(
                #"{"id":"b","distance":1112.7,"bearing":0,"travel":{"distance":1500,"duration":70,"via":"router"}}"#
            ) == true
        )
    }

    @Test func `where the router fails the list comes without ways, and says why`() throws {
        let driver = try Self.driver()
        driver.ask("query/nearest", #"{"latitude":52,"longitude":13,"travel":true}"#)
        driver.reply(try #require(driver.questions().first), .failure(OutboundFailure("down")))
        #expect(
            driver.answers == [
                #"{"status":"ok","data":{"fences":[{"id":"near","distance":-150}],"problem":"down"}}"#
            ]
        )
    }

    @Test func `a table has metres and seconds from each to each`() throws {
        let driver = try Self.driver()
        let place = #"[{"latitude":52,"longitude":13}]"#
        let two = #"[{"latitude":52,"longitude":13},{"latitude":52,"longitude":14}]"#
        let request = #"{"from":\#(place),"to":\#(two),"profile":"bike"}"#
        driver.ask("route/matrix", request)
        let question = try #require(driver.questions().first)
        driver.reply(question, Self.table("1.26,null", "2,null", count: 2))
        driver.ask("route/matrix", request)
        driver.reply(try #require(driver.questions().first), #"{"code":"NoTable"}"#, status: 400)
        #expect(
            driver.answers == [
                #"{"status":"ok","data":{"distances":[[2,null]],"durations":[[1.3,null]],"via":"router"}}"#,
                #"{"status":"error","error":"http://router:5000 answers with status 400: NoTable"}"#,
            ]
        )
    }

    @Test func `says what can't be asked`() throws {
        let driver = try Self.driver()
        let place = #"{"latitude":52,"longitude":13}"#
        #expect(
            driver.refusal("query/nearest", #"{"latitude":52,"longitude":13,"sort":"duration"}"#)
                == #""sort" by "duration" needs "travel": true"#
        )
        #expect(
            driver.refusal("route/matrix", #"{"from":[\#(place)]}"#)?.hasPrefix(#""to" is missing"#) == true
        )
        let many = Array(repeating: place, count: 101).joined(separator: ",")
        #expect(
            driver.refusal("route/matrix", #"{"from":[\#(place)],"to":[\#(many)]}"#)
                == "to: has 101 places; 1 to 100 are taken"
        )
        #expect(
            driver.refusal("query/pois", #"{"latitude":52,"longitude":13,"count":101}"#)
                == "count: must be 1 to 100, not 101"
        )
        let plain = try Self.driver(hasRouter: false)
        for request in ["query/nearest", "query/pois"] {
            #expect(
                plain.refusal(request, #"{"latitude":52,"longitude":13,"travel":true}"#)
                    == #"no router knows ways; name one in "routing" in the configuration of the agent"#
            )
        }
        #expect(plain.refusal("route/matrix", #"{"from":[\#(place)],"to":[\#(place)]}"#) != nil)
    }

    @Test func `what needs no router is answered, however many wait for one`() throws {
        let driver = try Self.driver()
        for _ in 0..<400 { driver.ask("query/nearest", #"{"latitude":52,"longitude":13,"travel":true}"#) }
        #expect(driver.questions().count == MatrixQuery.mostRequested)
        for _ in 0..<400 {
            let stops = #"{"latitude":52,"longitude":13},{"latitude":52,"longitude":14}"#
            driver.ask("route", #"{"stops":[\#(stops)]}"#)
        }
        #expect(driver.agent.lateAnswers.count == LateAnswers.most)
        #expect(
            driver.ask("query/nearest", #"{"latitude":52,"longitude":13}"#).hasPrefix(#"{"status":"ok""#)
        )
    }

    @Test func `those who ask for many tables leave room for all else, and its turn`() throws {
        let driver = try Self.driver()
        let place = #"[{"latitude":52,"longitude":13}]"#
        for _ in 0..<MatrixQuery.mostRequested {
            driver.ask("route/matrix", #"{"from":\#(place),"to":\#(place)}"#)
        }
        #expect(
            driver.refusal("route/matrix", #"{"from":\#(place),"to":\#(place)}"#)
                == "the router has very much to find; ask again in a while"
        )
        #expect(driver.agent.port.outbound.hasRoom(for: 16) == true)
        let lanes = Set(driver.questions().map(\.request.lane.name))
        #expect(lanes == [MatrixQuery.Purpose.request.lane.name])
        #expect(!lanes.contains(MatrixQuery.Purpose.nearby.lane.name))
    }
}
