import GeofenceCore

/// Reads what Nominatim (`geocodejson`), Photon and Pelias answer: GeoJSON with an address for each feature.
enum AddressReader {
    /// Addresses of an answer at most.
    static let most = 5
    /// Characters of an address at most.
    private static let longestLabel = 256
    /// Bytes of a label at most; one that has more is no address.
    private static let mostLabelBytes = 2048

    /// Why an answer can't be read.
    struct Failure: Error, Hashable, CustomStringConvertible {
        let description: String
    }

    /// The addresses of an answer, as far as they can be read.
    ///
    /// - Throws: `Failure` where it is none of such a service.
    /// - Complexity: linear in its length.
    static func read(_ bytes: [UInt8]) throws(Failure) -> [Address] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(description: "the answer is not in UTF-8")
        }
        let root: JSONNode
        do {
            root = try JSONDocument.parse(text).root
        } catch {
            throw Failure(description: "the answer is no JSON (at \(error.position)): \(error)")
        }
        if let features = root.member("features") {
            return Array(features.elements.lazy.compactMap(address).prefix(most))
        }
        // Nominatim where it finds nothing.
        guard root.member("error")?.text != nil || root.value == .array([]) else {
            throw Failure(description: "the answer has no features; geocoding.kind may be another")
        }
        return []
    }

    private static func address(_ feature: JSONNode) -> Address? {
        guard let properties = feature.member("properties"), let place = place(feature) else { return nil }
        let fields = fields(properties.member("geocoding") ?? properties)
        guard let label = label(fields), label.utf8.count <= mostLabelBytes else { return nil }
        let kind = fields["type"] ?? fields["layer"] ?? fields["osm_value"]
        return Address(
            label: String(label.prefix(longestLabel)),
            kind: kind.map { String($0.prefix(64)) },
            place: place
        )
    }

    /// The texts of an object, by their keys.
    private static func fields(_ properties: JSONNode) -> [String: String] {
        guard case .object(let members) = properties.value else { return [:] }
        var fields: [String: String] = [:]
        for member in members {
            if let text = member.node.text, !text.isEmpty { fields[member.key] = text }
        }
        return fields
    }

    private static func place(_ feature: JSONNode) -> Coordinate? {
        guard let geometry = feature.member("geometry"), geometry.member("type")?.text == "Point",
            let numbers = geometry.member("coordinates")?.elements, numbers.count >= 2,
            let longitude = numbers[0].number, let latitude = numbers[1].number
        else { return nil }
        return try? Coordinate(latitude: latitude, longitude: longitude)
    }

    /// What the service calls it, else what its parts make.
    private static func label(_ fields: [String: String]) -> String? {
        if let label = fields["label"] { return label }
        let street = joined([fields["street"], fields["housenumber"]], by: " ")
        let city = joined([fields["postcode"], fields["city"]], by: " ")
        let name = fields["name"]
        return joined(
            [name, street == name ? nil : street, city == name ? nil : city, fields["country"]],
            by: ", "
        )
    }

    private static func joined(_ parts: [String?], by separator: String) -> String? {
        let parts = parts.compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: separator)
    }
}
