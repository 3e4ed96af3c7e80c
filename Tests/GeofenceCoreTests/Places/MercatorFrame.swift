import CLibrary

@testable import GeofenceCore

/// The plane of web maps (EPSG:3857), in which a phone's own zones are reckoned; metres there are longer the
/// farther from the equator.
struct MercatorFrame: PlaneFrame {
    private let origin: Offset

    init(at place: Coordinate) { origin = Self.project(place) }

    func offset(of place: Coordinate) -> Offset? { Self.project(place) - origin }

    func coordinate(of offset: Offset) -> Coordinate {
        let point = origin + offset
        let latitude = 2 * atan(exp(point.north / Self.radius)) - .pi / 2
        return Coordinate(
            GeodesicPoint(
                longitude: point.east / Self.radius * 180 / .pi,
                latitude: latitude * 180 / .pi
            )
        )
    }

    func eastward(of other: MercatorFrame) -> Offset { Offset(east: 1, north: 0) }

    static let radius = 6_378_137.0

    /// x = R λ, y = R ln tan(π / 4 + φ / 2).
    static func project(_ place: Coordinate) -> Offset {
        let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
        return Offset(east: radius * longitude, north: radius * log(tan(.pi / 4 + latitude / 2)))
    }
}
