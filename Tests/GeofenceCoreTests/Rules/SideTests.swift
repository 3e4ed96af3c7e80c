@testable import GeofenceCore
import Testing

/// "Sides": what one fix says of the side of the edge, to the last bit.
///
/// s in metres, a in metres, scale 100 m.
@Suite struct SideTests {
    struct Row: CustomTestStringConvertible {
        let distance, accuracy, margin: Double
        let answer: SideVerdict

        init(_ distance: Double, _ accuracy: Double, margin: Double = 0, _ answer: SideVerdict) {
            self.distance = distance
            self.accuracy = accuracy
            self.margin = margin
            self.answer = answer
        }

        var testDescription: String { "s \(distance), a \(accuracy), margin \(margin): \(answer)" }

        func answer(_ rule: AccuracyRule) -> SideVerdict {
            var edge = EdgeMeasurement(distance: distance, accuracy: accuracy, scale: 100, margin: margin)
            edge.rule = rule
            return FenceSideRule().side(of: edge, wasInside: false)
        }
    }

    @Test(arguments: [
        Row(-1, 0, .inside), Row(0, 0, .inside), Row(0, 100, .inside), Row(-50, 100, .inside),
        Row(0, (100.0).nextUp, .insideUnconfirmed), Row(-99, 500, .insideUnconfirmed),
        Row((0.0).nextUp, 0, .outside), Row(10, 10, .same), Row((10.0).nextUp, 10, .outside),
        Row((0.0).nextUp, 10, .same), Row(15, 10, margin: 5, .same),
        Row((15.0).nextUp, 10, margin: 5, .outside), Row(200, 150, .outside), Row(150, 150, .same),
    ])
    func `hysteresis: inside at s ≤ 0, outside at s > a + margin, asks again where a > scale`(_ row: Row) {
        #expect(row.answer(.hysteresis) == row.answer)
    }

    @Test(arguments: [
        Row(0, 0, .inside), Row(0, 5000, .inside), Row(-99, 5000, .inside), Row((0.0).nextUp, 5000, .outside),
        Row((0.0).nextUp, 0, margin: 5, .same), Row(5, 0, margin: 5, .same),
        Row((5.0).nextUp, 5000, margin: 5, .outside),
    ])
    func `ignore: inside at s ≤ 0, outside at s > margin, whatever the accuracy`(_ row: Row) {
        #expect(row.answer(.ignore) == row.answer)
    }

    @Test(arguments: [
        Row((0.0).nextDown, 0, .inside), Row(0, 0, .outside), Row((10.0).nextDown, 10, .inside),
        Row(10, 10, .outside), Row(10, 10, margin: 5, .same), Row((15.0).nextDown, 10, margin: 5, .same),
        Row(15, 10, margin: 5, .outside), Row(-200, 0, .inside), Row(100, 500, .inside),
    ])
    func `lenient: inside at s < a, outside at s ≥ a + margin`(_ row: Row) {
        #expect(row.answer(.lenient) == row.answer)
    }

    @Test(arguments: [
        Row(0, 0, .inside), Row(-10, 10, .inside), Row((-10.0).nextUp, 10, .same), Row(0, 10, .same),
        Row(10, 10, .same), Row((10.0).nextUp, 10, .outside), Row(15, 10, margin: 5, .same),
        Row((15.0).nextUp, 10, margin: 5, .outside), Row((0.0).nextUp, 0, .outside),
    ])
    func `strict: inside at s + a ≤ 0, outside at s − a > margin`(_ row: Row) {
        #expect(row.answer(.strict) == row.answer)
    }

    @Test func `the scale of a circle is twice its area over its perimeter, its radius`() throws {
        let track = try Track(.circle(radius: 100))
        try track.fix(0, beyond: 500)
        try track.fix(1, beyond: -50, accuracy: 100)
        #expect(track.told == ["enter depot 1 via region by position fix -50±100 #1"])
    }

    @Test func `where nothing else is said, the rule is hysteresis, without margin`() throws {
        #expect(Rules().accuracy == .hysteresis)
        #expect(Rules().margin == 0)
    }
}
