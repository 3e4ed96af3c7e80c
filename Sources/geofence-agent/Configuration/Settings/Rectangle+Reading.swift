import GeofenceCore

extension ValueReader {
    /// A GeoJSON bounding box without heights: west, south, east, north.
    func rectangle() -> Rectangle? {
        guard let sides = list() else { return nil }
        guard sides.count == 4 else {
            let heights = sides.count == 6 ? "; heights go to minAltitude and maxAltitude" : ""
            return refuse("must be 4 numbers: west, south, east, north, not \(sides.count)\(heights)")
        }
        let numbers = sides.compactMap { $0.number() }
        guard numbers.count == 4 else { return nil }
        do {
            return try Rectangle(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
        } catch {
            return refuse(error, sides, numbers)
        }
    }

    /// Reports at the side that is wrong, if it is one of them.
    private func refuse<Result>(_ error: ShapeError, _ sides: [ValueReader], _ numbers: [Double]) -> Result? {
        switch error {
        case .meridian(let degrees):
            let side = numbers[0] == degrees ? sides[0] : sides[2]
            return side.refuse("\(error)\(Self.turnAdvice(degrees))")
        case .latitude(let degrees):
            let side = numbers[1] == degrees ? sides[1] : sides[3]
            return side.refuse(
                "latitude \(degrees) is not within -90…90 degrees; the order is west, south, east, north"
            )
        default: return refuse("\(error)")
        }
    }

    /// What to write for a side that lies beyond the antimeridian.
    private static func turnAdvice(_ degrees: Double) -> String {
        let turned = degrees > 0 ? degrees - 360 : degrees + 360
        guard abs(turned) <= 180 else { return "" }
        return "; to cross the antimeridian write \(turned), with the west greater than the east"
    }
}
