import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What becomes of stops, by where the device goes.
@Suite struct ItineraryProgressTests {
    private func tour(_ itinerary: String = ItineraryTour.itinerary(), at place: Double? = 12.99) throws
        -> ItineraryTour
    {
        var tour = try ItineraryTour()
        if let place { tour.go(place) }
        let answer = tour.ask("itinerary/set", itinerary)
        #expect(answer.hasPrefix(#"{"status":"ok""#), "\(answer)")
        return tour
    }

    @Test func `stops are done in their order, with the exit after an enter`() throws {
        var tour = try tour()
        #expect(try tour.stops() == "active: A next, B pending, C pending")
        tour.go(13)
        #expect(try tour.stops() == "active: A inside, B next, C pending")
        tour.go(13.005)
        #expect(try tour.stops() == "active: A done, B next, C pending")
        tour.go(13.01, 13.015, 13.02)
        #expect(try tour.stops() == "active: A done, B done, C inside")
        tour.go(13.03)
        #expect(try tour.stops() == "done: A done, B done, C done")
    }

    @Test func `entering a later stop skips those between`() throws {
        var tour = try tour()
        tour.go(13.02)
        #expect(try tour.stops() == "active: A skipped, B skipped, C inside")
    }

    @Test func `entering the next stop ends the one before, where their fences overlap`() throws {
        var tour = try tour(ItineraryTour.itinerary(radius: 400))
        tour.go(13, 13.005)
        #expect(try tour.stops() == "active: A done, B inside, C next")
    }

    @Test func `a round that ends where it begins goes by all stops`() throws {
        var tour = try tour(ItineraryTour.itinerary(at: [13, 13.01, 13]))
        tour.go(13)
        #expect(try tour.stops() == "active: A inside, B next, C pending")
        tour.go(13.005, 13.01, 13.005, 13)
        #expect(try tour.stops() == "active: A done, B done, C inside")
    }

    @Test func `a stop where the device is to begin with counts as entered`() throws {
        #expect(try tour(at: 13).stops() == "active: A inside, B next, C pending")
        #expect(try tour(at: 13.01).stops() == "active: A skipped, B inside, C next")
    }

    @Test(arguments: [(13, "A inside, B next, C pending"), (13.01, "A skipped, B inside, C next")])
    func `so does one where it is with its first position`(_ place: Double, _ stops: String) throws {
        var tour = try tour(at: nil)
        tour.go(place)
        #expect(try tour.stops() == "active: \(stops)")
    }

    @Test func `a stop is skipped by hand, and one without a fence is ended by that alone`() throws {
        var tour = try tour(ItineraryTour.itinerary(radius: 0))
        tour.go(13, 13.01)
        #expect(try tour.stops() == "active: A next, B pending, C pending")
        tour.ask("itinerary/stop", #"{"itinerary":"t","stop":"B","skip":true}"#)
        tour.ask("itinerary/stop", #"{"itinerary":"t","stop":"A","skip":true}"#)
        #expect(try tour.stops() == "active: A skipped, B skipped, C next")
        tour.ask("itinerary/stop", #"{"itinerary":"t","stop":"C","skip":true}"#)
        #expect(try tour.stops() == "done: A skipped, B skipped, C skipped")
    }

    @Test func `with repeat it begins anew`() throws {
        var tour = try tour(ItineraryTour.itinerary(at: [13, 13.01], rest: #","repeat":true"#))
        tour.go(13, 13.005, 13.01, 13.015)
        #expect(try tour.stops() == "active: A next, B pending")
        tour.go(13)
        #expect(try tour.stops() == "active: A inside, B next")
    }

    @Test func `a device is on one at a time, in the order in which they came`() throws {
        var tour = try tour(ItineraryTour.itinerary(at: [13]))
        tour.ask("itinerary/set", ItineraryTour.itinerary("u", at: [13.01]))
        #expect(try tour.stops("u") == "planned: A next")
        tour.go(13.01, 13.03)
        #expect(try tour.stops("u") == "planned: A next")
        tour.go(13, 13.01)
        #expect(try tour.stops() == "done: A done")
        #expect(try tour.stops("u") == "active: A inside")
    }

    @Test func `the next one begins where the first is removed`() throws {
        var tour = try tour(ItineraryTour.itinerary(at: [13]))
        tour.ask("itinerary/set", ItineraryTour.itinerary("u", at: [12.99]))
        tour.ask("itinerary/remove", #"{"id":"t"}"#)
        #expect(try tour.stops("u") == "active: A inside")
    }

    @Test func `without a device it is a plan`() throws {
        var tour = try tour(ItineraryTour.itinerary(device: nil))
        tour.go(13)
        #expect(try tour.stops() == "planned: A next, B pending, C pending")
        #expect(tour.driver.agent.tracker.engine.fenceCount == 0)
    }

    @Test func `a stop that is added, moved or removed leaves what is done`() throws {
        var tour = try tour()
        tour.go(13, 13.005)
        tour.ask("itinerary/stop", #"{"itinerary":"t","stop":"B","add":{"latitude":52,"longitude":13.03}}"#)
        #expect(try tour.stops() == "active: A done, B next, C pending, D pending")
        tour.ask("itinerary/stop", #"{"itinerary":"t","stop":"B","move":"D"}"#)
        tour.go(13.01)
        #expect(try tour.stops() == "active: A done, B inside, C next, D pending")
        tour.ask("itinerary/stop", #"{"itinerary":"t","stop":"B","remove":true}"#)
        #expect(try tour.stops() == "active: A done, B next, C pending")
        tour.ask("itinerary/stop", #"{"itinerary":"t","stop":"B","move":{"longitude":13.01}}"#)
        #expect(try tour.stops() == "active: A done, B inside, C next")
    }

    @Test func `stops that are done stay so where they change places, and not behind the others`() throws {
        var tour = try tour()
        tour.go(13, 13.005, 13.01, 13.015)
        tour.ask("itinerary/stop", #"{"itinerary":"t","stop":"A","move":2}"#)
        #expect(try tour.stops() == "active: A done, B done, C next")
        tour.ask("itinerary/stop", #"{"itinerary":"t","stop":"A","move":"C"}"#)
        #expect(try tour.stops() == "active: A done, B next, C pending")
        tour.ask("itinerary/stop", #"{"itinerary":"t","stop":"C","move":1}"#)
        #expect(try tour.stops() == "active: A skipped, B done, C next")
    }

    @Test func `where a stop behind is removed the device stays at the one where it is`() throws {
        var tour = try tour()
        let id = try Identifier("t")
        tour.go(13, 13.005, 13.01, 13.015, 13.02)
        let before = tour.driver.agent.itineraries[id]?.progress.visits[2].arrived
        tour.ask("itinerary/stop", #"{"itinerary":"t","stop":"B","remove":true}"#)
        #expect(try tour.stops() == "active: A done, B inside")
        let arrived = tour.driver.agent.itineraries[id]?.progress.visits[1].arrived
        #expect(arrived != nil && arrived == before)
    }

    @Test func `one that was done and has a stop more waits for the one that the device is on`() throws {
        var tour = try tour(ItineraryTour.itinerary(at: [13]))
        tour.go(13, 13.005)
        tour.ask("itinerary/set", ItineraryTour.itinerary("u", at: [13.02]))
        tour.ask("itinerary/stop", #"{"itinerary":"t","add":{"latitude":52,"longitude":13.03}}"#)
        #expect(try tour.stops() == "planned: A done, B next")
        #expect(try tour.stops("u") == "active: A next")
        tour.go(13.02, 13.025)
        #expect(try tour.stops() == "active: A done, B next")
        #expect(try tour.stops("u") == "done: A done")
    }

    @Test func `a stop that was skipped in a plan stays so when it begins`() throws {
        var tour = try tour(ItineraryTour.itinerary(at: [13]))
        tour.ask("itinerary/set", ItineraryTour.itinerary("u", at: [13.01, 13.02]))
        tour.ask("itinerary/stop", #"{"itinerary":"u","stop":"A","skip":true}"#)
        tour.ask("itinerary/remove", #"{"id":"t"}"#)
        #expect(try tour.stops("u") == "active: A skipped, B next")
    }

    @Test(arguments: [(13.02, "A skipped, B skipped, C inside"), (13, "A skipped, B next, C pending")])
    func `with a stop skipped in a plan the device counts as entered at a later one where it is`(
        _ place: Double,
        _ stops: String
    ) throws {
        var tour = try tour(ItineraryTour.itinerary(at: [13.05]), at: place)
        tour.ask("itinerary/set", ItineraryTour.itinerary("u"))
        tour.ask("itinerary/stop", #"{"itinerary":"u","stop":"A","skip":true}"#)
        tour.ask("itinerary/remove", #"{"id":"t"}"#)
        #expect(try tour.stops("u") == "active: \(stops)")
    }

    @Test func `a late visit of a stop ahead passes over those before it`() {
        func moment(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }
        var progress = ItineraryProgress(stops: 4)
        progress.enter(0, at: moment(1000))
        progress.leave(0, at: moment(2000))
        progress.enteredLate(3, at: moment(500))
        progress.leftLate(3, at: moment(600))
        #expect(progress.position == 1)
        progress.enteredLate(2, at: moment(3000))
        progress.leftLate(2, at: moment(4000))
        let states = (0..<4).map { progress.status($0).rawValue }
        #expect(states == ["done", "skipped", "done", "next"])
    }

    @Test(arguments: [
        ([12.99, 13, 13.005], "A done, B next, C pending"),
        ([12.99, 13, 13.01], "A done, B inside, C next"),
        ([12.99, 13.02, 13.03], "A skipped, B skipped, C done"),
    ])
    func `a restart goes on where the process before it was`(_ places: [Double], _ stops: String) throws {
        for isCheckpoint in [false, true] {
            var tour = try ItineraryTour()
            var store = MemoryStore()
            store.commit(&tour.driver.agent, checkpoint: true)
            tour.ask("itinerary/set", ItineraryTour.itinerary())
            store.commit(&tour.driver.agent, checkpoint: isCheckpoint)
            for place in places { tour.go(place) }
            store.commit(&tour.driver.agent)
            let next = try tour.driver.restarted(store)
            #expect(next.agent.itineraries.bytes == tour.driver.agent.itineraries.bytes)
            let state = stops.contains("C done") ? "done" : "active"
            #expect(try tour.stops() == "\(state): \(stops)")
        }
    }
}
