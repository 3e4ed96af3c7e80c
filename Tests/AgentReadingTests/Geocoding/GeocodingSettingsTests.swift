import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct GeocodingSettingsTests {
    private let folder: ConfigurationFolder

    init() throws { folder = try ConfigurationFolder() }

    private func load(_ geocoding: String) throws -> Configuration {
        try folder.load(
            #"{"mqtt":{"host":"h"},"sources":[{"topic":"a/{device}"}],"geocoding":\#(geocoding)}"#
        )
    }

    @Test func `reads all of its keys`() throws {
        folder.write("key", "k-1\n".utf8)
        var wanted = GeocodingSettings(.pelias, url: "https://h.example/api")
        (wanted.language, wanted.perSecond, wanted.timeout) = ("pt-BR", 0.5, 10)
        (wanted.contact, wanted.key) = ("ops@example.org", Secret("k-1".utf8))
        let text =
            #"{"kind":"pelias","url":"https://h.example/api/","language":"pt-BR","perSecond":0.5,"timeout":10,"contact":"ops@example.org","keyFile":"key"}"#
        #expect(try load(text).geocoding == wanted)
        #expect(
            try load(#"{"url":"http://localhost:8088"}"#).geocoding
                == GeocodingSettings(url: "http://localhost:8088")
        )
        for url in ["http://[::1]:8088", "https://[2001:db8::1]/search"] {
            #expect(try load(#"{"url":"\#(url)"}"#).geocoding?.url == url)
        }
        let router =
            #"{"mqtt":{"host":"h"},"sources":[{"topic":"a/{device}"}],"routing":{"url":"http://[::1]:5000"}}"#
        #expect(
            try ConfigurationFolder().load(router).routing.router?.url == "http://[::1]:5000"
        )
    }

    @Test(arguments: [
        "localhost:8088", "file:///etc", "http://", "http://a b", "http://u:p@h", "http://h?x",
        "http://h/a#b",
        "http://h:99999", "http://h/\u{E4}", "http://[::1", "http://x[::1]", "http://[1.2.3.4]",
        "http://[::1]x",
    ])
    func `takes a URL alone that can be asked`(_ url: String) {
        let errors = folder.errors(
            #"{"mqtt":{"host":"h"},"sources":[{"topic":"a/{device}"}],"geocoding":{"url":"\#(url)"}}"#
        )
        #expect(errors.count == 1)
        #expect(errors.first?.contains("is no address of a service") == true)
    }

    @Test(arguments: [
        ("https://nominatim.openstreetmap.org", true), ("https://Nominatim.OpenStreetMap.org:443/x", true),
        ("http://localhost:8088", false), ("https://nominatim.example.org", false),
    ])
    func `warns of the service that is for all`(_ url: String, _ isPublic: Bool) throws {
        let warnings = try load(#"{"url":"\#(url)"}"#).warnings.map(\.message)
        #expect(warnings.contains { $0.contains("OpenStreetMap's own service") } == isPublic)
    }

    private static func place() throws -> Coordinate { try Coordinate(latitude: 52.5, longitude: -0.25) }

    @Test func `each service is asked as it wants to be`() throws {
        let place = try Self.place()
        let search = AddressQuery.search("Hof & Weg", near: place, isPartial: false)
        let typed = AddressQuery.search("Ho", near: nil, isPartial: true)
        var settings = GeocodingSettings(url: "http://h/n")
        func urls() -> [String] { [search, typed, .reverse(place)].map { settings.request(for: $0).url } }
        settings.language = "de"
        #expect(
            urls() == [
                "http://h/n/search?q=Hof%20%26%20Weg&limit=5&viewbox=-0.75%2C53%2C0.25%2C52&format=geocodejson&accept-language=de",
                "http://h/n/search?q=Ho&limit=5&format=geocodejson&accept-language=de",
                "http://h/n/reverse?lat=52.5&lon=-0.25&zoom=18&format=geocodejson&accept-language=de",
            ]
        )
        settings.kind = .photon
        #expect(
            urls() == [
                "http://h/n/api?q=Hof%20%26%20Weg&limit=5&lat=52.5&lon=-0.25&lang=de",
                "http://h/n/api?q=Ho&limit=5&lang=de",
                "http://h/n/reverse?lat=52.5&lon=-0.25&lang=de",
            ]
        )
        (settings.kind, settings.language, settings.key) = (.pelias, nil, Secret("k&1".utf8))
        #expect(
            urls() == [
                "http://h/n/v1/search?text=Hof%20%26%20Weg&size=5&focus.point.lat=52.5&focus.point.lon=-0.25&api_key=k%261",
                "http://h/n/v1/autocomplete?text=Ho&size=5&api_key=k%261",
                "http://h/n/v1/reverse?point.lat=52.5&point.lon=-0.25&size=1&api_key=k%261",
            ]
        )
    }

    @Test func `says who asks, and shows the key`() throws {
        var settings = GeocodingSettings(url: "http://h")
        (settings.contact, settings.key, settings.perSecond) = ("ops@example.org", Secret("k".utf8), 2)
        settings.timeout = 2.5
        let request = settings.request(for: .reverse(try Self.place()))
        #expect(
            request.headers == [
                "User-Agent: geofence-agent/\(AgentVersion.current) (ops@example.org)",
                "Authorization: Bearer k",
            ]
        )
        #expect(request.lane == OutboundLane(name: "geocoding", atOnce: 1, perSecond: 2))
        #expect(request.timeout == 2500)
        #expect(request.mostBytes == 262_144)
    }

    @Test(arguments: [
        ("a+b%20c", "a b c"), ("Stra%C3%9Fe%2B", "Straße+"), ("", ""), ("%", nil), ("%4", nil), ("%zz", nil),
        ("%FF", nil),
    ])
    func `a text of a URL is read as it was meant`(_ text: String, _ meant: String?) {
        #expect(ServiceURL.unescaped(text) == meant)
        if let meant { #expect(ServiceURL.unescaped(ServiceURL.escaped(meant)) == meant) }
    }
}
