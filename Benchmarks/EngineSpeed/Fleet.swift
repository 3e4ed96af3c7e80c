import BenchmarkSupport
import CLibrary
import GeofenceCore

/// Devices that walk about, each a little on from where it was.
struct Fleet {
    private struct Walker {
        var east, north, heading: Double
    }

    /// What a device tells.
    struct Message {
        var device: Int
        var observation: Observation
    }

    static let size = 1000
    /// Metres from fix to fix.
    static let step = 5.0..<15
    /// Metres.
    static let accuracy = 8.0

    private let terrain: Terrain
    private var generator = SeededGenerator(seed: 2)
    private var walkers: [Walker]
    private var second: Int64 = 1_760_000_000

    init(on terrain: Terrain) {
        self.terrain = terrain
        var generator = SeededGenerator(seed: 3)
        walkers = (0..<Self.size).map { _ in
            Walker(
                east: generator.uniform(0..<terrain.width),
                north: generator.uniform(0..<terrain.width),
                heading: generator.uniform(0..<2 * .pi)
            )
        }
    }

    /// The next fixes: one of each device in turn, until there are enough.
    mutating func messages(_ count: Int) throws -> [Message] {
        var messages: [Message] = []
        messages.reserveCapacity(count)
        while messages.count < count {
            second += 10
            for device in walkers.indices where messages.count < count {
                messages.append(Message(device: device, observation: try move(device)))
            }
        }
        return messages
    }

    private mutating func move(_ device: Int) throws -> Observation {
        var walker = walkers[device]
        let length = generator.uniform(Self.step)
        walker.heading += generator.uniform(-0.3..<0.3)
        walker.east += length * cos(walker.heading)
        walker.north += length * sin(walker.heading)
        if min(walker.east, walker.north) < 0 || max(walker.east, walker.north) > terrain.width {
            walker = walkers[device]
            walker.heading += .pi
        }
        walkers[device] = walker
        let time = Timestamp(milliseconds: second * 1000)
        let place = try terrain.coordinate(east: walker.east, north: walker.north)
        return Observation(time: time, arrival: time, fix: Fix(coordinate: place, accuracy: Self.accuracy))
    }
}
