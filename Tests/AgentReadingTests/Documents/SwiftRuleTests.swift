import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport

// The page's example of a rule begins here.
/// An arrival counts once a position is inside by half of its accuracy, a departure once it is as far
/// outside; a position that is vaguer than the fence is wide changes nothing.
struct HalfwayRule: SideRule {
    func side(of measurement: EdgeMeasurement, wasInside: Bool) -> SideVerdict {
        let half = measurement.accuracy / 2
        guard measurement.accuracy <= measurement.scale else { return .same }
        if wasInside { return measurement.distance > half + measurement.margin ? .outside : .same }
        return measurement.distance < -half ? .inside : .same
    }
}
// The page's example of a rule ends here.

/// The example of `docs/swift.md` with a rule of one's own, compiled and run.
@Suite struct SwiftRuleTests {
    /// What comes of fixes on the way to a circle of 100 m, at metres from its edge, each accurate to 30 m.
    private static func events(_ metres: [Double], accuracy: Double = 30, by rule: (any SideRule)?) throws
        -> [String]
    {
        let center = try Coordinate(latitude: 0, longitude: 0)
        let fence = try Fence(
            id: Identifier("depot"),
            shape: .circle(Circle(center: center, radius: 100))
        )
        var stream = StreamRules()
        stream.rest = .off
        var engine = Engine(fences: [fence], stream: stream, sideRule: rule)
        var effects = Effects()
        let device = engine.admit(try Identifier("van1"))
        for (step, metres) in metres.enumerated() {
            let time = Timestamp(milliseconds: 1_760_000_000_000 + Int64(step) * 60_000)
            // 1 m along the equator.
            let place = try Coordinate(latitude: 0, longitude: (metres + 100) / 111_319.49)
            let fix = Fix(coordinate: place, accuracy: accuracy)
            _ = engine.observe(Observation(time: time, arrival: time, fix: fix), device: device, &effects)
        }
        return effects.events.map { event in
            let isEnter = if case .enter = event.kind { true } else { false }
            let step = (event.time.milliseconds - 1_760_000_000_000) / 60_000
            return "\(isEnter ? "enter" : "exit") \(step)"
        }
    }

    @Test func `judges in the place of the fences' own rules`() throws {
        let way = [500.0, -10, -16, 10, 16, 500]
        #expect(try Self.events(way, by: nil) == ["enter 1", "exit 5"])
        #expect(try Self.events(way, by: HalfwayRule()) == ["enter 2", "exit 4"])
        #expect(try Self.events(way, by: HysteresisRule()) == ["enter 1", "exit 5"])
        #expect(try Self.events(way, accuracy: 101, by: HalfwayRule()) == [])
    }

    @Test func `the first position counts by its point alone`() throws {
        #expect(try Self.events([-1, 16], by: HalfwayRule()) == ["exit 1"])
    }

    @Test func `is what the page shows`() throws {
        let blocks = try DocumentPage("docs/swift.md").blocks.filter { $0.language == "swift" }
        let block = try #require(blocks.first { $0.lines.contains { $0.contains("HalfwayRule: SideRule") } })
        let source = try String(contentsOfFile: #filePath, encoding: .utf8).components(separatedBy: "\n")
        let start = try #require(source.firstIndex { $0 == "// The page's example of a rule begins here." })
        let end = try #require(source.firstIndex { $0 == "// The page's example of a rule ends here." })
        #expect(block.lines == ["import GeofenceCore", ""] + source[(start + 1)..<end])
    }
}
