import GeofenceCore
import MQTT

/// Fences as GeoJSON documents of which each has room in a request.
struct FenceParts: Hashable {
    /// FeatureCollections; together they have all fences in order.
    private(set) var documents: [[UInt8]] = []

    /// Bytes of a document that has several fences: brokers take that much, and the agent reads it in a
    /// moment.
    static let usual = 100_000
    /// Bytes of one fence: what is left of `Inbox.largestRequest`, and of the largest packet, beside the
    /// other keys and the topic.
    static let largest = Inbox.largestRequest - 4096

    /// A fence for which no request has room.
    struct TooLarge: Error, Hashable, CustomStringConvertible {
        let id: Identifier
        let bytes: Int

        var description: String {
            "\(id): has \(bytes) bytes, and a request at most \(FenceParts.largest); put its file into \"fenceFiles\" of the agent's configuration"
        }
    }

    /// Makes as many documents as it takes; `usual` is how large they may be if they have several fences.
    ///
    /// `rules` are the general ones of the agent: what a fence has besides them is written.
    init(_ fences: [Fence], rules: Rules, usual: Int = usual) throws(TooLarge) {
        var features: [[UInt8]] = []
        var size = 0
        for fence in fences {
            let feature = GeoJSONExport.feature(fence, rules).bytes
            guard feature.count <= Self.largest else { throw TooLarge(id: fence.id, bytes: feature.count) }
            if !features.isEmpty, size + feature.count > usual {
                documents.append(Self.document(features))
                (features, size) = ([], 0)
            }
            features.append(feature)
            size += feature.count + 1
        }
        if !features.isEmpty { documents.append(Self.document(features)) }
    }

    private static func document(_ features: [[UInt8]]) -> [UInt8] {
        JSONWriter.object { json in
            json.member("type", "FeatureCollection")
            json.member("features", json: JSONWriter.array(features))
        }
    }
}
