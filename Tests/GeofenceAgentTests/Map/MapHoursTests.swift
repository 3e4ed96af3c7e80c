import Testing

@testable import GeofenceCore
@testable import geofence_agent

/// The live map says of fences whether their schedule has closed them.
@Suite struct MapHoursTests {
    private static let begin = Timestamp(milliseconds: 1_760_000_000_000)

    private static func after(_ seconds: Int64) -> Timestamp {
        begin.advanced(byMilliseconds: seconds * 1000)
    }

    /// A fence that is open for 60 s from the beginning.
    private static func update(_ expires: Timestamp? = after(60)) throws -> MapUpdate {
        let center = try Coordinate(latitude: 52, longitude: 13)
        let fence = try Fence(
            id: try Identifier("depot"),
            shape: .circle(try Circle(center: center, radius: 100)),
            schedule: expires.map { Schedule(expires: $0) }
        )
        var update = MapUpdate(watch: 1)
        update.put(fence, fence.id)
        return update
    }

    private static func text(_ scene: inout MapScene) throws -> String {
        String(decoding: scene.fence(try Identifier("depot")) ?? [], as: UTF8.self)
    }

    @Test func `a fence that closes is sent once more, and says so`() throws {
        var scene = MapScene(generation: "g")
        _ = scene.accept(try Self.update(), at: Self.begin)
        #expect(try !Self.text(&scene).contains("\"open\""))
        #expect(scene.accept(MapUpdate(watch: 1), at: Self.after(59)).fences.isEmpty)
        #expect(scene.accept(MapUpdate(watch: 1), at: Self.after(60)).fences == [try Identifier("depot")])
        #expect(try Self.text(&scene).contains("\"open\":false"))
        #expect(scene.accept(MapUpdate(watch: 1), at: Self.after(61)).fences.isEmpty)
    }

    @Test func `one that is closed already says so at once, and no longer without a schedule`() throws {
        var scene = MapScene(generation: "g")
        _ = scene.accept(try Self.update(Self.begin), at: Self.begin)
        #expect(try Self.text(&scene).contains("\"open\":false"))
        _ = scene.accept(try Self.update(nil), at: Self.after(1))
        #expect(try !Self.text(&scene).contains("\"open\""))
    }

    @Test func `opens and closes by the week`() throws {
        let window = try WeeklyWindow(days: .all, from: 36_000, to: 39_600, timeZone: .utc)
        let midnight = Timestamp(milliseconds: 1_760_054_400_000)
        var hours = MapHours()
        let id = try Identifier("depot")
        hours.set(Schedule(windows: [window]), of: id, at: midnight)
        #expect(hours.isClosed(id))
        for (seconds, isClosed) in [(36_000, false), (39_600, true), (122_400, false)] as [(Int64, Bool)] {
            let now = midnight.advanced(byMilliseconds: seconds * 1000)
            #expect(hours.changed(at: now.advanced(byMilliseconds: -1)).isEmpty)
            #expect(hours.changed(at: now) == [id] && hours.isClosed(id) == isClosed)
        }
    }
}
