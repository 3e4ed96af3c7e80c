import GeofenceCore

/// A place that has an address.
struct Address: Hashable, Sendable {
    /// The address in one line, for people; from a stranger.
    var label: String
    /// What kind of place it is, as the service says: `house`, `street`, `city`.
    var kind: String?
    var place: Coordinate
}

/// What an address service is asked.
enum AddressQuery: Hashable, Sendable {
    /// Places by a text, those nearer to a place first; `isPartial` where it may be the beginning of one.
    case search(String, near: Coordinate?, isPartial: Bool)
    /// The address of a place.
    case reverse(Coordinate)

    /// The place it is about, if any.
    var place: Coordinate? {
        switch self {
        case .search(_, let near, _): near
        case .reverse(let place): place
        }
    }
}

extension AddressQuery {
    /// Metres beyond which an address is none of a place: a service may answer with the country.
    private static let farthest = 10_000.0

    /// The addresses that answer it.
    func answers(among addresses: [Address]) -> [Address] {
        guard case .reverse(let place) = self else { return addresses }
        return addresses.filter { Geodesic.distance($0.place, place) <= Self.farthest }
    }

    /// The query by which an answer is found again: searches from places near each other have one answer.
    ///
    /// A search is asked with this place, too, so that the service doesn't get to know a finer one.
    var rounded: AddressQuery {
        switch self {
        case .search(let text, let near, let isPartial):
            .search(text, near: near.flatMap { Self.rounded($0, 10) }, isPartial: isPartial)
        case .reverse(let place): .reverse(Self.rounded(place, 100_000) ?? place)
        }
    }

    private static func rounded(_ place: Coordinate, _ parts: Double) -> Coordinate? {
        try? Coordinate(
            latitude: (place.latitude * parts).rounded() / parts,
            longitude: (place.longitude * parts).rounded() / parts
        )
    }
}
