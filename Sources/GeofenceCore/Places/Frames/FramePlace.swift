internal import CLibrary

/// A place with the sines and cosines of its angles: what planes need of it is computed once.
struct FramePlace: Hashable {
    let sinLatitude, cosLatitude, sinLongitude, cosLongitude: Double

    init(_ place: Coordinate) {
        let (longitude, latitude) = (place.longitude * (.pi / 180), place.latitude * (.pi / 180))
        (sinLongitude, cosLongitude) = (sin(longitude), cos(longitude))
        (sinLatitude, cosLatitude) = (sin(latitude), cos(latitude))
    }

    /// The place in space, as `GeodesicPoint.space` has it.
    var space: SpacePoint {
        let up = (1 - WGS84.flattening) * sinLatitude
        let out = max(0, cosLatitude)
        let length = (up * up + out * out).squareRoot()
        return SpacePoint(
            x: WGS84.equatorialRadius * (out / length) * cosLongitude,
            y: WGS84.equatorialRadius * (out / length) * sinLongitude,
            z: WGS84.polarRadius * (up / length)
        )
    }
}
