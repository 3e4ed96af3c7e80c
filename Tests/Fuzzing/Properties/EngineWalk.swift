import GeofenceCore

/// Leads a device through fences, about their edges and to the ends of the Earth, and checks what the engine says meanwhile.
struct EngineWalk {
    private var engine: Engine
    private var effects = Effects()
    private var time: Timestamp
    private let visited: [Fence]

    /// Prepares a walk; of the fences to visit the first few count, as a walk past all of a long file would take seconds.
    init(
        _ engine: Engine,
        visiting fences: [Fence],
        from time: Timestamp = Timestamp(milliseconds: 1_760_000_000_000)
    ) {
        self.engine = engine
        self.time = time
        visited = Array(fences.prefix(4))
    }

    /// Makes the walk, each place with several accuracies, with networks between, and lets all timers run at last.
    mutating func check() throws(Finding) {
        guard let id = try? Identifier("walker") else { throw Finding("\"walker\" is no identifier") }
        let device = engine.admit(id)
        for fence in visited {
            for place in fence.placesAboutEdge { try visit(place, device) }
            for pattern in fence.wifi.prefix(2) { connect(pattern, device) }
        }
        for place in Coordinate.ends { try visit(place, device) }
        try EngineProperties.checkRestart(engine)
        _ = engine.advance(to: .farAhead, &effects)
        try EngineProperties.check(engine, effects)
    }

    private mutating func visit(_ place: Coordinate, _ device: Int) throws(Finding) {
        effects.removeAll()
        for accuracy in [nil, 15, 50_000] as [Double?] {
            let fix = Fix(coordinate: place, accuracy: accuracy)
            observe(Observation(time: time, arrival: time, fix: fix), device)
        }
        try EngineProperties.check(engine, effects)
    }

    private mutating func connect(_ pattern: WiFiPattern, _ device: Int) {
        let report: WiFiReport =
            switch pattern {
            case .ssid(let name): .connected(ssid: name, bssid: nil)
            case .bssid(let digits):
                .connected(ssid: nil, bssid: String((digits + "000000000000").prefix(12)))
            }
        for report in [report, .disconnected] {
            observe(Observation(time: time, arrival: time, wifi: report), device)
        }
    }

    private mutating func observe(_ observation: Observation, _ device: Int) {
        _ = engine.advance(to: time, &effects)
        _ = engine.observe(observation, device: device, &effects)
        time = time.advanced(byMilliseconds: 7000)
    }
}
