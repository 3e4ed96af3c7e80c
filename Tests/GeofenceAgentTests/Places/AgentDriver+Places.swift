import GeofenceCore

@testable import AgentTestSupport
@testable import geofence_agent

extension AgentDriver {
    /// An agent that finds visits and zones; of the zones that are home or work it makes fences of a radius,
    /// where one is given.
    convenience init(fenceRadius: Double?, fences: [Fence] = [], keepFor: Double? = nil) throws {
        var setup = try Self.setup(fences: fences, deviceEvery: 86_400_000)
        var rules = PlaceRules()
        (rules.zones, rules.keepFor) = (ZoneRules(), keepFor)
        (setup.places.rules, setup.places.fenceRadius) = (rules, fenceRadius)
        self.init(setup)
    }

    static let minute: Int64 = 60_000
    static let day: Int64 = 1440 * minute

    /// A position some metres north of 52 N, 13 E.
    func stand(_ device: String = "van", north: Double, at time: Int64) {
        let latitude = 52 + north / 111_268
        let text = "{\"lat\":\(latitude),\"lon\":13,\"acc\":10,\"timestamp\":\(Self.beginning + time)}"
        take("fleet/\(device)/location", text, at: time + wait)
    }

    /// A position every ten minutes from one minute to another.
    func stay(_ device: String = "van", north: Double, minutes: Range<Int64>) {
        for minute in stride(from: minutes.lowerBound, to: minutes.upperBound, by: 10) {
            stand(device, north: north, at: minute * Self.minute)
        }
    }

    /// Days from the beginning on, which is a Thursday at 8:53 UTC: eight hours at work, 5 km off, on
    /// weekdays, else at home.
    func live(_ device: String = "van", days: Range<Int64>, home: Double = 0) {
        for day in days {
            let start = day * 1440
            let isFree = [2, 3].contains(day % 7)
            stay(device, north: isFree ? home : 5000, minutes: start + 30..<start + 510)
            stay(device, north: home, minutes: start + 540..<start + 1410)
        }
    }

    /// The payloads that wait on a topic, in order.
    func told(on topic: String) -> [String] {
        news.filter { $0.hasPrefix("\(topic) ") }.map { String($0.dropFirst(topic.count + 1)) }
    }
}
