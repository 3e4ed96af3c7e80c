import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct ItineraryRequestTests {
    private static let two = ItineraryTour.itinerary(at: [13, 13.01])

    @Test func `an itinerary that is set is told with what becomes of it, and its legs`() throws {
        var tour = try ItineraryTour()
        let answer = tour.ask("itinerary/set", Self.two)
        #expect(
            answer
                == #"{"status":"ok","data":{"id":"t","device":"van","radius":100,"repeat":false,"stops":[{"latitude":52,"longitude":13},{"latitude":52,"longitude":13.01}],"type":"custom","revision":"551035f9e72a4e9c","progress":{"device":"van","state":"active","next":"A","stops":[{"label":"A","status":"next"},{"label":"B","status":"pending"}],"distance":686.8,"duration":49.4,"text":"0d 0h 1m","via":"straight"},"legs":[{"from":"A","to":"B","distance":686.8,"duration":49.4,"text":"0d 0h 1m","via":"straight"}]}}"#
        )
        #expect(tour.ask("itinerary/get", #"{"id":"t"}"#) == answer)
        #expect(tour.ask("itinerary/get", #"{"itinerary":"t"}"#) == answer)
        #expect(tour.ask("itinerary/set", #"{"itinerary":\#(Self.two)}"#) == answer)
    }

    @Test func `they are listed by id, a page at a time`() throws {
        var tour = try ItineraryTour()
        for id in ["b", "a", "c"] {
            tour.ask("itinerary/set", ItineraryTour.itinerary(id, device: id == "c" ? nil : "van", at: [13]))
        }
        func ids(_ answer: String) -> [String] {
            answer.split(separator: #"{"id":""#).dropFirst().map { String($0.prefix(1)) }
        }
        #expect(ids(tour.ask("itinerary/list", "{}")) == ["a", "b", "c"])
        #expect(ids(tour.ask("itinerary/list", #"{"limit":1,"after":"a"}"#)) == ["b"])
        #expect(ids(tour.ask("itinerary/list", #"{"device":"van"}"#)) == ["a", "b"])
    }

    @Test func `directions are of all legs, or of one`() throws {
        var tour = try ItineraryTour()
        tour.ask("itinerary/set", ItineraryTour.itinerary())
        let leg =
            #"{"from":"B","to":"C","distance":686.8,"duration":49.4,"text":"0d 0h 1m","via":"straight","heading":"B to C","line":[[13.01,52],[13.02,52]],"steps":[]}"#
        let all = tour.ask("itinerary/directions", #"{"id":"t"}"#)
        #expect(all.contains(leg) && all.contains(#""heading":"A to B""#))
        #expect(
            tour.ask("itinerary/directions", #"{"id":"t","leg":"C"}"#)
                == #"{"status":"ok","data":{"id":"t","legs":[\#(leg)],"distance":1373.6,"duration":98.9,"text":"0d 0h 2m","via":"straight"}}"#
        )
        let route = tour.ask(
            "route",
            #"{"stops":[{"latitude":52,"longitude":13},{"latitude":52,"longitude":13.01,"stay":60},{"latitude":53,"longitude":14}]}"#
        )
        #expect(
            route.contains(#""distance":130693.6,"duration":9469.9,"text":"0d 2h 38m","via":"straight"}}"#),
            "\(route)"
        )
    }

    @Test(arguments: [
        (
            "itinerary/set", #"{"stops":[]}"#,
            "id: missing; give each itinerary an id of its own, such as \"tuesday\"; stops: must not be empty; name at least one stop"
        ),
        (
            "itinerary/set", #"{"id":"t","stops":[{"latitude":91,"longitude":0}]}"#,
            "stops[0].latitude: latitude 91.0 is not within -90…90 degrees"
        ),
        (
            "itinerary/set", #"{"id":"t","stops":[{"latitude":1}]}"#,
            "stops[0].longitude: missing; a stop needs latitude and longitude, in degrees"
        ),
        (
            "itinerary/set", #"{"id":"t","device":"v*","stops":[{"latitude":1,"longitude":1}]}"#,
            "device: must name one device; with * in it the name would stand for several"
        ),
        (
            "itinerary/set",
            #"{"id":"depot","device":"van","stops":[{"latitude":1,"longitude":1}],"stopps":1}"#,
            "stopps: unknown key, did you mean \"stops\"?"
        ),
        (
            "itinerary/set", #"{"id":"the","device":"van","stops":[{"latitude":1,"longitude":1}]}"#,
            "the fence of its stop A would be \"the-A\", which is a fence, or a group, already; choose another id"
        ),
        ("itinerary/get", #"{"id":"tt"}"#, "there is no itinerary \"tt\"; did you mean \"t2\"?"),
        ("itinerary/get", "{}", "\"id\" is missing; say which itinerary, such as \"id\": \"tuesday\""),
        (
            "itinerary/stop", #"{"itinerary":"t2","stop":"D","skip":true}"#,
            "there is no stop \"D\"; the stops of \"t2\" are A to C"
        ),
        (
            "itinerary/stop", #"{"itinerary":"t2","stop":"A"}"#,
            "say one of \"add\", \"move\", \"remove\" and \"skip\""
        ),
        ("itinerary/stop", #"{"itinerary":"t2","stop":"A","move":4}"#, "move: must be 1 to 3, not 4"),
        (
            "itinerary/stop", #"{"itinerary":"t2","stop":"A","move":{"latitude":100}}"#,
            "move.latitude: latitude 100.0 is not within -90…90 degrees"
        ),
        (
            "itinerary/directions", #"{"id":"t2","leg":"A"}"#,
            "no leg ends at \"A\"; name a stop behind the first"
        ),
        ("route", #"{"stops":[{"latitude":1,"longitude":1}]}"#, "stops: must be at least two"),
        (
            "fence/set", #"{"id":"t2-B","latitude":1,"longitude":1,"radius":5}"#,
            "\"t2-B\" is the stop B of the itinerary \"t2\"; change it by \"itinerary/stop\", or choose another id"
        ),
        (
            "fence/remove", #"{"id":"t2-B"}"#,
            "\"t2-B\" is the stop B of the itinerary \"t2\"; change it by \"itinerary/stop\", or choose another id"
        ),
    ])
    func `what can't be done is refused in words`(_ command: String, _ payload: String, _ problem: String)
        throws
    {
        var tour = try ItineraryTour()
        tour.ask("fence/set", #"{"id":"the-A","latitude":52,"longitude":14,"radius":100}"#)
        tour.ask("itinerary/set", ItineraryTour.itinerary("t2"))
        let fences = tour.driver.agent.tracker.engine.fenceCount
        #expect(tour.driver.refusal(command, payload) == problem)
        #expect(tour.driver.agent.tracker.engine.fenceCount == fences)
        #expect(tour.driver.agent.itineraries.ids.map(\.description) == ["t2"])
    }

    @Test func `there are no more than limits say`() throws {
        var tour = try ItineraryTour {
            $0.limits.maxStops = 2; $0.limits.itineraries = 1
        }
        #expect(
            tour.driver.refusal("itinerary/set", ItineraryTour.itinerary())
                == "stops: has 3 stops, and an itinerary may have 2 (limits.maxStops)"
        )
        tour.ask("itinerary/set", Self.two)
        tour.ask("itinerary/set", Self.two)
        #expect(
            tour.driver.refusal("itinerary/set", ItineraryTour.itinerary("u", at: [13]))
                == "there would be 2 itineraries set at run time, and limits.itineraries is 1; remove some first"
        )
        #expect(
            tour.driver.refusal("itinerary/stop", #"{"itinerary":"t","add":{"latitude":1,"longitude":1}}"#)
                == "an itinerary may have 2 stops (limits.maxStops); remove one first"
        )
    }

    @Test func `no stop is added whose fence would have too long an id`() throws {
        var tour = try ItineraryTour()
        let id = String(repeating: "i", count: Identifier.maximumBytes - 2)
        let stops = Array(repeating: 13.0, count: 26)
        tour.ask("itinerary/set", ItineraryTour.itinerary(id, device: nil, at: stops))
        #expect(
            tour.driver.refusal(
                "itinerary/stop",
                #"{"itinerary":"\#(id)","add":{"latitude":52,"longitude":13}}"#
            )
                == "\"\(id)\" is too long: with the label of a stop behind it, an id may have 128 bytes"
        )
    }

    @Test func `one that has changed meanwhile is not overwritten`() throws {
        var tour = try ItineraryTour()
        tour.ask("itinerary/set", Self.two)
        let other = ItineraryTour.itinerary(at: [13], rest: #","revision":"0000000000000000""#)
        let answer = tour.ask("itinerary/set", other)
        #expect(answer.contains(#""data":{"conflict":{"id":"t","#))
        let same = ItineraryTour.itinerary(at: [13], rest: #","revision":"551035f9e72a4e9c""#)
        #expect(tour.ask("itinerary/set", same).hasPrefix(#"{"status":"ok""#))
    }
}
