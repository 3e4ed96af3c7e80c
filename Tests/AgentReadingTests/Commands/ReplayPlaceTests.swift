import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct ReplayPlaceTests {
    @Test func `visits stand among the events by their moments`() throws {
        let depot = try Fence(
            id: try Identifier("depot"),
            shape: .circle(try Circle(center: try Coordinate(latitude: 52.6, longitude: 13.4), radius: 100))
        )
        let track = (0..<10).map { index in
            #"{"device":"van","tst":\#(1_777_879_800 + 300 * index),"latitude":\#(index < 5 ? 52.5 : 52.6),"longitude":13.4}"#
        }
        var replay = Replay(engine: Engine(fences: [depot], places: PlaceRules()))
        var reader = TrackReader()
        let entries = reader.read(Array(track.joined(separator: "\n").utf8), file: "track")
        for entry in TrackMerge([entries]) { replay.play(entry) }
        let lines = String(decoding: replay.finish(), as: UTF8.self).split(separator: "\n")
        let kinds = lines.map { $0.dropFirst(10).prefix { $0 != "\"" } }
        #expect(kinds == ["arrival", "enter", "departure", "arrival"])
    }

    @Test(arguments: [(nil, "07:30:05.000Z"), (FixFilter(distance: 1000, time: 10), "07:30:10.000Z")])
    func `a filter leaves fixes out, as it does live`(_ filter: FixFilter?, _ time: String) throws {
        let depot = try Fence(
            id: try Identifier("depot"),
            shape: .circle(try Circle(center: try Coordinate(latitude: 52.5, longitude: 13.4), radius: 100))
        )
        let track = (0...3).map { index in
            #"{"device":"van","tst":\#(1_777_879_800 + 5 * index),"latitude":\#(index == 0 ? 52.505 : 52.5),"longitude":13.4}"#
        }
        var replay = Replay(
            engine: Engine(fences: [depot]),
            filter: { $0.description == "van" ? filter : nil }
        )
        var reader = TrackReader()
        let entries = reader.read(Array(track.joined(separator: "\n").utf8), file: "track")
        for entry in TrackMerge([entries]) { replay.play(entry) }
        let lines = String(decoding: replay.finish(), as: UTF8.self)
        #expect(lines.contains(time), "\(lines)")
    }

    @Test func `puts fences around the nearest point, as the agent does`() throws {
        var (settings, builder) = (PointSettings(), PointTableBuilder(tags: []))
        settings.regions = [200]
        for (id, latitude) in [("a", 52.0), ("b", 52.02)] {
            let place = try Coordinate(latitude: latitude, longitude: 13)
            try builder.add(ParsedPoint(id: id, place: place))
        }
        let pois = PointsOfInterest(settings: settings, table: PointTable(builder, fingerprint: ""))
        let track = [51.99, 52.0, 52.02].enumerated().map { index, latitude in
            #"{"device":"van","tst":\#(1_777_879_800 + 60 * index),"latitude":\#(latitude),"longitude":13}"#
        }
        var replay = Replay(engine: Engine(), points: .init(pois: pois, rules: Rules()))
        var reader = TrackReader()
        let entries = reader.read(Array(track.joined(separator: "\n").utf8), file: "track")
        for entry in TrackMerge([entries]) { replay.play(entry) }
        let lines = String(decoding: replay.finish(), as: UTF8.self).split(separator: "\n")
        let events = try lines.map { line in
            let event = try JSONDocument.parse(String(line)).root
            return ["event", "fence", "cause"].map { event.member($0)?.text ?? "" }
        }
        #expect(
            events == [
                ["enter", "poi-a-200", "position"], ["exit", "poi-a-200", "position"],
                ["enter", "poi-b-200", "position"],
            ]
        )
    }
}
