import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Itineraries of the configuration.
@Suite struct ItineraryConfigurationTests {
    private func read(_ text: String) throws -> [Itinerary] {
        let folder = try ConfigurationFolder()
        return try folder.load(
            #"{"mqtt":{"host":"h"},"sources":[{"topic":"a/{device}"}],"itineraries":[\#(text)]}"#
        ).itineraries
    }

    private func tour(_ text: String) throws -> ItineraryTour {
        let itineraries = try read(text)
        return try ItineraryTour { $0.itineraries = itineraries }
    }

    @Test func `all keys are read`() throws {
        let text =
            #"{"id":"t","name":"T","device":"van","radius":5,"repeat":true,"stops":[{"name":"A","latitude":1,"longitude":2,"radius":0,"stay":3,"by":"2026-11-24T10:00:00Z"}]}"#
        let itinerary = try #require(try read(text).first)
        #expect(JSONValue.members(itinerary.members).text == text.replacing("00:00Z", with: "00:00.000Z"))
    }

    @Test func `ids are their own, and no fence's`() throws {
        let folder = try ConfigurationFolder()
        let stop = #""stops":[{"latitude":1,"longitude":2}]"#
        let errors = folder.errors(
            #"{"mqtt":{"host":"h"},"sources":[{"topic":"a/{device}"}],"fences":[{"id":"u-A","wifi":["x"]}],"itineraries":[{"id":"t",\#(stop)},{"id":"t",\#(stop)},{"id":"u","device":"v",\#(stop)}]}"#
        )
        #expect(
            ConfigurationFolder.withoutPlaces(errors) == [
                "itineraries[1].id: \"t\" is the id of itineraries[0] too; give each itinerary its own",
                "itineraries[2].id: the fence of its stop A would be \"u-A\", which is a fence, or a group, already; choose another id",
            ]
        )
    }

    @Test func `it works as one that was set, and can't be removed by a request`() throws {
        var tour = try tour(ItineraryTour.itinerary())
        tour.go(12.99, 13, 13.005)
        #expect(try tour.stops() == "active: A done, B next, C pending")
        #expect(
            tour.driver.refusal("itinerary/remove", #"{"id":"t"}"#)
                == "\"t\" stands in the configuration file; remove it there and let the agent read the file again (SIGHUP)"
        )
        tour.ask("itinerary/clear", "{}")
        #expect(try tour.stops() == "active: A next, B pending, C pending")
    }

    @Test func `one that stays as it is goes on, others begin anew or go`() throws {
        var tour = try tour(
            [ItineraryTour.itinerary(), ItineraryTour.itinerary("u", at: [13])].joined(separator: ",")
        )
        tour.go(12.99, 13, 13.005)
        tour.driver.didCommit()
        let same = try read(ItineraryTour.itinerary())
        tour.driver.agent.change({ $0.itineraries = same }, at: AgentDriver.at(tour.now))
        #expect(try tour.stops() == "active: A done, B next, C pending")
        #expect(try tour.stops("u") == "none")
        #expect(tour.last("geofence/itinerary/u") == "")
        #expect(tour.driver.agent.hasConfiguredFences == true)
        let other = try read(ItineraryTour.itinerary(at: [13.005]))
        tour.driver.agent.change({ $0.itineraries = other }, at: AgentDriver.at(tour.now))
        #expect(try tour.stops() == "active: A inside")
        #expect(tour.driver.agent.tracker.engine.fenceCount == 1)
    }

    @Test func `one that was set stands in its place until it is removed`() throws {
        var tour = try tour(ItineraryTour.itinerary())
        tour.ask("itinerary/set", ItineraryTour.itinerary(at: [13]))
        #expect(try tour.stops() == "active: A next")
        tour.driver.agent.change({ _ in }, at: AgentDriver.at(tour.now))
        #expect(try tour.stops() == "active: A next")
        tour.ask("itinerary/remove", #"{"id":"t"}"#)
        #expect(try tour.stops() == "active: A next, B pending, C pending")
        #expect(tour.driver.agent.tracker.engine.fenceCount == 3)
    }

    @Test(arguments: [
        #"{"id":"t-B","latitude":52,"longitude":15,"radius":50}"#,
        #"{"id":"x","latitude":52,"longitude":15,"radius":50,"groups":["t-B"]}"#,
    ])
    func `one whose stop would have the id of a fence set at run time is left out, and the log says so`(
        _ fence: String
    ) throws {
        var tour = try tour("")
        tour.ask("fence/set", fence)
        let before = tour.driver.agent.runtimeFences
        tour.driver.agent.port.didWriteRemarks()
        let itineraries = try read(
            [ItineraryTour.itinerary(), ItineraryTour.itinerary("u", at: [13])].joined(separator: ",")
        )
        tour.driver.agent.change({ $0.itineraries = itineraries }, at: AgentDriver.at(tour.now))
        #expect(try tour.stops() == "none")
        #expect(try tour.stops("u") == "active: A next")
        for (id, fence) in before { #expect(tour.driver.agent.runtimeFences[id] == fence) }
        #expect(
            tour.driver.agent.port.remarks.map(\.text) == [
                "the itinerary \"t\" of the configuration is left out: the fence of its stop B would be \"t-B\", which was set at run time as a fence, or a group; choose another id, or remove that one and let the configuration be read again"
            ]
        )
        #expect(tour.driver.agent.hasConfiguredFences == true)
        tour.ask("fence/clear", #"{"type":"all"}"#)
        #expect(tour.driver.agent.hasConfiguredFences == false)
        tour.driver.agent.change({ _ in }, at: AgentDriver.at(tour.now))
        #expect(try tour.stops() == "planned: A next, B pending, C pending")
        #expect(tour.driver.agent.runtimeFences.count == 4)
    }

    @Test func `it comes back in the place of a removed one only where its fences have room`() throws {
        var tour = try tour(ItineraryTour.itinerary())
        tour.ask("itinerary/set", ItineraryTour.itinerary(device: nil))
        tour.ask("fence/set", #"{"id":"t-B","latitude":52,"longitude":15,"radius":50}"#)
        let fences = tour.driver.agent.runtimeFences
        tour.ask("itinerary/remove", #"{"id":"t"}"#)
        #expect(try tour.stops() == "none")
        #expect(tour.driver.agent.runtimeFences == fences)
    }
}
