import GeofenceCore

/// What was noticed in a feature that is taken all the same.
enum FeatureNote: Hashable, Sendable, CustomStringConvertible {
    /// So many rings did not end where they begin.
    case closed(rings: Int)
    /// So many rings go the other way than RFC 7946 asks.
    case winding(rings: Int)
    /// An edge jumped over the antimeridian.
    case unwrapped
    /// Longitudes beyond ±180.
    case beyond
    /// Parts that meet at the antimeridian.
    case joined
    /// 2 · area / perimeter, or a circle's radius, in metres.
    case tiny(metres: Double)
    /// It has no id that can be one, and got this one.
    case named(Identifier, from: NameOrigin)
    /// It has no property that was to be its id, its name or its groups.
    case unlabelled(key: String, role: LabelKeys.Role)
    /// A property that looks like a fence's key and is not read.
    case unread(key: String, why: String)
    /// A corridor without a width, or a point without a radius, got these metres.
    case assumed(key: String, metres: Double)
    /// Anything else.
    case other(String)

    /// What an id is made of.
    enum NameOrigin: Hashable, Sendable {
        /// An id that can't be one.
        case text(String)
        /// The file's name, as there is no other.
        case file
    }

    /// Metres below which a fence is smaller than what a position is usually off.
    ///
    /// Source: phones report 5 to 20 m in the open (GPS.gov: 4.9 m under open sky), more among buildings.
    static let usualAccuracy = 20.0

    /// Whether the fence may not be what was meant.
    var deservesLook: Bool {
        switch self {
        case .unwrapped, .tiny, .unread, .unlabelled, .other: true
        case .closed, .winding, .beyond, .joined, .named, .assumed: false
        }
    }

    var description: String {
        switch self {
        case .closed(let rings):
            "\(Self.rings(rings)) not closed; the first position is repeated at the end"
        case .winding(let rings):
            "\(Self.rings(rings)) wound the other way than RFC 7946 asks, which makes no difference here"
        case .unwrapped:
            "an edge jumped from one side of the antimeridian to the other; it is taken for the short way across"
        case .beyond: "longitudes beyond ±180 are those of the other side of the antimeridian"
        case .joined: "parts that meet at the antimeridian are one place, without an edge between them"
        case .tiny(let metres):
            "\(NumberRange.text((metres * 10).rounded() / 10)) m across are less than the \(NumberRange.text(Self.usualAccuracy)) m that positions are usually off"
        case .named(let id, .text(let text)):
            "its id is made of \"\(text)\", which can't be one: \(id)"
        case .named(let id, .file): "its id is made of the file's name, as it has none: \(id)"
        case .unlabelled(let key, let role): "has no \"\(key)\" for its \(role)"
        case .unread(let key, let why): "\"\(key)\" is not read: \(why)"
        case .assumed(let key, let metres): "has no \(key); \(NumberRange.text(metres)) m are taken"
        case .other(let text): text
        }
    }

    /// What it says where many features have the like, without what differs between them.
    var summary: String {
        switch self {
        case .closed: "rings not closed; the first position is repeated at the end"
        case .winding: "rings wound the other way than RFC 7946 asks, which makes no difference here"
        case .tiny:
            "less across than the \(NumberRange.text(Self.usualAccuracy)) m that positions are usually off"
        case .named(_, .text): "an id that can't be one; another is made of it"
        case .named(_, .file): "neither id nor name; the id is made of the file's name"
        default: description
        }
    }

    private static func rings(_ count: Int) -> String {
        count == 1 ? "a ring is" : "\(count) rings are"
    }
}
