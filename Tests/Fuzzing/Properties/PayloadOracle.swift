import GeofenceCore
@testable import geofence_agent

/// A payload read by the configuration's parser of JSON, which shares no code with that of payloads.
struct PayloadOracle {
    typealias Outcome = PayloadProperties.Outcome

    private let bytes: [UInt8]
    /// Nil where the bytes are no JSON, or JSON that is read otherwise on purpose: the configuration's parser
    /// is stricter.
    private let root: JSONValue?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        root = String(validating: bytes, as: UTF8.self).flatMap { try? JSONDocument.parse($0).root.value }
    }

    func check(auto: Outcome, owntracks: Outcome, wifi: Outcome, mapped: Outcome) throws(Finding) {
        try checkNumber()
        guard let root, bytes.count <= PayloadDecoder.maximumSize else { return }
        for outcome in [auto, owntracks, wifi, mapped] {
            try require(outcome != .failure(.json), "what one parser reads, the other says is no JSON")
        }
        guard case .object(let members) = root else { return }
        try checkPlace(members, mapped)
        let names = Set(members.map { $0.key.lowercased() })
        if names.isSubset(of: Self.owntracksNames) { try checkSame(auto, owntracks, "auto and owntracks") }
        if names.isSubset(of: Self.networkNames) { try checkSame(auto, wifi, "auto and wifi") }
    }

    private static let networkNames: Set = [
        "tst", "ts", "time", "timestamp", "created_at", "received_at", "ssid", "essid", "wifi_ssid", "bssid",
        "apmac",
    ]
    private static let owntracksNames: Set = [
        "_type", "lat", "lon", "acc", "tst", "created_at", "ssid", "bssid", "conn", "batt", "vel", "tid", "t",
    ]

    /// Where both formats know all names alike and both take the payload, they read the same.
    private func checkSame(_ a: Outcome, _ b: Outcome, _ what: String) throws(Finding) {
        guard case .success = a, case .success = b else { return }
        try requireSame(a, b, what)
    }

    /// Two numbers in the places that the map names are the position.
    private func checkPlace(_ members: [JSONMember], _ mapped: Outcome) throws(Finding) {
        func number(_ key: String) -> Double? {
            guard case .number(let number)? = members.first(where: { $0.key == key })?.node.value else {
                return nil
            }
            return number
        }
        guard case .success(let reading) = mapped, let latitude = number("lat"), let longitude = number("lon")
        else { return }
        let place = try? Coordinate(latitude: latitude, longitude: longitude)
        try requireSame(reading.fix?.coordinate, place, "where the mapped payload is")
    }

    /// A payload that is one number has the value that the standard library reads.
    private func checkNumber() throws(Finding) {
        let number = bytes.withUnsafeBytes { PayloadCursor.wholeNumber($0) }
        guard let number else { return }
        try requireSame(number, Double(String(decoding: bytes, as: UTF8.self)), "a number")
    }
}
