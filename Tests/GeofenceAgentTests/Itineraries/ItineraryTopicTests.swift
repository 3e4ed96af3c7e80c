import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What is published of itineraries, and of when devices will be there.
@Suite struct ItineraryTopicTests {
    private static let topic = "geofence/itinerary/t"
    private static let eta = "geofence/eta/van"

    private func tour() throws -> ItineraryTour {
        var tour = try ItineraryTour()
        tour.go(12.99)
        let by = Timestamp(milliseconds: AgentDriver.beginning + 100_000).iso8601
        tour.ask(
            "itinerary/set",
            #"{"id":"t","device":"van","radius":100,"stops":[{"latitude":52,"longitude":13,"stay":600},{"name":"End","latitude":52,"longitude":13.01,"by":"\#(by)"}]}"#
        )
        tour.finishWork()
        return tour
    }

    @Test func `says when the device will be at its stops`() throws {
        let tour = try tour()
        #expect(
            tour.last(Self.eta)
                == #"{"itinerary":"t","stop":"A","eta":"2025-10-09T08:55:09.448Z","distance":686.8,"duration":49.4,"via":"straight","onRoute":true,"time":"2025-10-09T08:54:20.000Z"}"#
        )
        let text = try #require(tour.last(Self.topic))
        #expect(text.contains(#"{"label":"A","status":"next","eta":"2025-10-09T08:55:09.448Z"}"#))
        #expect(
            text.contains(
                #"{"label":"B","name":"End","status":"pending","eta":"2025-10-09T09:05:58.896Z","late":658}"#
            )
        )
    }

    @Test func `says it again with another stop, and no more when all are done`() throws {
        var tour = try tour()
        tour.driver.didCommit()
        tour.go(13)
        tour.finishWork()
        #expect(
            tour.last(Self.eta)?.hasPrefix(
                #"{"itinerary":"t","stop":"B","name":"End","eta":"2025-10-09T09:06:10.448Z""#
            ) == true
        )
        tour.go(13.005, 13.01)
        tour.finishWork()
        #expect(tour.last(Self.eta) == "")
        #expect(tour.last(Self.topic)?.contains(#""state":"active","stops""#) == true)
    }

    @Test func `says the same again only after a while`() throws {
        let tour = try tour()
        tour.driver.didCommit()
        tour.driver.take(
            "fleet/van/location",
            #"{"lat":52,"lon":12.991,"tst":\#(AgentDriver.beginning + 62_000)}"#,
            at: 62_000
        )
        tour.driver.agent.finishWork(at: AgentDriver.at(62_000))
        #expect(tour.last(Self.eta) == nil)
        tour.driver.agent.finishWork(at: AgentDriver.at(130_000))
        #expect(tour.last(Self.eta)?.contains("08:55:08") == false)
        #expect(tour.last(Self.eta) != nil)
    }

    @Test func `the topic goes with what ends the way, so that no restart leaves it behind`() throws {
        let tour = try tour()
        var store = MemoryStore()
        store.commit(&tour.driver.agent, checkpoint: true)
        var next = ItineraryTour(of: try tour.driver.restarted(store), at: tour.now)
        // No work is done meanwhile, neither before the start nor after it.
        next.go(13, 13.005, 13.01)
        #expect(next.last(Self.eta) == "")
        store.commit(&next.driver.agent)
        let last = try next.driver.restarted(store)
        last.agent.finishWork(at: AgentDriver.at(next.now))
        #expect(last.told(on: Self.eta) == [])
    }

    @Test(arguments: ["itinerary/remove", "itinerary/clear"])
    func `so it does where the itinerary goes`(_ command: String) throws {
        var tour = try tour()
        tour.driver.didCommit()
        tour.ask(command, command.hasSuffix("clear") ? "{}" : #"{"id":"t"}"#)
        #expect(tour.last(Self.eta) == "")
    }

    @Test func `an old position is said to be old`() throws {
        let tour = try tour()
        tour.driver.didCommit()
        tour.driver.agent.finishWork(at: AgentDriver.at(tour.now + 700_000))
        #expect(tour.last(Self.eta)?.hasSuffix(#","stale":true}"#) == true)
    }

    @Test func `a refresh has both topics`() throws {
        let tour = try tour()
        let topics = tour.driver.agent.refreshed().map(\.topic)
        #expect(topics.contains(Self.topic) && topics.contains(Self.eta))
    }

    @Test func `a stop that is gone is no more told of`() throws {
        var tour = try tour()
        tour.go(13)
        tour.finishWork()
        tour.driver.didCommit()
        tour.ask("itinerary/stop", #"{"itinerary":"t","stop":"B","remove":true}"#)
        let topics = tour.driver.agent.refreshed().map(\.topic)
        #expect(topics.contains(Self.topic) && !topics.contains(Self.eta))
        tour.finishWork()
        #expect(tour.last(Self.eta) == "")
    }

    @Test func `the map is told all when somebody begins to look on, and then what changes`() throws {
        var tour = try tour()
        let board = MapBoard(MapSettings(), CommandQueue())
        tour.driver.agent.outputs.change(ItineraryOutput.self) { $0.map.connect(board) }
        tour.driver.agent.outputs.change(MapOutput.self) { $0.connect(board) }
        board.beginWatch()
        tour.finishWork()
        #expect(board.drain().itineraries.keys.map(\.description) == ["t"])
        tour.finishWork()
        #expect(board.drain().itineraries.isEmpty)
        tour.ask("itinerary/remove", #"{"id":"t"}"#)
        tour.finishWork()
        #expect(board.drain().itineraries.values.map { $0 == nil } == [true])
    }

    @Test(arguments: [
        (0, "0d 0h 0m"), (1, "0d 0h 1m"), (9900, "0d 2h 45m"), (90_061, "1d 1h 2m"), (.infinity, "0d 0h 0m"),
    ])
    func `times are told in days, hours and minutes`(_ seconds: Double, _ text: String) {
        #expect(TravelTime.text(seconds) == text)
    }

    @Test func `labels go on behind Z`() {
        #expect([0, 25, 26, 99].map(StopLabel.text) == ["A", "Z", "AA", "CV"])
        #expect((0..<100).allSatisfy { StopLabel.index(StopLabel.text($0), among: 100) == $0 })
        #expect(StopLabel.index("B", among: 1) == nil)
    }

    @Test func `a time of arrival follows positions that change nothing else`() throws {
        // A day between two of the device's topic keeps the position from being published for that; the look
        // at all times of arrival is due a minute after the first.
        var tour = try ItineraryTour { $0.deviceEvery = 86_400_000 }
        tour.go(12.95)
        tour.ask("itinerary/set", ItineraryTour.itinerary())
        tour.finishWork()
        #expect(tour.last(Self.eta)?.contains(#""distance":3433.9,"#) == true)
        for (time, place) in [(62_000, 12.951), (65_000, 12.99)] {
            tour.driver.take(
                "fleet/van/location",
                #"{"lat":52,"lon":\#(place),"tst":\#(AgentDriver.beginning + Int64(time))}"#,
                at: Int64(time)
            )
            tour.driver.agent.finishWork(at: AgentDriver.at(Int64(time)))
        }
        #expect(tour.driver.told(on: "geofence/device/van").count == 1)
        #expect(tour.last(Self.eta)?.contains(#""distance":686.8,"#) == true)
    }
}
