import BenchmarkSupport
import GeofenceCore
import Testing

/// Bytes that no writer wrote give an error, never a trap, and never a value that harms an engine.
@Suite struct DamagedBytesTests {
    @Test func `an error says where`() throws {
        var reader = ByteReader([0x80, 0x80])
        let error = #expect(throws: DamagedBytes.self) { try reader.count() }
        #expect(error?.description == "stored bytes are damaged at offset 2")
    }

    @Test(
        arguments: [
            [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01], [0xFF], [],
        ] as [[UInt8]]
    )
    func `a number that doesn't end`(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        #expect(throws: DamagedBytes.self) { try reader.count() }
    }

    @Test func `a text that is longer than what is left, or not UTF-8`() {
        for bytes in [[5, 0x41], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [2, 0xC3, 0x28]]
            as [[UInt8]]
        {
            var reader = ByteReader(bytes)
            #expect(throws: DamagedBytes.self) { try reader.text() }
        }
    }

    @Test func `a flag that is neither`() {
        var reader = ByteReader([2])
        #expect(throws: DamagedBytes.self) { try reader.flag() }
    }

    @Test(arguments: [-1.0, .nan])
    func `an accuracy that is none`(_ accuracy: Double) throws {
        let bytes = written { writer in
            writer.timestamp(.second(0))
            writer.integer(0)
            writer.flag(true)
            for number in [52, 13, accuracy] { writer.double(number) }
            writer.flag(false)
        }
        var reader = ByteReader(bytes)
        #expect(throws: DamagedBytes.self) { try Observation(from: &reader) }
    }

    @Test(
        arguments: [
            (.nan, nil), (.infinity, nil), (-.infinity, nil), (nil, .nan), (nil, .infinity), (nil, -1),
        ] as [(Double?, Double?)]
    )
    func `an altitude or a speed that is none`(_ altitude: Double?, _ speed: Double?) throws {
        let bytes = written { writer in
            writer.timestamp(.second(0))
            writer.integer(0)
            writer.flag(true)
            for number in [52.0, 13, 0] { writer.double(number) }
            writer.optional(altitude) { $0.double($1) }
            writer.optional(speed) { $0.double($1) }
            writer.flag(false)
        }
        var reader = ByteReader(bytes)
        #expect(throws: DamagedBytes.self) { try Observation(from: &reader) }
    }

    @Test func `another layout`() throws {
        let fence = try Fence.circle()
        var bytes = written { fence.write(to: &$0) }
        bytes[0] = 6
        var reader = ByteReader(bytes)
        #expect(throws: DamagedBytes.self) { try Fence(from: &reader) }
    }

    @Test func `a device that is there already`() throws {
        let run = try RandomInputs(seed: 1, count: 50).run()
        var reader = ByteReader(written { run.engine.write(device: 0, to: &$0) })
        #expect(throws: DamagedBytes.self) { try run.engine.restore(from: &reader, below: 64) }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `every cut is found`(_ seed: UInt64) throws {
        let run = try RandomInputs(seed: seed, count: 60).run()
        let device = written { run.engine.write(device: 0, to: &$0) }
        for end in device.indices {
            var reader = ByteReader(device[..<end])
            var engine = Engine(fences: run.engine.allFences)
            #expect(throws: DamagedBytes.self, "seed \(seed), cut at \(end)") {
                try engine.restore(from: &reader, below: 64)
            }
        }
        for fence in run.engine.allFences {
            let bytes = written { fence.write(to: &$0) }
            for end in bytes.indices {
                var reader = ByteReader(bytes[..<end])
                #expect(throws: DamagedBytes.self, "seed \(seed), cut at \(end)") { try Fence(from: &reader) }
            }
        }
    }

    @Test(arguments: 11...15 as ClosedRange<UInt64>)
    func `whatever is read from damaged bytes, an engine goes on with it`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let inputs = try RandomInputs(seed: seed, count: 60, .init(devices: 1))
        let run = inputs.run()
        let device = written { run.engine.write(device: 0, to: &$0) }
        var survivors = 0
        for _ in 0..<150 {
            var reader = ByteReader(damaged(device, &random))
            let damagedRun = Run(run.engine.allFences)
            guard (try? damagedRun.engine.restore(from: &reader, below: 64)) != nil else { continue }
            survivors += 1
            for input in inputs.inputs.suffix(8) { damagedRun.take(input) }
            _ = damagedRun.statuses
            _ = damagedRun.events.map(\.id)
            damagedRun.take(.replace(Array(run.engine.allFences.prefix(2)), .second(9000)))
            damagedRun.take(.advance(.distantFuture))
            _ = try? damagedRun.restarted()
        }
        #expect(survivors > 0)
    }

    @Test(arguments: 21...25 as ClosedRange<UInt64>)
    func `whatever fence or observation is read from damaged bytes, an engine works with it`(_ seed: UInt64)
        throws
    {
        var random = SeededGenerator(seed: seed)
        let inputs = try RandomInputs(seed: seed, count: 60, .init())
        for input in inputs.inputs {
            guard case .observe(let observation, let device) = input else { continue }
            var fences = ByteReader(damaged(written { inputs.fences[1].write(to: &$0) }, &random))
            var observations = ByteReader(damaged(written { observation.write(to: &$0) }, &random))
            let fence = (try? Fence(from: &fences)) ?? inputs.fences[1]
            let read = (try? Observation(from: &observations)) ?? observation
            let run = Run(inputs.fences)
            run.take(.replace([fence] + inputs.fences, .second(0)))
            run.take(.observe(observation, device: device))
            run.take(.observe(read, device: device))
            run.take(.advance(.distantFuture))
            _ = run.statuses
            _ = run.events.map(\.id)
        }
    }

    /// Some bytes changed, one in three times at the end cut or lengthened.
    private func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let index = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[index] = 0xFF
            case 1: bytes[index] ^= 1 << Int.random(in: 0..<8, using: &random)
            default: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
            }
        }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
        case 1: bytes.append(0)
        default: break
        }
        return bytes
    }
}
