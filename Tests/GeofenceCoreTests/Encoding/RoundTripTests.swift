import GeofenceCore
import Testing

/// What is written is read back the same, to the last byte.
@Suite struct RoundTripTests {
    @Test(arguments: [0, 1, 127, 128, 16_383, 16_384, .max - 1, .max] as [UInt64])
    func `counts`(_ value: UInt64) throws {
        var reader = ByteReader(written { $0.count(value) })
        #expect(try reader.count() == value)
        #expect(reader.isAtEnd)
    }

    @Test(arguments: [0, -1, 1, -64, 64, 1_000_000, .max, .min] as [Int64])
    func `whole numbers and moments`(_ value: Int64) throws {
        let bytes = written {
            $0.integer(value)
            $0.timestamp(Timestamp(milliseconds: value))
        }
        var reader = ByteReader(bytes)
        #expect(try reader.integer() == value)
        #expect(try reader.timestamp() == Timestamp(milliseconds: value))
        #expect(reader.isAtEnd)
    }

    @Test(arguments: [-1, -.infinity, .infinity, .nan] as [Double])
    func `a fix whose numbers mean that they are unknown`(_ number: Double) throws {
        let place = try Coordinate(latitude: 52, longitude: 13)
        let altitude = number == -1 ? nil : number
        let accuracy = number == .infinity ? nil : number
        let fix = Fix(coordinate: place, accuracy: accuracy, altitude: altitude, speed: number)
        #expect(fix == Fix(coordinate: place))
        let observation = Observation(time: .second(1), arrival: .second(1), fix: fix)
        var reader = ByteReader(written { observation.write(to: &$0) })
        #expect(try Observation(from: &reader) == observation)
    }

    @Test func `numbers near 0 take one byte, negative ones too`() {
        for value in -64...63 { #expect(written { $0.integer(Int64(value)) }.count == 1) }
    }

    @Test(arguments: [
        0, -0.0, 1.5, -52.123_456_789, .infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ])
    func `numbers, bit for bit`(_ value: Double) throws {
        var reader = ByteReader(written { $0.double(value) })
        #expect(try reader.double().bitPattern == value.bitPattern)
    }

    @Test(arguments: ["", "Depot", "Dépôt 🚚", "\u{0}"])
    func `texts, values that may be missing, lists, flags`(_ text: String) throws {
        let bytes = written {
            $0.text(text)
            $0.optional(text) { $0.text($1) }
            $0.optional(String?.none) { $0.text($1) }
            $0.list([text, text]) { $0.text($1) }
            $0.flag(true)
            $0.flag(false)
        }
        var reader = ByteReader(bytes)
        #expect(try reader.text() == text)
        #expect(try reader.optional { reader throws(DamagedBytes) in try reader.text() } == text)
        #expect(try reader.optional { reader throws(DamagedBytes) in try reader.text() } == nil)
        #expect(try reader.list { reader throws(DamagedBytes) in try reader.text() } == [text, text])
        #expect(try (reader.flag(), reader.flag()) == (true, false))
        #expect(reader.isAtEnd)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `fences`(_ seed: UInt64) throws {
        var world = try RandomWorld(seed: seed, .init(fences: 8))
        for fence in world.fences {
            let named = try Fence(
                id: fence.id,
                name: world.below(2) == 0 ? nil : "Näme",
                shape: fence.shape,
                wifi: fence.wifi,
                rules: fence.rules
            )
            let bytes = written { named.write(to: &$0) }
            var reader = ByteReader(bytes)
            let read = try Fence(from: &reader)
            #expect(read == named, "seed \(seed)")
            #expect(reader.isAtEnd)
            #expect(written { read.write(to: &$0) } == bytes)
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `observations`(_ seed: UInt64) throws {
        var world = try RandomWorld(seed: seed)
        for _ in 0..<50 {
            guard case .observe(var observation, _) = try world.input() else { continue }
            observation.arrival = observation.time.advanced(byMilliseconds: Int64(world.below(9000)) - 500)
            let bytes = written { observation.write(to: &$0) }
            var reader = ByteReader(bytes)
            let read = try Observation(from: &reader)
            #expect(read == observation, "seed \(seed)")
            #expect(reader.isAtEnd)
            #expect(written { read.write(to: &$0) } == bytes)
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `devices`(_ seed: UInt64) throws {
        let run = try RandomInputs(seed: seed, count: 100).run()
        let copy = try run.restarted()
        for device in run.engine.deviceNumbers {
            let bytes = written { run.engine.write(device: device, to: &$0) }
            #expect(written { copy.engine.write(device: device, to: &$0) } == bytes, "seed \(seed)")
            #expect(copy.engine.report(device: device) == run.engine.report(device: device), "seed \(seed)")
        }
    }

    @Test func `how late a device's stamps arrive, and so when its timers run`() throws {
        let depot = try Fence.circle { $0.enterAfter = 10 }
        let track = try Track(depot)
        try track.fix(0, beyond: 50)
        try track.fix(1, beyond: -20, arriving: 4)
        var engine = Engine(fences: [depot])
        var reader = ByteReader(written { track.engine.write(device: 0, to: &$0) })
        try engine.restore(from: &reader, below: 64)
        #expect(engine.nextDeadline == .second(14))
    }

    @Test func `records of fences that are no longer there are left out`() throws {
        let run = try RandomInputs(seed: 3, count: 100).run()
        var engine = Engine()
        for device in run.engine.deviceNumbers {
            var reader = ByteReader(written { run.engine.write(device: device, to: &$0) })
            try engine.restore(from: &reader, below: 64)
            #expect(reader.isAtEnd)
            #expect(engine.report(device: device).inside == [])
        }
    }
}

/// The bytes that a closure writes.
func written(_ body: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter()
    body(&writer)
    return writer.bytes
}
