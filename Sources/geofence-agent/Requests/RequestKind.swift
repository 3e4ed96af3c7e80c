import GeofenceCore

/// Something that can be asked for.
struct RequestKind: Sendable {
    /// Does what is asked for, and gives the answer's `data` as JSON.
    typealias Handler =
        @Sendable (inout Agent, Request, Timestamp) throws(RequestProblem) -> [UInt8]
    /// The same where a server may have to be asked first: nil where `Agent.complete` gives the answer later,
    /// for the ticket.
    typealias LateHandler =
        @Sendable (inout Agent, Request, AnswerTicket, Timestamp) throws(RequestProblem) -> [UInt8]?

    /// The end of its topic.
    let name: String
    /// Whether it changes nothing: HTTP answers such requests alone to those who may only look.
    let isReading: Bool
    /// Whether its answer may have to wait for a server.
    let mayBeLate: Bool
    /// Which of its requests may have to wait, where not all may.
    let waits: @Sendable (Request) -> Bool
    let fulfil: LateHandler

    init(_ name: String, isReading: Bool = false, _ fulfil: @escaping Handler) {
        (self.name, self.isReading, mayBeLate, waits) = (name, isReading, false, { _ in false })
        self.fulfil = { agent, request, _, now throws(RequestProblem) in try fulfil(&agent, request, now) }
    }

    init(
        late name: String,
        isReading: Bool = true,
        where waits: @escaping @Sendable (Request) -> Bool = { _ in true },
        _ fulfil: @escaping LateHandler
    ) {
        (self.name, self.isReading, self.fulfil, mayBeLate) = (name, isReading, fulfil, true)
        self.waits = waits
    }

    static let fenceImport = "fence/import"
    static let monitoringSet = "monitoring/set"
    static let deviceZones = "device/zones"
    static let deviceForget = "device/forget"
    static let whatIf = "what-if"
    static let deviceVisits = "device/visits"
    static let deviceExport = "device/export"
    static let addressSearch = "address/search"
    static let addressReverse = "address/reverse"

    /// Those that say where people live or have lived.
    static let ofZones: Set<String> = [deviceZones, deviceVisits, deviceExport]

    /// All that there are; a new one adds its function, and a line here.
    static let all: [Self] = [
        Self("fence/set") { agent, request, now throws(RequestProblem) in
            try agent.setFences(request, at: now)
        },
        Self("fence/get", isReading: true) { agent, request, _ throws(RequestProblem) in
            try agent.getFence(request)
        },
        Self("fence/list", isReading: true) { agent, request, _ throws(RequestProblem) in
            try agent.listFences(request)
        },
        Self("fence/occupants", isReading: true) { agent, request, _ throws(RequestProblem) in
            try agent.fenceOccupants(request)
        },
        Self("fence/remove") { agent, request, now throws(RequestProblem) in
            try agent.removeFence(request, at: now)
        },
        Self("fence/clear") { agent, request, now throws(RequestProblem) in
            try agent.clearFences(request, at: now)
        },
        Self(fenceImport) { agent, request, now throws(RequestProblem) in
            try agent.importFences(request, at: now)
        },
        Self("device/status", isReading: true) { agent, request, _ throws(RequestProblem) in
            try agent.deviceStatus(request)
        },
        Self("device/list", isReading: true) { agent, request, _ throws(RequestProblem) in
            try agent.listDevices(request)
        },
        Self(deviceForget) { agent, request, now throws(RequestProblem) in
            try agent.forgetDevice(request, at: now)
        },
        Self(deviceZones, isReading: true) { agent, request, _ throws(RequestProblem) in
            try agent.deviceZones(request)
        },
        Self(late: "device/history") { agent, request, ticket, now throws(RequestProblem) in
            try agent.deviceHistory(request, ticket, at: now)
        },
        Self(late: deviceVisits) { agent, request, ticket, now throws(RequestProblem) in
            try agent.deviceVisits(request, ticket, at: now)
        },
        Self(late: deviceExport) { agent, request, ticket, now throws(RequestProblem) in
            try agent.exportDevice(request, ticket, at: now)
        },
        Self("device/override") { agent, request, now throws(RequestProblem) in
            try agent.overrideDevice(request, at: now)
        },
        Self("monitoring/stop") { agent, request, now throws(RequestProblem) in
            try agent.changeMonitoring(request, isOn: false, at: now)
        },
        Self("monitoring/start") { agent, request, now throws(RequestProblem) in
            try agent.changeMonitoring(request, isOn: true, at: now)
        },
        Self(monitoringSet) { agent, request, now throws(RequestProblem) in
            try agent.setMonitoring(request, at: now)
        },
        Self("query/contains", isReading: true) { agent, request, _ throws(RequestProblem) in
            try agent.queryContains(request)
        },
        Self(late: "query/nearest", where: Agent.wantsTravel) {
            agent,
            request,
            ticket,
            _ throws(RequestProblem) in
            try agent.queryNearest(request, ticket)
        },
        Self(late: "query/pois", where: Agent.wantsTravel) {
            agent,
            request,
            ticket,
            now throws(RequestProblem) in
            try agent.queryPoints(request, ticket, at: now)
        },
        Self("itinerary/set") { agent, request, now throws(RequestProblem) in
            try agent.setItinerary(request, at: now)
        },
        Self("itinerary/get", isReading: true) { agent, request, _ throws(RequestProblem) in
            try agent.getItinerary(request)
        },
        Self("itinerary/list", isReading: true) { agent, request, _ throws(RequestProblem) in
            try agent.listItineraries(request)
        },
        Self("itinerary/remove") { agent, request, now throws(RequestProblem) in
            try agent.removeItinerary(request, at: now)
        },
        Self("itinerary/clear") { agent, request, now throws(RequestProblem) in
            try agent.clearItineraries(request, at: now)
        },
        Self("itinerary/stop") { agent, request, now throws(RequestProblem) in
            try agent.changeStop(request, at: now)
        },
        Self("itinerary/directions", isReading: true) { agent, request, _ throws(RequestProblem) in
            try agent.directions(request)
        },
        Self(late: "route") { agent, request, ticket, now throws(RequestProblem) in
            try agent.route(request, ticket, at: now)
        },
        Self(late: "route/matrix") { agent, request, ticket, _ throws(RequestProblem) in
            try agent.routeMatrix(request, ticket)
        },
        Self(late: "explain", where: Agent.asksForPast) {
            agent,
            request,
            ticket,
            now throws(RequestProblem) in
            guard let question = try agent.pastExplanation(request, at: now) else {
                return try agent.explain(request)
            }
            return try agent.ask(.explanation(question), ticket)
        },
        Self(late: addressSearch) { agent, request, ticket, now throws(RequestProblem) in
            try agent.searchAddress(request, ticket, at: now)
        },
        Self(late: addressReverse) { agent, request, ticket, now throws(RequestProblem) in
            try agent.reverseAddress(request, ticket, at: now)
        },
        Self(late: whatIf) { agent, request, ticket, now throws(RequestProblem) in
            try agent.whatIf(request, ticket, at: now)
        },
        Self(late: "report") { agent, request, ticket, now throws(RequestProblem) in
            try agent.report(request, ticket, at: now)
        },
        Self("notify") { agent, request, now throws(RequestProblem) in
            try agent.notify(request, at: now)
        },
    ]

    /// What to say where a topic names none of them.
    static func unknown(_ name: String, among known: [String]) -> RequestProblem {
        if let nearest = NearestName.of(name, among: known) {
            return RequestProblem("there is no command \"\(name)\"; did you mean \"\(nearest)\"?")
        }
        return RequestProblem(
            "there is no command \"\(name)\"; there are \(known.joined(separator: ", "))"
        )
    }
}
