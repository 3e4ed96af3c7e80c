import GeofenceCore

/// What has to be known of a device that reports as the OwnTracks apps do, to tell it something and to know
/// again what it tells.
///
/// All of it is input, which is journalled: a topic can't be made of a device's id, as `{user}-{device}` may
/// be one of several.
struct Phone: Hashable {
    /// Topics at most that are remembered.
    static let mostAddresses = 4
    /// Stamps at most that are remembered.
    static let mostReported = 400

    /// A topic on which it has reported.
    struct Address: Hashable {
        var topic: String
        /// The fingerprint of the circles that were sent there; nil where none were.
        var sent: String?
    }

    /// Where it has reported, the latest last.
    private(set) var addresses: [Address] = []
    /// The waypoints of its own that are fences, in the order in which they came.
    var waypoints: [Waypoint] = []
    /// The stamps of circles that it was sent, also of those that went since: it may send them back.
    private(set) var sentStamps: [Int] = []

    /// Where it has reported last.
    var address: Address? { addresses.last }

    /// It has reported on a topic.
    mutating func recordAddress(_ topic: String) {
        let known = addresses.first { $0.topic == topic }
        addresses.removeAll { $0.topic == topic }
        let first = addresses.count < Self.mostAddresses ? nil : addresses.removeFirst()
        // A device on very many topics is not sent its circles for each message anew.
        addresses.append(known ?? Address(topic: topic, sent: first?.sent))
    }

    /// It was sent circles, where it has reported last.
    mutating func didSend(_ fingerprint: String, stamps: [Int]) {
        guard !addresses.isEmpty else { return }
        addresses[addresses.count - 1].sent = fingerprint
        let new = Set(stamps)
        sentStamps = Array((sentStamps.filter { !new.contains($0) } + stamps).suffix(Self.mostReported))
    }

    /// What it was sent last did not reach it.
    mutating func wasRefused() {
        if !addresses.isEmpty { addresses[addresses.count - 1].sent = nil }
    }
}

extension Phone {
    func write(to writer: inout ByteWriter) {
        writer.list(addresses) { writer, address in
            writer.text(address.topic)
            writer.optional(address.sent) { $0.text($1) }
        }
        writer.list(waypoints) { $1.write(to: &$0) }
        writer.list(sentStamps) { $0.integer(Int64($1)) }
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        addresses = try reader.list { reader throws(DamagedBytes) in
            let topic = try reader.text()
            return Address(
                topic: topic,
                sent: try reader.optional { reader throws(DamagedBytes) in try reader.text() }
            )
        }
        waypoints = try reader.list { reader throws(DamagedBytes) in try Waypoint(from: &reader) }
        sentStamps = try reader.list { reader throws(DamagedBytes) in Int(try reader.integer()) }
    }
}
