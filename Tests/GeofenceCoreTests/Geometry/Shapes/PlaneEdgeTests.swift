import CLibrary
@testable import GeofenceCore
import Testing

@Suite struct PlaneEdgeTests {
    /// The angle that edges turn through as seen from the place, in turns: 1 where they go round it once,
    /// anticlockwise.
    private func turns(_ shape: PreparedShape, _ place: GeodesicPoint, within metres: Double) -> Double {
        var sum = 0.0
        shape.edges(within: metres, of: place) { edge in
            let cross = edge.startEast * edge.endNorth - edge.startNorth * edge.endEast
            let dot = edge.startEast * edge.endEast + edge.startNorth * edge.endNorth
            sum += atan2(cross, dot)
        }
        return sum / (2 * .pi)
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func `go round a place inside once, to the left, and not round one outside`(_ seed: UInt64) throws {
        var places = RandomPlaces(seed: seed)
        let middle = try Coordinate(
            latitude: places.number(in: -85...85),
            longitude: seed % 3 == 0 ? 180 : places.number(in: -180...180)
        )
        let ring = try places.star(
            longitude: middle.longitude,
            latitude: middle.latitude,
            corners: 3 + places.index(below: 40),
            degrees: 0.01
        )
        for ring in [ring, ring.reversed()] {
            let shape = PreparedShape(.area(try Area(polygons: [[ring]])))
            for step in 0..<20 {
                let place = GeodesicPoint(try places.place(near: middle, degrees: 0.012))
                let distance = shape.signedDistance(to: place)
                guard abs(distance) > 0.1 else { continue }
                let turns = turns(shape, place, within: 5000)
                #expect(abs(turns - (distance < 0 ? 1 : 0)) < 1e-6, "seed \(seed), step \(step): \(place)")
            }
        }
    }

    @Test(arguments: ShapeDistanceTests.cases)
    func `come as near as the shape's edge, and no farther than asked`(_ known: ShapeCase) throws {
        let shape = PreparedShape(known.shape)
        var half = 0.0
        if case .corridor(let corridor) = known.shape { half = corridor.width / 2 }
        for (place, distance) in known.places where abs(distance + half) < 3000 {
            var nearest = Double.infinity
            shape.edges(within: 3000, of: GeodesicPoint(place)) { edge in
                let metres = edge.distance
                nearest = min(nearest, metres)
                #expect(metres < 3300, "\(known) \(place)")
            }
            #expect(abs(nearest - abs(distance + half)) < 0.35, "\(known) \(place)")
        }
    }

    @Test func `a circle hands out none`() throws {
        let circle = PreparedShape(
            .circle(try Circle(center: Coordinate(latitude: 0, longitude: 0), radius: 9))
        )
        var count = 0
        circle.edges(within: 100, of: GeodesicPoint(longitude: 0, latitude: 0)) { _ in count += 1 }
        #expect(count == 0)
    }
}

extension PlaneEdge {
    /// Metres from the place.
    fileprivate var distance: Double {
        let (east, north) = (endEast - startEast, endNorth - startNorth)
        let length = east * east + north * north
        let share = length > 0 ? -(startEast * east + startNorth * north) / length : 0
        let within = min(1, max(0, share))
        return hypot(startEast + within * east, startNorth + within * north)
    }
}
