import Foundation
import GeofenceCore
import Testing

/// "At rest the anchor is judged instead of the fix".
@Suite struct RestTests {
    @Test(arguments: try RestVector.all())
    func `makes the transitions that a second implementation makes`(_ vector: RestVector) throws {
        var stream = StreamRules()
        stream.rest = vector.fixes == 2 ? .twoFixes : .oneFix
        var engine = Engine(fences: [try vector.fence()], stream: stream)
        var effects = Effects()
        let device = engine.admit(try Identifier("van"))
        for fix in vector.track {
            let time = Timestamp.second(fix[0])
            let place = try Coordinate(latitude: fix[1], longitude: fix[2])
            let observation = Observation(
                time: time,
                arrival: time,
                fix: Fix(coordinate: place, accuracy: fix[3])
            )
            _ = engine.observe(observation, device: device, &effects)
        }
        let told = effects.events.map { "\($0.time.inSeconds) \($0.kind == .enter ? "enter" : "exit")" }
        #expect(told == vector.told)
    }

    /// Parked 20 m inside of the edge, with fixes up to 40 m off.
    private func parked(_ rule: RestRule = .oneFix) throws -> Track {
        let track = try Track(.circle()) { $0.rest = rule }
        for minute in 0..<10 { try track.fix(Double(minute) * 60, beyond: -20, accuracy: 15) }
        return track
    }

    @Test func `a fix outside ends no visit of a device that rests inside`() throws {
        let track = try parked()
        try track.fix(600, beyond: 22, accuracy: 15)
        #expect(track.told == [])
        #expect(track.engine.report(device: 0).isResting)
        let moving = try parked(.off)
        try moving.fix(600, beyond: 22, accuracy: 15)
        #expect(moving.events.count == 1)
        #expect(!moving.engine.report(device: 0).isResting)
    }

    @Test func `one fix elsewhere ends a rest, or two`() throws {
        let one = try parked()
        try one.fix(600, beyond: 900, accuracy: 15)
        #expect(one.events.count == 1)
        let two = try parked(.twoFixes)
        try two.fix(600, beyond: 900, accuracy: 15)
        #expect(two.told == [])
        try two.fix(660, beyond: 900, accuracy: 15)
        #expect(two.told == ["exit depot 660 after 660 via region by position visit 0 fix 900±15 #1"])
    }

    @Test func `a fix elsewhere that is only remembered is not the first that a fence uses`() throws {
        let track = try Track(.circle { $0.maxAccuracy = 20 }) { $0.rest = .twoFixes }
        for minute in 0..<5 {
            #expect(try track.fix(Double(minute) * 60, beyond: -20, accuracy: 30).inaccurate)
        }
        let remembered = try track.fix(300, beyond: 500, accuracy: 5)
        #expect(remembered.accepted && !remembered.inaccurate)
        #expect(try track.status() == "unknown")
        try track.fix(360, beyond: 5, accuracy: 20)
        #expect(try track.status() == "outside since 360")
        #expect(track.told == [])
    }

    @Test func `a fix elsewhere that is only remembered may be too vague for a fence`() throws {
        let track = try Track(.circle { $0.maxAccuracy = 50 }) { $0.rest = .twoFixes }
        for minute in 0..<10 { try track.fix(Double(minute) * 60, beyond: -20, accuracy: 8) }
        let elsewhere = try track.fix(600, beyond: -250, accuracy: 60)
        #expect(elsewhere.accepted && elsewhere.inaccurate)
        #expect(try track.report()?.distance?.rounded() == -20)
        #expect(track.told == [])
    }

    /// The same, of a device that came by car, or has said nothing but that it stands.
    private func standing(_ rule: RestRule = .oneFix, came: Bool = true) throws -> Track {
        let track = try Track(.circle()) { $0.rest = rule }
        for minute in 0..<10 {
            try track.fix(Double(minute) * 60, beyond: -20, accuracy: 15, speed: came && minute == 0 ? 5 : 0)
        }
        return track
    }

    @Test(arguments: [RestRule.oneFix, .twoFixes, .firm, .firmTwoFixes])
    func `a fix elsewhere of a device that says it stands is not judged for a minute`(_ rule: RestRule) throws
    {
        let track = try standing(rule)
        for second in stride(from: 599.0, to: 659, by: 10) {
            try track.fix(second, beyond: 900, accuracy: 15, speed: 1.9)
        }
        #expect(track.told == [])
        #expect(track.engine.report(device: 0).isResting)
        try track.fix(659, beyond: 900, accuracy: 15, speed: 1.9)
        #expect(track.told == ["exit depot 659 after 659 via region by position visit 0 fix 900±15 #1"])
    }

    @Test func `a fix near its place ends the doubt, and the next minute begins with the next fix elsewhere`()
        throws
    {
        let track = try standing()
        for second in stride(from: 599.0, to: 900, by: 20) {
            try track.fix(second, beyond: second == 639 ? -20 : 900, accuracy: 15, speed: 0)
            if second < 719 { #expect(track.told == [], "\(second)") }
        }
        #expect(track.told == ["exit depot 719 after 719 via region by position visit 0 fix 900±15 #1"])
    }

    @Test(arguments: [2, nil] as [Double?])
    func `a device elsewhere that goes, or does not say, has left`(_ speed: Double?) throws {
        let track = try standing()
        try track.fix(599, beyond: 900, accuracy: 15, speed: speed)
        #expect(track.events.count == 1)
    }

    @Test func `a stopped device that goes on has to say again that it goes`() throws {
        let track = try standing()
        track.monitorAnew(560)
        for minute in 10..<20 { try track.fix(Double(minute) * 60, beyond: -20, accuracy: 15, speed: 0) }
        try track.fix(1190, beyond: 900, accuracy: 15, speed: 0)
        #expect(track.events.count == 1)
    }

    @Test(arguments: [(RestRule.oneFix, 2), (.firm, 0)])
    func `the way to a fix that is withheld is looked at, and the way back is not`(
        _ rule: RestRule,
        _ events: Int
    )
        throws
    {
        let middle = try Yard.place(beyond: 400)
        var rules = Rules()
        rules.crossing = true
        let shape = Shape.circle(try Circle(center: middle, radius: 20))
        let way = try Fence(id: Identifier("gate"), shape: shape, rules: rules)
        let track = try Track(way) { $0.rest = rule }
        for step in 0..<60 {
            try track.fix(Double(step) * 60, beyond: 0, accuracy: 5, speed: step == 0 ? 5 : 0)
        }
        try track.fix(3550, beyond: 800, accuracy: 5, speed: 0)
        #expect(track.events.count == events && track.events.allSatisfy { $0.cause == .crossing })
        try track.fix(3560, beyond: 0, accuracy: 5, speed: 0)
        #expect(track.events.count == events)
    }

    @Test func `a vague fix where the others are ends the doubt, too`() throws {
        let track = try standing()
        try track.fix(550, beyond: 900, accuracy: 15, speed: 0)
        for step in 1..<13 { try track.fix(550 + Double(step) * 10, beyond: -20, accuracy: 40, speed: 0) }
        try track.fix(680, beyond: 900, accuracy: 15, speed: 0)
        #expect(track.told == [])
    }

    @Test(arguments: [RestRule.firm, .firmTwoFixes])
    func `who flies on has left a firm rest`(_ rule: RestRule) throws {
        let track = try parked(rule)
        try track.fix(4200, beyond: 800_000, accuracy: 15)
        #expect(track.told == [])
        try track.fix(4210, beyond: 802_500, accuracy: 15)
        #expect(track.events.count == 1)
    }

    @Test func `a fence that is smaller than its fixes are accurate is entered by a firm rest`() throws {
        // A quarter of the scale of a circle is that of its radius, of a long one half of its half width.
        let middle = try Yard.place(beyond: -100)
        let ends = [-0.01, 0.01].map { (longitude: middle.longitude + $0, latitude: middle.latitude) }
        let line = try ends.map { try Position(longitude: $0.longitude, latitude: $0.latitude) }
        let thin = Shape.corridor(try Corridor(line: line, width: 10))
        for fence in [try .circle(), try Fence(id: Identifier("road"), shape: thin)] {
            let track = try Track(fence) { $0.rest = .firm }
            for minute in 0..<60 { try track.fix(Double(minute) * 60, beyond: 40, accuracy: 320) }
            // 2 m off the middle of the road, which is 5 m from its edges.
            for minute in 60..<6000 { try track.fix(Double(minute) * 60, beyond: -98, accuracy: 320) }
            #expect(track.events.count == 1, "\(fence.id)")
        }
    }

    @Test func `who is heard after a minute's silence has left`() throws {
        let track = try standing()
        try track.fix(600, beyond: 900, accuracy: 15, speed: 0)
        #expect(track.events.count == 1)
    }

    @Test func `a device that has never said that it goes may know no speed`() throws {
        let track = try standing(came: false)
        try track.fix(599, beyond: 900, accuracy: 15, speed: 0)
        #expect(track.events.count == 1)
    }

    @Test func `whether a device says its speed outlives a restart`() throws {
        let track = try standing()
        try track.restart(.circle())
        try track.fix(599, beyond: 900, accuracy: 15, speed: 0)
        #expect(track.told == [])
    }

    /// Parked for an hour, as far outside as its fixes may be off.
    private func parkedOutside(_ rule: RestRule) throws -> Track {
        let track = try Track(.circle()) { $0.rest = rule }
        for minute in 0..<60 { try track.fix(Double(minute) * 60, beyond: 15, accuracy: 15) }
        return track
    }

    @Test func `the place of a firm rest must be clear of the edge on the inside, too`() throws {
        for (rule, events) in [(RestRule.oneFix, 1), (.firm, 0)] {
            let track = try parkedOutside(rule)
            for minute in 60..<180 { try track.fix(Double(minute) * 60, beyond: -8, accuracy: 15) }
            #expect(track.events.count == events, "\(rule)")
        }
        let track = try parkedOutside(.firm)
        for minute in 60..<360 { try track.fix(Double(minute) * 60, beyond: -12, accuracy: 15) }
        #expect(track.events.count == 1)
    }

    @Test func `no start leads as far as a fix that a firm rest keeps back`() throws {
        // 5 m/s² for 10 s, and 3.25 times 15 m: 299 m from 20 m inside.
        for (metres, events) in [(270.0, 1), (290, 0)] {
            let track = try Track(.circle()) { $0.rest = .firm }
            for minute in 0..<60 { try track.fix(Double(minute) * 60, beyond: -20, accuracy: 15) }
            try track.fix(3550, beyond: metres, accuracy: 15)
            #expect(track.events.count == events, "\(metres)")
            try track.fix(3560, beyond: metres, accuracy: 15)
            #expect(track.events.count == 1, "\(metres)")
        }
    }

    @Test func `a firm rest takes no evidence from fixes that may be errors`() throws {
        // On the other side by more than 1.5 times their error, but no farther than 2.5 times from the
        // middle.
        for (rule, events) in [(RestRule.oneFix, 1), (.firm, 0)] {
            let track = try parkedOutside(rule)
            for step in 0..<8 { try track.fix(3600 + Double(step) * 10, beyond: -22, accuracy: 14.5) }
            #expect(track.events.count == events, "\(rule)")
        }
    }

    @Test func `a fix too vague to feed a firm rest is judged by it`() throws {
        for (rule, events) in [(RestRule.oneFix, 1), (.firm, 0)] {
            let track = try parked(rule)
            try track.fix(600, beyond: 1600, accuracy: 1500)
            #expect(track.events.count == events, "\(rule)")
        }
    }

    @Test func `steady evidence of a minute ends it for the fence alone`() throws {
        let track = try Track(.circle(), .circle("other", radius: 115))
        for minute in 0..<10 { try track.fix(Double(minute) * 60, beyond: -5, accuracy: 15) }
        for step in 0..<6 { try track.fix(600 + Double(step) * 15, beyond: 24, accuracy: 15) }
        #expect(track.told == ["exit depot 660 after 660 via region by position visit 0 fix 24±15 #1"])
        #expect(try track.status("other") == "inside since 0 via region visit 0")
    }

    @Test func `a message may say other than the rules for all`() throws {
        var engine = Engine(fences: [try .circle()])
        var effects = Effects()
        let device = engine.admit(try Identifier("van"))
        for minute in 0..<10 {
            let (time, metres) = (Timestamp.second(Double(minute) * 60), minute == 9 ? 22.0 : -20)
            let fix = Fix(coordinate: try Yard.place(beyond: metres), accuracy: 15)
            var observation = Observation(time: time, arrival: time, fix: fix)
            observation.rest = .off
            _ = engine.observe(observation, device: device, &effects)
        }
        #expect(effects.events.count == 1)
    }

    @Test func `what comes late is judged as its own message says`() throws {
        for (rest, events) in [(RestRule.oneFix, 2), (.twoFixes, 0)] {
            var stream = StreamRules()
            stream.lateEvents = true
            var engine = Engine(fences: [try .circle()], stream: stream)
            var effects = Effects()
            let device = engine.admit(try Identifier("van"))
            func fix(_ second: Double, beyond metres: Double) throws {
                let place = try Yard.place(beyond: metres)
                let time = Timestamp.second(second)
                let fix = Fix(coordinate: place, accuracy: 15)
                _ = engine.observe(
                    Observation(time: time, arrival: time, fix: fix, rest: rest),
                    device: device,
                    &effects
                )
            }
            for minute in 0..<20 { try fix(Double(minute) * 60, beyond: -20) }
            try fix(1090, beyond: 900)
            _ = engine.advance(to: .second(3000), &effects)
            #expect(effects.events.count == events && effects.events.allSatisfy(\.isLate), "\(rest)")
        }
    }

    @Test func `a rest is explained`() throws {
        let track = try parked()
        track.explain()
        try track.fix(600, beyond: 22, accuracy: 15)
        let decision = try #require(track.effects.decisions.first)
        let rest = try #require(decision.measure?.rest)
        #expect(decision.verdict == .inside && rest.since == .second(0))
        #expect(rest.accuracy == 15 && rest.distance < -10 && rest.distance > -20)
    }

    @Test func `an unknown accuracy counts as 15 m under hysteresis`() throws {
        let track = try Track(.circle(), .circle("plain") { $0.accuracy = .ignore })
        try track.fix(0, beyond: -20)
        try track.fix(10, beyond: 14.9)
        #expect(track.events.map(\.fence.description) == ["plain"])
        try track.fix(20, beyond: 15.1)
        #expect(track.events.map(\.fence.description) == ["plain", "depot"])
        let exact = try Track(.circle { $0.unknownAccuracy = 0 })
        try exact.fix(0, beyond: -20)
        try exact.fix(10, beyond: 0.1)
        #expect(exact.events.count == 1)
    }

    @Test func `an unknown accuracy is never refused`() throws {
        let track = try Track(.circle { $0.maxAccuracy = 10 })
        try track.fix(0, beyond: 50)
        #expect(try track.fix(10, beyond: -20) == Outcome.make { $0.accepted = true })
        #expect(track.events.count == 1)
    }
}

/// A track with the transitions that it gives.
struct RestVector: Decodable, Sendable, CustomTestStringConvertible {
    struct Middle: Decodable, Sendable { let latitude, longitude, radius: Double }

    struct Transition: Decodable, Sendable {
        let words: String

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            let second = try list.decode(Double.self)
            words =
                "\(Seconds.text(milliseconds: Seconds.milliseconds(second))) \(try list.decode(String.self))"
        }
    }

    let name: String
    let fixes: Int
    let circle: Middle
    let track: [[Double]]
    let transitions: [Transition]

    var testDescription: String { name }
    var told: [String] { transitions.map(\.words) }

    func fence() throws -> Fence {
        let center = try Coordinate(latitude: circle.latitude, longitude: circle.longitude)
        let shape = Shape.circle(try Circle(center: center, radius: circle.radius))
        return try Fence(id: Identifier("circle"), shape: shape)
    }

    static func all() throws -> [RestVector] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = tests.appendingPathComponent("Fixtures/Rest/rest.json")
        return try JSONDecoder().decode([RestVector].self, from: Data(contentsOf: file))
    }
}
