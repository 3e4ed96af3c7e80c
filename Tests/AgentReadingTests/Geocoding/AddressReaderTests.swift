import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct AddressReaderTests {
    private static func lines(_ answer: String) throws -> [String] {
        try AddressReader.read(Array(answer.utf8)).map {
            "\($0.label) (\($0.kind ?? "")) \($0.place.latitude) \($0.place.longitude)"
        }
    }

    private static func feature(_ properties: String, at place: String = "[13.4,52.5]") -> String {
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":\#(place)},"properties":\#(properties)}"#
    }

    private static func collection(_ features: String...) -> String {
        #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    }

    @Test func `reads what each service answers`() throws {
        let nominatim = Self.feature(
            #"{"geocoding":{"place_id":1,"osm_type":"node","osm_value":"house","type":"house","label":"5, Main Street, Town","name":"","city":"Town"}}"#
        )
        let photon = Self.feature(
            #"{"osm_id":1,"osm_value":"house","type":"house","street":"Main Street","housenumber":"5","postcode":"10115","city":"Town","country":"Land","extent":[1,2,3,4]}"#
        )
        let pelias = Self.feature(
            #"{"id":"x","layer":"venue","name":"Depot","confidence":0.9,"label":"Depot, Town, Land"}"#
        )
        #expect(
            try Self.lines(Self.collection(nominatim, photon, pelias)) == [
                "5, Main Street, Town (house) 52.5 13.4",
                "Main Street 5, 10115 Town, Land (house) 52.5 13.4",
                "Depot, Town, Land (venue) 52.5 13.4",
            ]
        )
    }

    @Test func `a place is called by its name once`() throws {
        let street = Self.feature(#"{"name":"Main Street","street":"Main Street","city":"Town"}"#)
        let city = Self.feature(#"{"name":"Town","city":"Town","osm_value":"city"}"#)
        #expect(
            try Self.lines(Self.collection(street, city)) == [
                "Main Street, Town () 52.5 13.4", "Town (city) 52.5 13.4",
            ]
        )
    }

    @Test(arguments: [
        "[]", #"{"error":"Unable to geocode"}"#, #"{"type":"FeatureCollection","features":[]}"#,
        #"{"features":7}"#,
    ])
    func `nothing found is no error`(_ answer: String) throws {
        #expect(try Self.lines(answer) == [])
    }

    @Test(arguments: [
        #"{}"#, "null", #"{"geometry":{"type":"Point","coordinates":[1,2]}}"#,
        feature(#"{"label":""}"#), feature(#"{"label":7}"#), feature(#"{"label":"a"}"#, at: "[181,52]"),
        feature(#"{"label":"a"}"#, at: "[13,91]"), feature(#"{"label":"a"}"#, at: "[13]"),
        feature(#"{"label":"a"}"#, at: #"["13","52"]"#), feature(#"{"label":"a"}"#, at: "[[13,52]]"),
    ])
    func `leaves out what has no address, or no place`(_ feature: String) throws {
        let good = Self.feature(#"{"label":"b"}"#)
        #expect(try Self.lines(Self.collection(feature, good)) == ["b () 52.5 13.4"])
    }

    @Test func `takes so many, and so long ones`() throws {
        let long = Self.feature(
            #"{"label":"\#(String(repeating: "ä", count: 1000))","type":"\#(String(repeating: "k", count: 100))"}"#
        )
        let answer = Self.collection(long, long, long, long, long, long, long)
        let addresses = try AddressReader.read(Array(answer.utf8))
        #expect(addresses.count == 5)
        #expect(addresses[0].label.count == 256)
        #expect(addresses[0].kind?.count == 64)
    }

    @Test(arguments: [
        ("<html>", "the answer is no JSON (at 1:1): expected a value, found '<'"),
        ("", "the answer is no JSON (at 1:1)"),
        (#"{"features":["#, "the answer is no JSON"),
        ("{}", "the answer has no features; geocoding.kind may be another"),
        ("7", "the answer has no features"),
        (String(repeating: "[", count: 100_000), "the answer is no JSON"),
    ])
    func `says what an answer is not`(_ answer: String, _ words: String) {
        #expect {
            try AddressReader.read(Array(answer.utf8))
        } throws: { "\($0)".hasPrefix(words) }
    }

    @Test func `an answer in other bytes than UTF-8 is refused`() {
        #expect(throws: AddressReader.Failure(description: "the answer is not in UTF-8")) {
            try AddressReader.read([0x7B, 0xFF, 0x7D])
        }
    }
}
