import BenchmarkSupport

/// A recorded fleet: five devices that wander about a town of fences, with lines that come twice and lines
/// that come late.
///
/// Holds last a minute or more and the stamps run faster than the wall, so that no timer is due but by the
/// stamps.
struct SoakFleet {
    /// A line of the track, and the topic on which it is published.
    struct Line {
        var topic: String
        var payload: String
    }

    /// Whole minutes since 1970; the track begins then.
    static let beginning = 1_770_000_000

    private(set) var lines: [Line] = []
    /// For each part of the track, how many lines it has with those before it, and the id of the event that
    /// answers its last.
    private(set) var marks: [(end: Int, event: String)] = []
    private var random: SeededGenerator
    private var second = 0
    private var places: [(latitude: Double, longitude: Double)]

    /// Makes a fleet of so many lines at least, in some parts.
    init(lines count: Int, parts: Int, seed: UInt64) {
        random = SeededGenerator(seed: seed)
        places = Array(repeating: (52.5, 13.4), count: 5)
        add(device: "mark", #""lat":1,"lon":0"#)
        for part in 1...parts {
            while lines.count < count * part / parts { step() }
            settle()
            if part == parts { leave() }
            mark(part)
        }
    }

    private mutating func step() {
        second += random.below(12)
        let device = random.below(5)
        switch random.below(20) {
        case 0, 1: repeatOne(of: device)
        case 2, 3: add(device: "d\(device)", position(somewhere()), ago: 1 + random.below(300))
        case 4: add(device: "d\(device)", network())
        default:
            wander(device)
            add(device: "d\(device)", position(places[device]))
        }
    }

    /// The same line once more, exactly.
    private mutating func repeatOne(of device: Int) {
        let topic = "fleet/d\(device)/location"
        if let line = lines.suffix(40).last(where: { $0.topic == topic }) { lines.append(line) }
    }

    private mutating func wander(_ device: Int) {
        let place = places[device]
        let isJump = random.below(10) == 0
        let step = isJump ? 0.004 : 0.0006
        let latitude = place.latitude + (random.unit() - 0.5) * step
        let longitude = place.longitude + (random.unit() - 0.5) * step * 1.6
        places[device] = (min(max(latitude, 52.497), 52.506), min(max(longitude, 13.396), 13.412))
    }

    private mutating func somewhere() -> (latitude: Double, longitude: Double) {
        (52.497 + random.unit() * 0.009, 13.396 + random.unit() * 0.016)
    }

    private mutating func position(_ place: (latitude: Double, longitude: Double)) -> String {
        let accuracy = [0, 5, 8, 15, 60, 200, 1500][random.below(7)]
        return #""lat":\#(digits(place.latitude)),"lon":\#(digits(place.longitude)),"acc":\#(accuracy)"#
    }

    private func digits(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }

    private mutating func network() -> String {
        let names = ["net0", "net1", "net4", "Guest", "Guest", "elsewhere", ""]
        return #""ssid":"\#(names[random.below(names.count)])""#
    }

    private mutating func add(device: String, _ members: String, ago: Int = 0) {
        let time = Self.beginning + second - ago
        lines.append(
            Line(
                topic: "fleet/\(device)/location",
                payload: #"{"device":"\#(device)",\#(members),"tst":\#(time)}"#
            )
        )
    }

    /// The longest hold of the fences, in seconds.
    private static let longestHold = 120

    /// Every device reports, so that its timers have run up to here, and none is due soon by the hour, by
    /// silence, by a hold that has begun before, or by a network of which nothing more is heard.
    ///
    /// In `replay` what is due behind a part comes with the next one; in the agent it comes meanwhile, where
    /// whoever looks at the statuses is slow.
    private mutating func settle() {
        second = ((second + Self.longestHold) / 60 + 1) * 60 + 15
        for device in 0..<5 {
            let place = places[device]
            add(
                device: "d\(device)",
                #""lat":\#(digits(place.latitude)),"lon":\#(digits(place.longitude)),"acc":8,"ssid":"""#
            )
        }
    }

    /// Every device goes off, and stays away until nothing is held any more.
    private mutating func leave() {
        for wait in [100, 5000, 5000] {
            second += wait
            for device in 0..<5 { add(device: "d\(device)", #""lat":53,"lon":13,"ssid":"""#) }
        }
    }

    /// A device of its own goes in or out, which tells when all before it is through.
    ///
    /// In the same second as the others' last positions: what is due to them a second later has run in
    /// `replay`, whose clock is the newest stamp of all, and not in the agent.
    private mutating func mark(_ part: Int) {
        add(device: "mark", #""lat":\#(part % 2 == 1 ? 0 : 1),"lon":0"#)
        let visit = "mark/mark/"
        marks.append((lines.count, part % 2 == 1 ? "\(visit)enter" : "\(visit)exit"))
    }
}

extension SeededGenerator {
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
    mutating func unit() -> Double { Double.random(in: 0..<1, using: &self) }
}
