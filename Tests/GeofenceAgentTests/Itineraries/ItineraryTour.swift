import GeofenceCore

@testable import AgentTestSupport
@testable import geofence_agent

/// A device and stops along the parallel of 52°: stop A at 13.00°, B at 13.01°, and so on, 686 m apart.
struct ItineraryTour {
    let driver: AgentDriver
    private(set) var now: Int64 = 0

    init(_ settings: (inout AgentSettings) -> Void = { _ in }) throws {
        var setup = try AgentDriver.setup(fences: [])
        settings(&setup)
        driver = AgentDriver(setup)
        driver.agent.useConfiguredFences(at: AgentDriver.at(0))
    }

    /// Goes on with an agent that has begun anew.
    init(of driver: AgentDriver, at now: Int64) { (self.driver, self.now) = (driver, now) }

    /// An itinerary with stops at degrees of longitude.
    static func itinerary(
        _ id: String = "t",
        device: String? = "van",
        at places: [Double] = [13, 13.01, 13.02],
        radius: Double = 100,
        rest: String = ""
    ) -> String {
        let stops = places.map { #"{"latitude":52,"longitude":\#($0)}"# }.joined(separator: ",")
        let owner = device.map { #""device":"\#($0)","# } ?? ""
        return #"{"id":"\#(id)",\#(owner)"radius":\#(radius),"stops":[\#(stops)]\#(rest)}"#
    }

    /// The device is at degrees of longitude a minute later.
    mutating func go(_ places: Double..., device: String = "van") {
        for place in places {
            now += 60_000
            let text = #"{"lat":52,"lon":\#(place),"acc":5,"tst":\#(AgentDriver.beginning + now)}"#
            driver.take("fleet/\(device)/location", text, at: now)
        }
    }

    /// The device is beside its way a minute later, at 13.005° and degrees of latitude.
    mutating func goNorth(_ latitude: Double) {
        now += 60_000
        let text = #"{"lat":\#(latitude),"lon":13.005,"acc":5,"tst":\#(AgentDriver.beginning + now)}"#
        driver.take("fleet/van/location", text, at: now)
    }

    @discardableResult
    mutating func ask(_ command: String, _ payload: String) -> String {
        now += 1000
        return driver.ask(command, payload, at: now)
    }

    /// The states of the stops: `A done, B inside, C next`.
    func stops(_ id: String = "t") throws -> String {
        guard let entry = driver.agent.itineraries[try Identifier(id)] else { return "none" }
        let stops = entry.itinerary.stops.indices.map { index in
            "\(StopLabel.text(index)) \(entry.progress.status(index))"
        }
        return "\(entry.state): \(stops.joined(separator: ", "))"
    }

    func finishWork() { driver.agent.finishWork(at: AgentDriver.at(now)) }

    /// The last payload that waits on a topic; nil: none does.
    func last(_ topic: String) -> String? { driver.told(on: topic).last }
}
