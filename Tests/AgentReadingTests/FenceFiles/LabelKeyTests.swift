import GeofenceCore
import Testing

@testable import geofence_agent

/// Ids, names and groups from properties that are named for it.
@Suite struct LabelKeyTests {
    private static let keys = FenceFileOptions(keys: LabelKeys(id: "ags", name: "gen", groups: "land"))

    private static let geojson = FenceDocuments.collection(
        FenceDocuments.feature(
            "Polygon",
            FenceDocuments.square,
            #""AGS":11000,"GEN":"Berlin","land":"Ost/Nord","id":"x","name":"y","groups":["z"]"#,
            #""id":"w","#
        ),
        FenceDocuments.feature(
            "Polygon",
            FenceDocuments.square,
            #""AGS":"12","GEN":"Brandenburg","land":["Ost",7]"#
        )
    )

    private static let kml = """
        <kml><Placemark><name>n</name><ExtendedData><Data name="AGS"><value>11000</value></Data>
        <Data name="GEN"><value>Berlin</value></Data><Data name="LAND"><value>["Ost","West"]</value></Data>
        <Data name="RADIUS"><value>50</value></Data></ExtendedData>
        <Point><coordinates>13,52</coordinates></Point></Placemark></kml>
        """

    private static let traccar =
        #"[{"id":7,"gen":"Hof","area":"CIRCLE (52 13, 50)","attributes":{"AGS":"a1","land":"Ost"}}]"#

    private static let owntracks =
        #"{"_type":"waypoint","ags":"a1","gen":"Hof","desc":"Home","lat":52.5,"lon":13.4,"rad":100}"#

    @Test(arguments: [
        (geojson, "x.geojson", ["11000 Berlin ost-nord", "12 Brandenburg Ost,7"]),
        (kml, "x.kml", ["11000 Berlin Ost,West"]),
        (traccar, "x.json", ["a1 Hof Ost"]),
        ("AGS,Gen,LAND,lat,lon,radius,id\n11,Berlin,Ost,52,13,50,z\n", "x.csv", ["11 Berlin Ost"]),
    ])
    func `are what the properties say`(_ text: String, _ file: String, _ fences: [String]) {
        let result = FenceDocuments.read(text, file, options: Self.keys)
        #expect(result.problems == [])
        #expect(
            result.fences.map { fence in
                "\(fence.id) \(fence.name ?? "") \(fence.groups.map(\.description).joined(separator: ","))"
            } == fences
        )
    }

    @Test func `of a waypoint its own members count`() {
        let options = FenceFileOptions(keys: LabelKeys(id: "AGS", name: "gen"))
        let fences = FenceDocuments.read(Self.owntracks, "x.otrw", options: options).fences
        #expect(fences.map(\.id.description) == ["a1"])
        #expect(fences.map(\.name) == ["Hof"])
    }

    @Test func `a feature without one is named as usual, and that is said`() {
        let text = FenceDocuments.collection(
            FenceDocuments.feature("Polygon", FenceDocuments.square, #""ags":"a""#),
            FenceDocuments.feature("Polygon", FenceDocuments.square, #""ags":null,"name":"B""#)
        )
        let options = FenceFileOptions(keys: LabelKeys(id: "ags"))
        #expect(
            FenceDocuments.report(text, "x.geojson", options: options) == [
                "1    good     a", "2    good     b (B)", "has no \"ags\" for its id",
            ]
        )
    }

    @Test(arguments: [
        ("agz", #"; did you mean "AGS"?"#),
        ("x", #"; there are "AGS", "GEN", "groups", "id", "land", "name""#),
    ])
    func `a name that no feature has is refused`(_ key: String, _ hint: String) {
        let options = FenceFileOptions(keys: LabelKeys(name: key))
        let result = FenceDocuments.read(Self.geojson, "x.geojson", options: options)
        #expect(
            result.problems.map(\.description) == [
                "x.geojson: no feature has a property \"\(key)\", which --name-key asks for\(hint)"
            ]
        )
        let request = FenceFileOptions(keys: LabelKeys(name: key), isRequest: true)
        let answer = FenceDocuments.read(Self.geojson, "document", options: request).problems
        #expect(answer.first?.message.contains(#""nameKey" beside "document""#) == true)
    }

    @Test func `upper and lower case of the keys of a fence do not count`() throws {
        let text = FenceDocuments.feature("Point", "[13,52]", #""ID":"a","Name":"A","RADIUS":50,"radius":60"#)
        let fence = try Fence(id: Identifier("a"), name: "A", shape: FenceDocuments.circle(52, 13, 60))
        #expect(FenceDocuments.read(text, "x.geojson").fences == [fence])
    }
}
