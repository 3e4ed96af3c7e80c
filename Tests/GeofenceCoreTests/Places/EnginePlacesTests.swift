import GeofenceCore
import Testing

/// Visits and zones as the engine finds them.
@Suite struct EnginePlacesTests {
    @Test func `the engine tells what the detector finds, and keeps zones`() throws {
        var engine = Engine(places: rules)
        var effects = Effects()
        let van = engine.admit(try Identifier("van"))
        let day = try SimulatedDay(seed: 2)
        for fix in day.track.fixes {
            let observation = Observation(time: fix.time, arrival: fix.time, fix: fix.fix)
            _ = engine.observe(observation, device: van, &effects)
        }
        var detector = VisitDetector()
        let expected = day.track.fixes.flatMap { detector.add($0.fix, at: $0.time, day.track.rules) }
        #expect(effects.visits.map(\.report) == expected)
        #expect(effects.zones.count == day.stays.count)
        #expect(engine.zones(device: van).map(\.visits).reduce(0, +) == day.stays.count)
        effects.removeAll()
        #expect(effects.isEmpty)
    }

    @Test func `without rules nothing is looked for, and what was kept can be read over`() throws {
        var engine = Engine(places: rules)
        var effects = Effects()
        try feed(&engine, &effects, 0..<200)
        var plain = Engine()
        var reader = ByteReader(bytes(engine))
        try plain.restore(from: &reader, below: 64)
        #expect(reader.isAtEnd)
        #expect(plain.zones(device: 0) == [] && plain.visit(device: 0) == nil)
        var back = Engine(places: rules)
        reader = ByteReader(bytes(plain))
        try back.restore(from: &reader, below: 64)
        #expect(back.zones(device: 0) == [])
    }

    @Test func `an engine that is written and read back at any moment tells the same`() throws {
        var whole = Engine(places: rules)
        var expected = Effects()
        let count = try SimulatedDay(seed: 4).track.fixes.count
        try feed(&whole, &expected, 0..<count)
        var engine = Engine(places: rules)
        var effects = Effects()
        for start in stride(from: 0, to: count, by: 37) {
            try feed(&engine, &effects, start..<min(count, start + 37))
            var reader = ByteReader(bytes(engine))
            engine = Engine(places: rules)
            try engine.restore(from: &reader, below: 64)
        }
        #expect(effects.visits == expected.visits && effects.zones == expected.zones)
        #expect(bytes(engine) == bytes(whole))
    }

    @Test func `late, repeated and manual fixes prove no visit`() throws {
        var engine = Engine(places: rules)
        var effects = Effects()
        let van = engine.admit(try Identifier("van"))
        let track = try VisitTrack()
        for minute in 0..<20 {
            for (offset, isManual) in [(0, true), (-600, false)] {
                let time = Timestamp(milliseconds: Int64(minute * 60 + offset) * 1000 + 1_700_000_000_000)
                let fix = Fix(coordinate: track.place(east: 0, north: 0), accuracy: 5)
                let observation = Observation(time: time, arrival: time, fix: fix, isManual: isManual)
                _ = engine.observe(observation, device: van, &effects)
            }
        }
        #expect(effects.visits == [])
    }

    /// A device that has come to rest for twenty minutes, and is silent from then on; its last fix.
    private func rest(_ engine: inout Engine, _ effects: inout Effects) throws -> Timestamp {
        let van = engine.admit(try Identifier("van"))
        let fix = Fix(coordinate: try Coordinate(latitude: 52, longitude: 13), accuracy: 5)
        var time = Timestamp(milliseconds: 1_760_000_000_000)
        for _ in 0..<5 {
            time = time.advanced(byMilliseconds: 300_000)
            _ = engine.observe(Observation(time: time, arrival: time, fix: fix), device: van, &effects)
        }
        return time
    }

    @Test func `a device that falls silent departs without a further message, when it was last heard of`()
        throws
    {
        var engine = Engine(places: rules)
        var effects = Effects()
        let last = try rest(&engine, &effects)
        let due = last.advanced(byMilliseconds: 43_200_001)
        effects.removeAll()
        #expect(engine.nextDeadline(ofDevice: 0) == due)
        _ = engine.advance(to: due.advanced(byMilliseconds: -1), &effects)
        #expect(effects.visits == [] && engine.visit(device: 0) != nil)
        #expect(engine.advance(to: due, &effects) == true)
        #expect(effects.visits.count == 1)
        #expect(effects.visits.first?.report.departed?.departure == last && effects.zones == [0])
        #expect(engine.visit(device: 0) == nil && engine.nextDeadline == nil)
    }

    @Test func `a restart keeps the end of a silent visit`() throws {
        var engine = Engine(places: rules)
        var effects = Effects()
        let last = try rest(&engine, &effects)
        var again = Engine(places: rules)
        var reader = ByteReader(bytes(engine))
        try again.restore(from: &reader, below: 64)
        effects.removeAll()
        #expect(again.advance(to: last.advanced(byMilliseconds: 43_200_001), &effects))
        #expect(effects.visits.count == 1)
    }

    @Test func `a shorter gap counts for visits that last, and without rules they end`() throws {
        var engine = Engine(places: rules)
        var effects = Effects()
        let last = try rest(&engine, &effects)
        var other = Engine(places: rules)
        var reader = ByteReader(bytes(engine))
        try other.restore(from: &reader, below: 64)
        effects.removeAll()
        var rules = rules
        rules.visits = try VisitRules(maxGap: 600)
        engine.change(places: rules, &effects)
        #expect(engine.nextDeadline == last.advanced(byMilliseconds: 600_001))
        effects.removeAll()
        other.change(places: nil, &effects)
        #expect(effects.visits.first?.report.departed?.departure == last)
    }

    @Test func `visits of the past are learnt once, in the order of their ends`() throws {
        let day: Int64 = 86_400_000
        let visits = try (0..<30).map { number -> Visit in
            let arrival = Timestamp(milliseconds: 1_760_000_000_000 + Int64(number) * day)
            let departure = arrival.advanced(byMilliseconds: day / 3)
            let place = try Coordinate(latitude: number.isMultiple(of: 2) ? 52 : 52.1, longitude: 13)
            return Visit(
                arrival: arrival,
                departure: departure,
                lastInside: departure,
                center: place,
                accuracy: 10,
                fixes: 9
            )
        }
        var atOnce = Engine(places: rules)
        var (inTurn, effects) = (ZoneMap(), Effects())
        for visit in visits { _ = inTurn.add(visit) }
        let device = atOnce.admit(try Identifier("van"))
        for part in [visits[10...].shuffled(), Array(visits[..<12])] {
            atOnce.learn(past: part, of: device, &effects)
        }
        #expect(effects.zones == [device, device])
        #expect(atOnce.zones(device: device).map(\.visits) == [15, 15])
        #expect(atOnce.zones(device: device).map(\.center) == inTurn.zones(in: .utc).map(\.center))
        effects.removeAll()
        atOnce.learn(past: visits, of: device, &effects)
        #expect(effects.zones == [])
    }

    @Test func `other rules, a purge and a forgotten device`() throws {
        var engine = Engine(places: rules)
        var effects = Effects()
        let count = try SimulatedDay(seed: 4).track.fixes.count
        try feed(&engine, &effects, 0..<count)
        #expect(engine.zones(device: 0) != [])
        effects.removeAll()
        engine.purgePlaces(of: 0, before: .distantFuture, &effects)
        #expect(effects.zones == [0] && engine.zones(device: 0) == [])
        engine.change(places: nil, &effects)
        #expect(engine.placeRules == nil && engine.visit(device: 0) == nil)
        engine.change(places: rules, &effects)
        #expect(engine.zones(device: 0) == [])
        engine.forget(device: 0)
        #expect(engine.deviceCount == 0 && engine.placeRules == rules)
    }

    @Test func `rules are read back`() throws {
        var rules = rules
        rules.keepFor = 86_400
        rules.timeZone = try ZoneClocks.berlin.table()
        rules.timeZones = [
            .init(devices: [try DevicePattern("us-*")], timeZone: try ZoneClocks.berlin.table())
        ]
        for rules in [rules, PlaceRules()] {
            var writer = ByteWriter()
            rules.write(to: &writer)
            var reader = ByteReader(writer.bytes)
            #expect(try PlaceRules(from: &reader) == rules)
            #expect(reader.isAtEnd)
        }
    }

    private var rules: PlaceRules {
        var rules = PlaceRules()
        rules.zones = ZoneRules()
        return rules
    }

    private func feed(_ engine: inout Engine, _ effects: inout Effects, _ range: Range<Int>) throws {
        let van = engine.admit(try Identifier("van"))
        for fix in try SimulatedDay(seed: 4).track.fixes[range] {
            let observation = Observation(time: fix.time, arrival: fix.time, fix: fix.fix)
            _ = engine.observe(observation, device: van, &effects)
        }
    }

    private func bytes(_ engine: borrowing Engine) -> [UInt8] {
        var writer = ByteWriter()
        engine.write(device: 0, to: &writer)
        return writer.bytes
    }
}

extension VisitReport {
    /// The visit, where it is over.
    fileprivate var departed: Visit? { if case .departure(let visit) = self { visit } else { nil } }
}
