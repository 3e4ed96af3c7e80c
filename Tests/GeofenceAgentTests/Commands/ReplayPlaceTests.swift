import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct ReplayVisitTests {
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
        for entry in TrackMerge([entries]) { replay.take(entry) }
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
        for entry in TrackMerge([entries]) { replay.take(entry) }
        let lines = String(decoding: replay.finish(), as: UTF8.self)
        #expect(lines.contains(time), "\(lines)")
    }
}
