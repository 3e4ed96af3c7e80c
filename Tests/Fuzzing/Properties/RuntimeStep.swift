@testable import AgentTestSupport
@testable import geofence_agent

/// A line of a script for an agent.
///
/// The first byte says what it is; then come one for the device, one for how much later it is, and what else
/// the step needs, each a byte of any value:
///
/// | line | step |
/// |---|---|
/// | `p` device time east accuracy stamp | a position near the fences |
/// | `w` device time network | a network |
/// | `m` source time flags payload | a message as it stands; `@` in it is the time in milliseconds |
/// | `q` command time payload | a request |
/// | `t` `-` time | the clock runs, and work is done |
/// | `b` `-` time | the clock is set back |
/// | `s` settings time | the configuration is read again |
/// | `a`, `i` `-` count | the broker takes rows, and answers or doesn't |
/// | `.` `-` end | what has gathered is kept; the end says what becomes of the agent |
enum RuntimeStep {
    /// What an agent is sent.
    struct Message {
        var topic, payload: [UInt8]
        var time: Int64
        var packet: UInt16
        var isRetained = false
    }

    /// What becomes of one of the agents at the end of a batch.
    enum End: UInt8 {
        /// Nothing; it writes its journal.
        case whole
        /// It writes all its state.
        case checkpoint
        /// It is killed before it has kept anything.
        case deathBefore
        /// It is killed once all is kept.
        case death
        /// The same, and the broker sends its messages again.
        case deathUnheard
        /// It is killed once its state is written.
        case deathBehindCheckpoint
    }

    case message(Message)
    case request(String, String, time: Int64, packet: UInt16)
    case advance(Int64)
    case work(Int64)
    case setBack(Int64)
    case settings(Int, Int64)
    case send(Int, isAnswered: Bool)
    case commit(End)

    /// Devices, one of which leads a fence, and one that is none.
    private static let devices = ["van", "lead", "a", "b", "phone", "c+"]
    private static let networks = ["DepotNet", "Guest", "", "other"]
    private static let topics = [
        "fleet/van/location", "owntracks/ann/phone", "home/van/wifi", "data", "nobody/knows",
        "owntracks/ann/phone/waypoint", "fleet/a/location", "homeassistant/status",
    ]
    /// What changes something; and what is read, whose answers must be the same as well.
    private static let commands = [
        "fence/set", "fence/remove", "fence/clear", "fence/import", "device/forget", "device/override",
        "fence/list", "device/list", "device/status", "device/zones", "query/nearest", "query/contains",
        "notify", "itinerary/set", "itinerary/stop", "itinerary/remove", "itinerary/clear", "itinerary/list",
        "monitoring/stop", "monitoring/start", "monitoring/set",
    ]
    /// Milliseconds by which a byte is later.
    private static let steps: [Int64] = [0, 100, 1000, 2500, 4000, 10_000, 60_000, 900_000]

    /// Reads a line; nil where it is no step.
    init?(_ line: ArraySlice<UInt8>, _ clock: inout RuntimeClock) {
        let bytes = Array(line)
        guard bytes.count >= 3 else { return nil }
        let (which, amount, rest) = (Int(bytes[1]), bytes[2], bytes[3...])
        let later = Self.steps[Int(amount) % Self.steps.count]
        switch bytes[0] {
        case UInt8(ascii: "p"): self = .message(Self.position(which, clock.later(later), rest, &clock))
        case UInt8(ascii: "w"): self = .message(Self.network(which, clock.later(later), rest, &clock))
        case UInt8(ascii: "m"): self = .message(Self.raw(which, clock.later(later), rest, &clock))
        case UInt8(ascii: "q"):
            let payload = String(decoding: rest, as: UTF8.self)
            // What has come of an import in parts is in memory alone.
            guard !payload.contains("part") else { return nil }
            let command = Self.commands[which % Self.commands.count]
            self = .request(command, payload, time: clock.later(later), packet: clock.nextPacket())
        case UInt8(ascii: "t"): self = .advance(clock.later(later))
        case UInt8(ascii: "W"): self = .work(clock.later(later))
        case UInt8(ascii: "b"):
            clock.setBack(by: later)
            self = .setBack(later)
        case UInt8(ascii: "s"): self = .settings(which % 4, clock.later(later))
        case UInt8(ascii: "a"): self = .send(Int(amount), isAnswered: true)
        case UInt8(ascii: "i"): self = .send(Int(amount), isAnswered: false)
        case UInt8(ascii: "."):
            guard let end = End(rawValue: amount % 6) else { return nil }
            self = .commit(end)
        default: return nil
        }
    }

    private static func device(_ byte: Int) -> String { devices[byte % devices.count] }

    private static func position(
        _ which: Int,
        _ time: Int64,
        _ rest: ArraySlice<UInt8>,
        _ clock: inout RuntimeClock
    ) -> Message {
        let numbers = Array(rest.prefix(3)).map(Int64.init) + [0, 0, 0]
        let accuracy = numbers[1] % 8 == 0 ? "" : ",\"acc\":\(numbers[1])"
        // A third has no stamp, and some come late.
        let late = numbers[2] / 8 * 500
        let stamp = numbers[2] % 3 == 0 ? "" : ",\"tst\":\(AgentDriver.beginning + time - late)"
        let longitude = 13 + Double(numbers[0]) / 20_000
        let text = "{\"lat\":52,\"lon\":\(longitude)\(accuracy)\(stamp)}"
        return Message(
            topic: Array("fleet/\(device(which))/location".utf8),
            payload: Array(text.utf8),
            time: time,
            packet: clock.nextPacket()
        )
    }

    private static func network(
        _ which: Int,
        _ time: Int64,
        _ rest: ArraySlice<UInt8>,
        _ clock: inout RuntimeClock
    ) -> Message {
        let network = networks[Int(rest.first ?? 0) % networks.count]
        return Message(
            topic: Array("home/\(device(which))/wifi".utf8),
            payload: Array(network.utf8),
            time: time,
            packet: clock.nextPacket()
        )
    }

    private static func raw(
        _ which: Int,
        _ time: Int64,
        _ rest: ArraySlice<UInt8>,
        _ clock: inout RuntimeClock
    ) -> Message {
        let flags = rest.first ?? 0
        let moment = Array("\(AgentDriver.beginning + time)".utf8)
        let payload = rest.dropFirst().flatMap { $0 == UInt8(ascii: "@") ? moment : [$0] }
        return Message(
            topic: Array(topics[which % topics.count].utf8),
            payload: payload,
            time: time,
            packet: flags & 1 == 0 ? clock.nextPacket() : 0,
            isRetained: flags & 2 != 0
        )
    }
}

extension RuntimeStep: CustomStringConvertible {
    /// As a finding says it.
    var description: String {
        switch self {
        case .message(let message):
            "\(String(decoding: message.topic, as: UTF8.self)) \(String(decoding: message.payload, as: UTF8.self)) at \(message.time)"
        case .request(let command, let payload, let time, _): "\(command) \(payload) at \(time)"
        case .advance(let time): "clock \(time)"
        case .work(let time): "work \(time)"
        case .setBack(let step): "set back by \(step)"
        case .settings(let index, let time): "settings \(index) at \(time)"
        case .send(let count, let isAnswered): "\(isAnswered ? "answered" : "sent") \(count)"
        case .commit(let end): "\(end)"
        }
    }
}
