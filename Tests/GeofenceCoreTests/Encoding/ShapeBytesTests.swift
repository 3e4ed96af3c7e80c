import BenchmarkSupport
import GeofenceCore
import Testing

@Suite struct ShapeBytesTests {
    static func shapes() throws -> [Shape] {
        [
            .circle(try Circle(center: Coordinate(latitude: 52.5, longitude: 13.3), radius: 150)),
            .area(
                try Area(all: [
                    [[170, 0, 190, 0, 190, 9, 170, 9, 170, 0], [175, 3, 175, 5, 178, 5, 175, 3]],
                    [[0, 0, 1, 0, 1, 0, 1, 1, 0, 0]],
                ])
            ),
            .corridor(try Corridor(line: [Position]([13, 52, 13.5, 52.25]), width: 40)),
            .rectangle(try Rectangle(west: 170, south: -10, east: -170, north: 10)),
        ]
    }

    @Test func `shapes are read back the same`() throws {
        for shape in try Self.shapes() {
            let bytes = written { shape.write(to: &$0) }
            var reader = ByteReader(bytes)
            let read = try Shape(from: &reader)
            #expect(read == shape)
            #expect(reader.isAtEnd)
            #expect(written { read.write(to: &$0) } == bytes)
        }
    }

    @Test func `every cut is found`() throws {
        for shape in try Self.shapes() {
            let bytes = written { shape.write(to: &$0) }
            for end in bytes.indices {
                var reader = ByteReader(bytes[..<end])
                #expect(throws: DamagedBytes.self, "cut at \(end)") { try Shape(from: &reader) }
            }
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `whatever is read from damaged bytes is a shape`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for shape in try Self.shapes() {
            let bytes = written { shape.write(to: &$0) }
            for _ in 0..<200 {
                var damaged = bytes
                let index = Int.random(in: bytes.indices, using: &random)
                damaged[index] = UInt8.random(in: .min ... .max, using: &random)
                var reader = ByteReader(damaged)
                guard let read = try? Shape(from: &reader) else { continue }
                var again = ByteReader(written { read.write(to: &$0) })
                #expect(try Shape(from: &again) == read, "seed \(seed), byte \(index)")
            }
        }
    }

    @Test(
        arguments: [
            [9], [3, 0, 0, 0], [2, 0],
        ] as [[UInt8]]
    )
    func `what is no shape`(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        #expect(throws: DamagedBytes.self) { try Shape(from: &reader) }
    }

    @Test func `an area that crosses itself is no area`() throws {
        let bytes = written { writer in
            writer.byte(1)
            writer.list([[0.0, 0, 2, 2, 2, 0, 0, 2, 0, 0]]) { writer, ring in
                writer.count(1)
                writer.count(5)
                for number in ring { writer.double(number) }
            }
        }
        var reader = ByteReader(bytes)
        #expect(throws: DamagedBytes.self) { try Shape(from: &reader) }
    }
}
