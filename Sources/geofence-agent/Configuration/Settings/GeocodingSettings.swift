/// The service that knows where addresses are.
struct GeocodingSettings: Hashable, Sendable {
    var kind = Kind.nominatim
    /// Where it is, without a slash at the end.
    var url: String
    /// The language of its answers, such as `de`; nil: its own.
    var language: String?
    /// Questions in a second at most.
    var perSecond = 1.0
    /// Seconds for an answer.
    var timeout = 5.0
    /// Whom the service may write to, such as an address of mail.
    var contact: String?
    /// What the service knows us by.
    var key: Secret?

    /// What kind of service it is.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case nominatim, photon, pelias
    }

    /// The keys of `geocoding`.
    enum Key: String, ConfigurationKey {
        case kind, url, language, perSecond, timeout, contact, keyFile
    }

    init(_ kind: Kind = .nominatim, url: String) { (self.kind, self.url) = (kind, url) }

    /// Reads `geocoding`; nil where it has no URL that can be asked.
    init?(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return nil }
        let base = object.required(.url, "such as http://localhost:8088")
        url = base?.serviceURL() ?? ""
        kind = object[.kind]?.choice(Kind.self) ?? kind
        language = object[.language]?.languageTag()
        perSecond = object[.perSecond]?.number(NumberRange(lower: 0.1, upper: 100, unit: "")) ?? perSecond
        timeout = object[.timeout]?.number(NumberRange(lower: 0.1, upper: 30, unit: "seconds")) ?? timeout
        contact = object[.contact]?.contact()
        key = object[.keyFile]?.secretFile { file throws(FileError) in try file.serviceKey() }?.content
        guard !url.isEmpty else { return nil }
        if isPublicNominatim {
            base?.warn(
                "is OpenStreetMap's own service: one question a second for all who use a program, and none for tracking of vehicles or parcels; run a Nominatim of your own"
            )
        }
    }

    /// Whether it is the service of the OpenStreetMap Foundation.
    private var isPublicNominatim: Bool {
        OutboundRequest.origin(of: url).lowercased().split(separator: "/").last?.split(separator: ":").first
            == "nominatim.openstreetmap.org"
    }
}

extension GeocodingSettings {
    /// Whether it finds addresses by their beginnings, and may be asked while somebody types.
    var isForTyping: Bool { kind != .nominatim }

    /// Whose data its answers are.
    var attribution: String {
        switch kind {
        case .nominatim, .photon: "© OpenStreetMap contributors"
        case .pelias: "© OpenStreetMap contributors, OpenAddresses, Who's On First, GeoNames"
        }
    }
}
