/// A document of GeoJSON (RFC 7946): a Feature, or a FeatureCollection of them.
///
/// Any `Decoder` reads it, such as Foundation's `JSONDecoder`. Of a geometry alone, which has no id, nothing
/// comes; neither does of other members than those that a fence is made of.
public struct GeoJSON: Hashable, Sendable, Decodable {
    /// The features, in the order of the document.
    public let features: [GeoJSONFeature]

    private enum Key: String, CodingKey { case type, features }

    /// Reads a document.
    ///
    /// - Throws: `DecodingError` with the way to the first value that can't be read.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        switch try object.decode(String.self, forKey: .type) {
        case "FeatureCollection": features = try object.decode([GeoJSONFeature].self, forKey: .features)
        case "Feature": features = [try GeoJSONFeature(from: decoder)]
        case let type:
            throw DecodingError.dataCorruptedError(
                forKey: Key.type,
                in: object,
                debugDescription: "\"\(type)\" is neither a Feature nor a FeatureCollection"
            )
        }
    }
}
