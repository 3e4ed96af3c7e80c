/// How ways between stops are found.
struct RoutingSettings: Hashable, Sendable {
    /// The router that is asked; nil: none, and ways are straight lines.
    var router: RouterSettings?
    /// Kilometres an hour that are assumed along a straight line, 1 to 1,000.
    var speed = 50.0
    /// Seconds after which times that are hardly others are published again, 5 to 3,600.
    var every = 60.0
    /// Metres beside the way, and beyond its accuracy, from which a device has left it, 10 to 10,000.
    var offRoute = 100.0

    /// The keys of `routing`.
    enum Key: String, ConfigurationKey {
        case kind, url, profile, language, timeout, snap, speed, every, offRoute, parallel, keyFile
    }

    /// Straight lines.
    init() {}

    /// Reads `routing`.
    init(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return }
        speed = object[.speed]?.number(NumberRange(lower: 1, upper: 1000, unit: "km/h")) ?? speed
        every = object[.every]?.number(NumberRange(lower: 5, upper: 3600, unit: "seconds")) ?? every
        offRoute =
            object[.offRoute]?.number(NumberRange(lower: 10, upper: 10_000, unit: "metres")) ?? offRoute
        router = RouterSettings(reading: object)
    }
}

/// A program that finds ways along roads.
struct RouterSettings: Hashable, Sendable {
    /// What it speaks.
    enum Kind: String, Hashable, Sendable, CaseIterable { case osrm, valhalla }

    var kind = Kind.osrm
    /// What stands before the paths of its requests, without a slash at the end.
    var url: String
    /// OSRM's profile, or Valhalla's costing, up to 32 letters, digits, `_` and `-`.
    var profile: String
    /// The language of directions, where the router has any.
    var language = "en"
    /// Seconds that an answer may take, 1 to 60.
    var timeout = 5.0
    /// Metres that a stop may lie off the nearest road, 1 to 100,000.
    var snap = 500.0
    /// Requests that are on their way at the same time, 1 to 16.
    var parallel = 2
    /// What it is to be shown; nil: nothing.
    var key: Secret?

    /// Reads it out of `routing`; nil where there is no `url`.
    fileprivate init?(reading object: ObjectReader<RoutingSettings.Key>) {
        let kind = object[.kind]?.choice(Kind.self) ?? .osrm
        let profile = object[.profile]?.profile() ?? (kind == .osrm ? "driving" : "auto")
        let language = object[.language]?.language() ?? "en"
        let timeout = object[.timeout]?.number(NumberRange(lower: 1, upper: 60, unit: "seconds"))
        let snap = object[.snap]?.number(NumberRange(lower: 1, upper: 100_000, unit: "metres"))
        let parallel = object[.parallel]?.integer(1...16, "requests")
        let key = object[.keyFile]?.secretFile { file throws(FileError) in try file.token() }?.content
        guard let url = object[.url]?.routerURL() else { return nil }
        self.init(kind: kind, url: url, profile: profile)
        self.language = language
        self.timeout = timeout ?? self.timeout
        self.snap = snap ?? self.snap
        self.parallel = parallel ?? self.parallel
        self.key = key
    }

    init(kind: Kind, url: String, profile: String) {
        (self.kind, self.url, self.profile) = (kind, url, profile)
    }

    /// Whether a text can be a profile.
    static func isProfile(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                let isLetter = (0x61...0x7A).contains(byte | 0x20)
                return isLetter || (0x30...0x39).contains(byte) || [0x2D, 0x5F].contains(byte)
            }
    }
}

extension ValueReader {
    /// A profile of a router.
    func profile() -> String? {
        guard let text = text() else { return nil }
        return RouterSettings.isProfile(text)
            ? text : refuse("must be up to 32 letters, digits, - and _, such as \"driving\"")
    }

    fileprivate func language() -> String? {
        guard let text = text() else { return nil }
        return RouterSettings.isProfile(text) ? text : refuse("is no language such as \"de\" or \"en-US\"")
    }

    fileprivate func routerURL() -> String? {
        guard let text = text() else { return nil }
        let isPlain = text.utf8.allSatisfy {
            $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x3F && $0 != 0x23
        }
        let isKnown = text.hasPrefix("http://") || text.hasPrefix("https://")
        guard isPlain, isKnown, text.utf8.count <= 1000, !OutboundRequest.origin(of: text).hasSuffix("/")
        else {
            return refuse("is no URL such as \"http://localhost:5000\"")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
