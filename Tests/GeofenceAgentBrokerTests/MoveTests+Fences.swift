import GeofenceCore
import Testing

@testable import geofence_agent

/// Fences that are there for a device alone.
extension BrokerTests.MoveTests {
    /// One whose partition moves.
    private static func device() throws -> String {
        let shard = Shard(partitions: 64, range: 16...31)
        return try #require((0..<99).map { "van\($0)" }.first { Array($0.utf8).withUnsafeBytes(shard.owns) })
    }

    private static func position(_ north: Double, at time: Int) -> String {
        let latitude = 52 + north / 111_268
        return #"{"_type":"location","lat":\#(latitude),"lon":13,"acc":8,"tst":\#(1_760_000_000 + time)}"#
    }

    /// The enters and exits of a fence whose id begins so: each its kind and its number.
    private func events(_ device: String, _ fence: String) -> [(kind: String, number: UInt64)] {
        client.messages.filter { $0.topic.hasPrefix("geofence/event/\(device)/\(fence)") }.compactMap {
            message in
            guard let event = try? JSONDocument.parse(message.payload).root else { return nil }
            return (event.member("event")?.text ?? "", UInt64(event.number(of: "seq") ?? 0))
        }.filter { ["enter", "exit"].contains($0.kind) }
    }

    /// A device is in a fence of its own, its partition moves, and it leaves that fence.
    private func leaveBehindMove(_ device: String, _ fence: String, _ topic: String, from time: Int) throws {
        func hear(_ kind: String) throws {
            try client.wait(for: kind) { _ in events(device, fence).last?.kind == kind }
        }
        // The answer stands behind all that is published of the positions before the question.
        try client.flush()
        try client.publish("geofence/request/fence/list", "{}")
        try client.message("geofence/response/fence/list")
        try hear("enter")
        let known = events(device, fence)
        #expect(try start("second", "32-63").stop() == 0)
        for (name, range) in [("first", 0...15), ("second", 16...63)] { try configure(name, range) }
        let process = try move()
        #expect(process.waitForLog("stop it now"), "\(process.text)")
        #expect(first?.stop() == 0)
        #expect(process.end() == 0, "\(process.text)")
        #expect(try devices("first") == [])
        let agents = try (start("first", "0-15"), start("second", "16-63"))
        for step in 0..<4 { try client.send(topic, Self.position(8000, at: time + 100 * step)) }
        try hear("exit")
        let all = events(device, fence)
        #expect(all.count == known.count + 1)
        // Those of other fences have numbers in between, and each is higher.
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.number < $1.number })
        #expect(agents.0.stop() == 0)
        #expect(agents.1.stop() == 0)
    }

    private func startFirst() throws {
        try configure("first", 0...31)
        try configure("second", 32...63)
        first = try start("first", "0-31")
    }

    @Test func `the fence around a point goes with the device that is in it`() throws {
        let point =
            #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[13,52]},"properties":{}}"#
        try site.write(#"{"type":"FeatureCollection","features":[\#(point)]}"#, to: "points.geojson")
        more = #","pois":{"files":["points.geojson"],"regions":[150]}"#
        try startFirst()
        let device = try Self.device()
        for (step, north) in [2000, 0, 0].enumerated() {
            try client.send("fleet/\(device)/location", Self.position(Double(north), at: 100 * step))
        }
        try leaveBehindMove(device, "poi-a-150", "fleet/\(device)/location", from: 400)
    }

    @Test func `the waypoint of a phone goes with it`() throws {
        (more, source) = (
            #","owntracks":{"waypoints":true}"#, #""owntracks/jo/{device}", "format": "owntracks""#
        )
        try startFirst()
        let device = try Self.device()
        let topic = "owntracks/jo/\(device)"
        let waypoint = #"{"_type":"waypoint","desc":"Home","lat":52,"lon":13,"rad":100,"tst":5}"#
        try client.send("\(topic)/waypoint", waypoint)
        for (step, north) in [2000, 0, 0].enumerated() {
            try client.send(topic, Self.position(Double(north), at: 100 * step))
        }
        try leaveBehindMove(device, "waypoint-", topic, from: 400)
    }

    @Test func `home goes with its device, and stays a fence`() throws {
        more = #","visits":{},"zones":{"fences":true,"radius":60}"#
        try startFirst()
        let device = try Self.device()
        let topic = "fleet/\(device)/location"
        for day in 0..<22 {
            let isFree = [2, 3].contains(day % 7)
            for minute in stride(from: day * 1440 + 30, to: day * 1440 + 1410, by: 10) {
                let isAway = !isFree && minute < day * 1440 + 510
                try client.send(topic, Self.position(isAway ? 5000 : 0, at: minute * 60))
            }
        }
        try leaveBehindMove(device, "home-", topic, from: 22 * 86_400)
    }
}
