import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// The fences around stops, for their device alone.
@Suite struct ItineraryFenceTests {
    private func fences(_ tour: ItineraryTour) -> [String] {
        tour.driver.agent.tracker.engine.allFences.map(\.id.description)
    }

    @Test func `enters and exits come as of any fence, of the device alone`() throws {
        var tour = try ItineraryTour()
        tour.go(12.99)
        tour.go(12.99, device: "other")
        tour.ask("itinerary/set", ItineraryTour.itinerary())
        tour.go(13, 13.005)
        tour.go(13, 13.005, device: "other")
        let events = tour.driver.events.filter { $0.contains("/t-") }
        #expect(events == ["van/t-A enter 1", "van/t-A exit 2"])
        #expect(tour.ask("fence/get", #"{"id":"t-A"}"#).contains(#""type":"stop""#))
    }

    @Test func `they go with the itinerary`() throws {
        var tour = try ItineraryTour()
        tour.ask("itinerary/set", ItineraryTour.itinerary())
        tour.ask("itinerary/set", ItineraryTour.itinerary("u", at: [13]))
        #expect(fences(tour) == ["t-A", "t-B", "t-C", "u-A"])
        tour.ask("fence/clear", #"{"type":"all"}"#)
        tour.ask("itinerary/set", ItineraryTour.itinerary(at: [13, 13.01]))
        #expect(fences(tour) == ["t-A", "t-B", "u-A"])
        tour.ask("itinerary/remove", #"{"id":"u"}"#)
        #expect(fences(tour) == ["t-A", "t-B"])
        #expect(tour.ask("itinerary/clear", "{}") == #"{"status":"ok","data":{"count":1,"removed":["t"]}}"#)
        #expect(fences(tour) == [])
        #expect(tour.last("geofence/itinerary/t") == "")
    }

    @Test func `a device that is forgotten takes along what was set for it`() throws {
        var tour = try ItineraryTour { settings in
            guard let id = try? Identifier("file"), let place = try? Coordinate(latitude: 52, longitude: 13)
            else { return }
            settings.itineraries = [
                Itinerary(id: id, device: try? Identifier("van"), stops: [Stop(place: place)])
            ]
        }
        tour.ask("itinerary/set", ItineraryTour.itinerary())
        tour.ask("itinerary/set", ItineraryTour.itinerary("other", device: "bus", at: [13]))
        tour.go(13)
        #expect(try tour.stops("file") == "active: A inside")
        tour.finishWork()
        tour.ask("device/forget", #"{"device":"van"}"#)
        #expect(fences(tour) == ["file-A", "other-A"])
        #expect(try tour.stops("file") == "active: A next")
        #expect(try tour.stops() == "none")
        #expect(tour.last("geofence/eta/van") == "" || tour.last("geofence/eta/van") == nil)
    }

    @Test func `statuses of others stay as they are, however many stops there are`() throws {
        var tour = try ItineraryTour { settings in
            settings.fences = (try? [AgentDriver.depot("far", longitude: 14)]) ?? []
            settings.reportAllUpTo = 1
        }
        tour.go(12.99, device: "other")
        tour.driver.didCommit()
        tour.ask("itinerary/set", ItineraryTour.itinerary())
        #expect(tour.driver.news.filter { $0.contains("/other/") } == [])
    }

    @Test func `a fence of the configuration that needs the id of a stop's has it`() throws {
        var tour = try ItineraryTour()
        tour.ask("itinerary/set", ItineraryTour.itinerary())
        let depot = try AgentDriver.depot("t-B", longitude: 15)
        tour.driver.agent.change({ $0.fences = [depot] }, at: AgentDriver.at(tour.now))
        #expect(tour.driver.agent.tracker.engine.fence(depot.id) == depot)
        #expect(fences(tour) == ["t-A", "t-B", "t-C"])
        #expect(tour.driver.agent.hasConfiguredFences == true)
    }
}
