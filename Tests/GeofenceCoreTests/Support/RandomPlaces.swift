import BenchmarkSupport
import CLibrary
import GeofenceCore

/// Places of all sorts: anywhere, close to a pole or the antimeridian, and exactly on them.
struct RandomPlaces {
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func number(in range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &random)
    }

    /// As likely from 0.1 to 1 as from 1 to 10, and so on.
    mutating func magnitude(in range: ClosedRange<Double>) -> Double {
        exp(number(in: log(range.lowerBound)...log(range.upperBound)))
    }

    mutating func index(below count: Int) -> Int {
        Int.random(in: 0..<count, using: &random)
    }

    mutating func place() throws -> Coordinate {
        try Coordinate(latitude: latitude(), longitude: longitude())
    }

    /// A place some way off in degrees, or on the far side of a pole.
    mutating func place(near other: Coordinate, degrees: Double) throws -> Coordinate {
        try Coordinate(
            latitude: min(90, max(-90, other.latitude + number(in: -degrees...degrees))),
            longitude: wrapped(other.longitude + number(in: -degrees...degrees))
        )
    }

    private mutating func latitude() -> Double {
        let sign = index(below: 2) == 0 ? -1.0 : 1
        switch index(below: 8) {
        case 0: return sign * 90
        case 1: return sign * (90 - magnitude(in: 1e-7...5))
        case 2: return 0
        default: return number(in: -90...90)
        }
    }

    private mutating func longitude() -> Double {
        let sign = index(below: 2) == 0 ? -1.0 : 1
        switch index(below: 8) {
        case 0: return 180
        case 1: return sign * (180 - magnitude(in: 1e-7...5))
        case 2: return 0
        default: return number(in: -180...180)
        }
    }
}

/// The same meridian from -180 to 180.
func wrapped(_ longitude: Double) -> Double {
    longitude > 180 ? longitude - 360 : (longitude < -180 ? longitude + 360 : longitude)
}
