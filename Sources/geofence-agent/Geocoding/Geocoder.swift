import GeofenceCore

/// What the agent remembers of the address service: answers, and who waits for which.
struct Geocoder {
    /// Queries at most that have no answer yet.
    static let mostPending = 16

    /// Somebody who waits for the answer to a query.
    struct Seeker: Sendable {
        let ticket: AnswerTicket
        /// Where distances are measured from.
        let place: Coordinate?
    }

    private(set) var cache = AddressCache()
    private var seekers: [AddressQuery: [Seeker]] = [:]
    private var settings: GeocodingSettings?
    /// Whether the last answer was none.
    private var isFailing = false

    /// Another service counts from now on: what the one before has said is forgotten.
    mutating func use(_ new: GeocodingSettings?) {
        if new != settings { (cache, isFailing) = (AddressCache(), false) }
        settings = new
    }

    /// What the service has said already.
    mutating func addresses(for query: AddressQuery, at now: Timestamp) -> [Address]? {
        cache.addresses(for: query, at: now)
    }

    /// Whether the same is being asked.
    func isAsking(_ query: AddressQuery) -> Bool { seekers[query] != nil }

    /// Whether one more may be asked.
    var hasRoom: Bool { seekers.count < Self.mostPending }

    /// Somebody waits for an answer.
    mutating func wait(_ seeker: Seeker, for query: AddressQuery) {
        seekers[query, default: []].append(seeker)
    }

    /// Notes whether the service has answered; says whether it has failed for the first time of a spell.
    mutating func note(hasFailed: Bool) -> Bool {
        defer { isFailing = hasFailed }
        return hasFailed && !isFailing
    }

    /// Takes all who wait for an answer, and keeps it where the service still counts.
    mutating func finish(
        _ query: AddressQuery,
        _ addresses: [Address]?,
        of service: GeocodingSettings,
        at now: Timestamp
    ) -> [Seeker] {
        if let addresses, service == settings { cache.keep(addresses, for: query, at: now) }
        return seekers.removeValue(forKey: query) ?? []
    }
}
