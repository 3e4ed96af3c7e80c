import Testing

@testable import geofence_agent

@Suite struct SafeIDTests {
    @Test(arguments: [
        ("van1", "van1"), ("Van-1", "Van-1"), ("van_1", "van_5F1"), ("van 1", "van_201"), ("ä", "_C3_A4"),
        ("site/geo", "site_2Fgeo"), ("_", "_5F"), ("%20", "_2520"), ("\u{11}", "_11"),
    ])
    func `escapes what Home Assistant takes in no id`(_ text: String, _ id: String) {
        #expect(SafeID.escaped(text) == id)
    }

    /// Texts that are near each other, and near the escapes.
    private static let texts: [String] = {
        let parts = ["", "a", "_", "__", "5F", "_5F", "_20", "-", " ", "ä", "a\u{308}", "A", ".", "~"]
        return parts.flatMap { first in parts.flatMap { second in parts.map { first + second + $0 } } }
    }()

    @Test func `no two texts have one id`() {
        let bytes = Set(Self.texts.map { Array($0.utf8) })
        let ids = Set(bytes.map { SafeID.escaped(String(decoding: $0, as: UTF8.self)) })
        #expect(ids.count == bytes.count)
        #expect(ids.allSatisfy { $0.wholeMatch(of: /[a-zA-Z0-9_-]*/) != nil })
    }

    @Test func `no two lists of texts have one id`() {
        let few = ["a", "_", "__", "5F", "_5F", "a__b", "b", "_b", "a_", "-"]
        let lists = few.map { [$0] } + few.flatMap { first in few.map { [first, $0] } }
        #expect(Set(lists.map(SafeID.joined)).count == lists.count)
    }

    @Test(arguments: [
        (["van1", "depot"], "van1_depot"), (["Van 1!", "Depot Nord"], "van_1_depot_nord"),
        (["__a--b__", "c"], "a_b_c"),
        ([String(repeating: "x", count: 100), "y"], String(repeating: "x", count: 80) + "_y"),
        (["ä", "depot"], nil), (["大阪", "大"], nil), (["\u{212A}1", "Ä2Ö"], "k1_2"),
    ])
    func `makes words of ASCII for entities' ids`(_ texts: [String], _ words: String?) {
        #expect(SafeID.words(texts) == words)
    }
}
