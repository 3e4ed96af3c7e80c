import GeofenceCore

/// Messages of the live map's stream.
///
/// Source: HTML Living Standard, 9.2 "Server-sent events".
enum MapMessage {
    /// What the stream begins with: how long a browser waits before it connects again.
    static let beginning = Array("retry: 2000\n\n".utf8)
    static let gap = message("gap", Array("{}".utf8))
    static let full = message("full", Array("{}".utf8))

    static func ping(at now: Timestamp) -> [UInt8] {
        message("ping", JSONWriter.object { $0.member("now", now) })
    }

    static func link(_ link: MapLink) -> [UInt8] {
        let data = JSONWriter.object { json in
            json.member("broker", link.broker.name)
            if link.isFleetMissing { json.member("fleet", "down") }
        }
        return message("link", data)
    }

    static func event(_ text: [UInt8], id: String) -> [UInt8] { message("event", text, id: id) }

    static func gone(_ devices: [String]) -> [UInt8] {
        message("gone", JSONWriter.object { $0.member("devices", devices) })
    }

    /// Whose zones are others: what they are is asked for of those alone that are shown.
    static func zones(_ devices: [String]) -> [UInt8] {
        message("zones", JSONWriter.object { $0.member("devices", devices) })
    }

    static func devices(_ devices: [[UInt8]], at now: Timestamp) -> [UInt8] {
        message(
            "devices",
            JSONWriter.object { json in
                json.member("now", now)
                json.member("devices", json: JSONWriter.array(devices))
            }
        )
    }

    static func fences(_ fences: [[UInt8]], gone: [String]) -> [UInt8] {
        message(
            "fences",
            JSONWriter.object { json in
                json.member("fences", json: JSONWriter.array(fences))
                json.member("gone", gone)
            }
        )
    }

    static func itineraries(_ itineraries: [[UInt8]], gone: [String]) -> [UInt8] {
        message(
            "itineraries",
            JSONWriter.object { json in
                json.member("itineraries", json: JSONWriter.array(itineraries))
                json.member("gone", gone)
            }
        )
    }

    /// A part of everything; the first says that what the page has is old.
    static func snapshot(
        _ devices: [[UInt8]],
        part: Int,
        of parts: Int,
        id: String?,
        at now: Timestamp
    ) -> [UInt8] {
        let data = JSONWriter.object { json in
            json.member("part", part)
            json.member("of", parts)
            json.member("now", now)
            json.member("devices", json: JSONWriter.array(devices))
        }
        return message("snapshot", data, id: id)
    }

    /// One message; JSON has no line ends in it.
    private static func message(_ name: String, _ data: [UInt8], id: String? = nil) -> [UInt8] {
        let head = (id.map { "id: \($0)\n" } ?? "") + "event: \(name)\ndata: "
        return Array(head.utf8) + data + Array("\n\n".utf8)
    }
}

extension Snapshot.Link {
    fileprivate var name: String {
        switch self {
        case .down: "down"
        case .catchingUp: "catching-up"
        case .open: "open"
        }
    }
}
