import GeofenceCore
import Testing

@Suite struct FixFilterTests {
    private static let beginning = Timestamp(milliseconds: 1_760_000_000_000)
    private static let both = FixFilter(distance: 10, time: 10)

    private static func observation(
        _ milliseconds: Int64,
        _ metres: Double,
        wifi: WiFiReport? = nil
    ) throws -> Observation {
        let time = beginning.advanced(byMilliseconds: milliseconds)
        // Along a meridian at 52 N; 111,261.2 m a degree.
        let place = try Coordinate(latitude: 52 + metres / 111_261.2, longitude: 13)
        return Observation(time: time, arrival: time, fix: Fix(coordinate: place), wifi: wifi)
    }

    /// An engine that has heard of a device once, under number 0.
    private static func engine(reorder: Double = 0) throws -> Engine {
        var stream = StreamRules()
        stream.reorder = reorder
        var engine = Engine(stream: stream)
        var effects = Effects()
        _ = engine.admit(try Identifier("van"))
        _ = engine.observe(try observation(0, 0), device: 0, &effects)
        return engine
    }

    @Test(
        arguments: [
            (both, 9_999, 9.9, true), (both, 10_000, 9.9, false), (both, 9_999, 10.1, false),
            (both, 10_000, 10.1, false), (both, 0, 0, false), (both, 0, 1, true), (both, 1, 0, true),
            (both, -1, 0, false),
            (FixFilter(distance: 10), 86_400_000, 9.9, true), (FixFilter(distance: 10), 1, 10.1, false),
            (FixFilter(time: 10), 9_999, 5000, true), (FixFilter(time: 10), 10_000, 0, false),
            (FixFilter(distance: 0, time: 10), 1, 0, false), (FixFilter(distance: 10, time: 0), 1, 1, false),
            (FixFilter(), 1, 0, false),
        ] as [(FixFilter, Int64, Double, Bool)]
    )
    func `leaves out what is nearer and sooner than both; a limit itself counts`(
        _ filter: FixFilter,
        _ milliseconds: Int64,
        _ metres: Double,
        _ isLeftOut: Bool
    ) throws {
        let engine = try Self.engine()
        let news = try Self.observation(milliseconds, metres)
        let rest = engine.rest(of: news, device: 0, without: filter)
        #expect(rest == (isLeftOut ? nil : news))
    }

    @Test(arguments: [(nil, false), (50, false), (50.1, true)] as [(Double?, Bool)])
    func `leaves out what is less accurate, the first fix too`(_ accuracy: Double?, _ isLeftOut: Bool) throws
    {
        var engine = Engine()
        _ = engine.admit(try Identifier("van"))
        var first = try Self.observation(0, 0, wifi: .disconnected)
        first.fix?.accuracy = accuracy
        let rest = engine.rest(of: first, device: 0, without: FixFilter(accuracy: 50))
        #expect(rest?.fix == (isLeftOut ? nil : first.fix))
        #expect(rest?.wifi == .disconnected)
    }

    @Test func `takes the first fix of a device`() throws {
        var engine = Engine()
        _ = engine.admit(try Identifier("van"))
        let first = try Self.observation(0, 0)
        #expect(engine.rest(of: first, device: 0, without: Self.both) == first)
    }

    @Test func `lets the network through that comes with a fix`() throws {
        let engine = try Self.engine()
        let network = WiFiReport.connected(ssid: "DepotNet", bssid: nil)
        var expected = try Self.observation(1, 1, wifi: network)
        let rest = engine.rest(of: expected, device: 0, without: Self.both)
        expected.fix = nil
        #expect(rest == expected)
    }

    @Test func `holds a fix against those that wait to be sorted`() throws {
        var engine = try Self.engine(reorder: 60)
        var effects = Effects()
        _ = engine.observe(try Self.observation(30_000, 500), device: 0, &effects)
        #expect(engine.rest(of: try Self.observation(31_000, 505), device: 0, without: Self.both) == nil)
        // Between the two in time, it has the first one before it.
        let between = try Self.observation(29_000, 505)
        #expect(engine.rest(of: between, device: 0, without: Self.both) == between)
        #expect(engine.rest(of: try Self.observation(5_000, 1), device: 0, without: Self.both) == nil)
    }

    @Test func `a device that creeps is heard of each time it has come far enough`() throws {
        var engine = try Self.engine()
        var (effects, taken) = (Effects(), [Int]())
        for step in 1...40 {
            let news = try Self.observation(Int64(step) * 100, Double(step) * 1.01)
            guard let rest = engine.rest(of: news, device: 0, without: Self.both) else { continue }
            _ = engine.observe(rest, device: 0, &effects)
            taken.append(step)
        }
        #expect(taken == [10, 20, 30, 40])
    }
}
