import BenchmarkSupport

/// What is published in a round, the same for the same seed: a fleet, phones, somebody with a home and a
/// work, requests, and configurations that are read again.
struct SiegeScript {
    enum Step {
        case publish(topic: String, payload: String)
        /// A request, answered on a topic of its own.
        case request(command: String, payload: String, answer: String)
        /// The configuration of a number is read.
        case reload(Int)
        /// What is retained is compared.
        case mark
    }

    private(set) var steps: [Step] = []
    private var random: SeededGenerator
    private var requestCount = 0
    private var second = SoakFleet.beginning
    private var phone = (latitude: 52.5015, longitude: 13.4035)

    /// A script of so many lines of the fleet, and half as much beside it.
    init(lines: Int, seed: UInt64) {
        random = SeededGenerator(seed: seed ^ 0x51E6E)
        let fleet = SoakFleet(lines: lines, parts: 3, seed: seed)
        commute(days: lines < 500 ? 2 : 15)
        addWaypoints()
        var next = 0
        for (part, mark) in fleet.marks.enumerated() {
            let reload = next + random.below(max(1, mark.end - next - 40))
            while next < mark.end {
                let line = fleet.lines[next]
                second = max(
                    second,
                    line.payload.split(separator: #""tst":"#).last.flatMap { Int($0.dropLast()) } ?? 0
                )
                steps.append(.publish(topic: line.topic, payload: line.payload))
                // The last lines of a part have all timers run out.
                if next < mark.end - 20 { addBeside() }
                if next == reload { steps.append(.reload((part + 1) % SiegeConfiguration.count)) }
                next += 1
            }
            steps.append(.mark)
        }
    }

    private mutating func addBeside() {
        switch random.below(100) {
        case 0..<8: addPhone()
        case 8..<13: addRequest()
        default: break
        }
    }

    private mutating func addPhone() {
        phone.latitude = min(max(phone.latitude + (random.unit() - 0.5) * 0.002, 52.498), 52.505)
        phone.longitude = min(max(phone.longitude + (random.unit() - 0.5) * 0.003, 13.398), 13.41)
        let members =
            #""lat":\#(digits(phone.latitude)),"lon":\#(digits(phone.longitude)),"acc":\#(5 + random.below(20))"#
        steps.append(
            .publish(
                topic: "owntracks/jo/phone",
                payload: #"{"_type":"location",\#(members),"tst":\#(second),"tid":"jo"}"#
            )
        )
    }

    private mutating func addWaypoints() {
        let garden =
            #"{"_type":"waypoint","desc":"Garden","lat":52.501,"lon":13.404,"rad":120,"tst":1700000000}"#
        steps.append(
            .publish(
                topic: "owntracks/jo/phone/waypoints",
                payload: #"{"_type":"waypoints","waypoints":[\#(garden)]}"#
            )
        )
    }

    /// Some days of somebody who goes to work, before the fleet begins.
    private mutating func commute(days: Int) {
        let start = 1_769_986_800 - days * 86_400
        for now in stride(from: 0, to: days * 86_400, by: 3600) {
            let hour = now % 86_400 / 3600
            let isAtWork = now / 86_400 % 7 < 5 && (8..<17).contains(hour)
            let latitude = 52.61 + (isAtWork ? 0.02 : 0) + (random.unit() - 0.5) * 0.0002
            let longitude = 13.31 + (isAtWork ? 0.03 : 0) + (random.unit() - 0.5) * 0.0003
            let place = #""lat":\#(digits(latitude)),"lon":\#(digits(longitude)),"acc":10"#
            steps.append(
                .publish(
                    topic: "fleet/anna/location",
                    payload: #"{"device":"anna",\#(place),"tst":\#(start + now)}"#
                )
            )
        }
    }

    private mutating func addRequest() {
        let (command, payload) = SiegeRequests.any(&random)
        requestCount += 1
        steps.append(
            .request(command: command, payload: payload, answer: "answers/\(1000 + requestCount)/\(command)")
        )
    }

    private func digits(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
}
