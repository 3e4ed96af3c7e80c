import GeofenceCore

/// Leads a device through fences, about their edges and to the ends of the Earth, and checks what the engine
/// says meanwhile.
struct EngineWalk: ~Copyable {
    private var engine: Engine
    private var effects = Effects()
    private var time: Timestamp
    private let visited: [Fence]
    private var lastPlace: Coordinate?
    private var visits = 0

    /// Prepares a walk; of the fences to visit the first few count, as a walk past all of a long file would
    /// take seconds.
    init(
        _ engine: consuming Engine,
        visiting fences: [Fence],
        from time: Timestamp = Timestamp(milliseconds: 1_760_000_000_000)
    ) {
        self.engine = engine
        self.time = time
        visited = Array(fences.prefix(4))
    }

    /// Makes the walk, each place with several accuracies, with networks between, and lets the timers run at
    /// last.
    mutating func check() throws(Finding) {
        let device = try admit("walker")
        for fence in visited {
            if let leader = fence.follows?.device { observe(Fix(coordinate: .ends[0]), engine.admit(leader)) }
            for place in fence.placesAboutEdge { try visit(place, fence, device) }
            for pattern in fence.wifi.prefix(2) { connect(pattern, device) }
        }
        for place in Coordinate.ends { try visit(place, nil, device) }
        try EngineProperties.checkRestart(engine)
        try EngineProperties.checkTimers(&engine, from: time)
    }

    private mutating func admit(_ name: String) throws(Finding) -> Int {
        guard let id = try? Identifier(name) else { throw Finding("\"\(name)\" is no identifier") }
        return engine.admit(id)
    }

    /// Three fixes of a place, one of them vague, at heights and with speeds that the fence may ask for; then
    /// one that comes late.
    private mutating func visit(_ place: Coordinate, _ fence: Fence?, _ device: Int) throws(Finding) {
        let (band, limit) = (fence?.altitude, fence?.rules.speedLimit)
        let fixes = [
            Fix(coordinate: place),
            Fix(coordinate: place, accuracy: 15, altitude: band?.minimum ?? 40, speed: (limit ?? 30) + 1),
            Fix(coordinate: place, accuracy: 50_000, altitude: band?.maximum.map { $0 + 1 }, speed: limit),
        ]
        for fix in fixes { observe(fix, device) }
        if let lastPlace { observe(Fix(coordinate: lastPlace, accuracy: 5), device, delayed: 20_500) }
        lastPlace = place
        visits += 1
        // What is checked takes longer than the visit.
        guard visits.isMultiple(of: 4) else { return }
        try EngineProperties.check(engine, effects)
        effects.removeAll()
    }

    private mutating func connect(_ pattern: WiFiPattern, _ device: Int) {
        let report: WiFiReport =
            switch pattern {
            case .ssid(let name): .connected(ssid: name, bssid: nil)
            case .bssid(let digits):
                .connected(ssid: nil, bssid: String((digits + "000000000000").prefix(12)))
            }
        for report in [report, .disconnected] {
            take(Observation(time: time, arrival: time, wifi: report), device)
        }
    }

    private mutating func observe(_ fix: Fix, _ device: Int, delayed: Int64 = 0) {
        let stamp = time.advanced(byMilliseconds: -delayed)
        take(Observation(time: stamp, arrival: time, fix: fix), device)
    }

    private mutating func take(_ observation: Observation, _ device: Int) {
        _ = engine.advance(to: time, &effects)
        _ = engine.observe(observation, device: device, &effects)
        time = time.advanced(byMilliseconds: 7000)
    }
}
