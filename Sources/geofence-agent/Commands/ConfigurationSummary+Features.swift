import GeofenceCore

/// What is switched on beside the broker, the sources and the fences: a line each, and none for what is as by
/// default.
extension Configuration {
    /// What turns positions into events.
    var rulesSummary: String {
        var parts = (rules.json(besides: Rules())?.members ?? []).map { "\($0.key) \($0.node.value.plain)" }
        if stream.reorder > 0 { parts.append("reorder \(NumberRange.text(stream.reorder))") }
        if stream.lateEvents { parts.append("lateEvents") }
        if let speed = stream.maxSpeed { parts.append("maxSpeed \(NumberRange.text(speed))") }
        if stream.rest != StreamRules().rest { parts.append(stream.rest.words) }
        return parts.joined(separator: ", ")
    }

    /// What is known, or asked, of devices.
    var devicesSummary: String {
        let names = additions.deviceNames.count
        return [
            names > 0 ? "\(names) with names" : nil,
            filters.isEmpty ? nil : filters.count.of("filter") + " of their own",
            forgetAfter.map { "forgotten after \($0.of("day")) of silence" },
        ].compactMap(\.self).joined(separator: ", ")
    }

    /// What is published otherwise than by default.
    var publishedSummary: String {
        let usual = StatusSettings()
        let counts = [
            ("allUpTo", Double(status.allUpTo), Double(usual.allUpTo)),
            ("occupants", Double(status.occupants), Double(usual.occupants)),
            ("deviceEvery", status.deviceEvery, usual.deviceEvery),
        ]
        var parts = counts.filter { $0.1 != $0.2 }.map { "status.\($0.0) \(NumberRange.text($0.1))" }
        if !additions.properties.isEmpty {
            parts.append("events with \(additions.properties.joined(separator: ", "))")
        }
        if topics.eventExpiry != TopicSettings().eventExpiry {
            parts.append(topics.eventExpiry.map { "events count for \($0) s" } ?? "events count for ever")
        }
        return parts.joined(separator: "; ")
    }

    /// What is exchanged with Home Assistant and with phones.
    var homeSummary: String {
        var parts: [String] = []
        if homeAssistant.discovery {
            let home = homeAssistant.home.map { ", home is \($0)" } ?? ""
            let zones = homeAssistant.zones == .off ? "" : ", zones \(homeAssistant.zones)"
            parts.append("Home Assistant below \(homeAssistant.prefix)/…\(home)\(zones)")
        }
        let phones = [
            owntracks.transitions ? "transitions" : nil, owntracks.waypoints ? "waypoints" : nil,
            owntracks.setWaypoints ? "setWaypoints" : nil,
        ].compactMap(\.self)
        if !phones.isEmpty { parts.append("OwnTracks with \(phones.joined(separator: ", "))") }
        return parts.joined(separator: "; ")
    }

    /// Where devices are to come by, and how ways are found.
    var routesSummary: String {
        let stops = itineraries.reduce(0) { $0 + $1.stops.count }
        let plans =
            itineraries.isEmpty
            ? nil
            : itineraries.count.of("itinerary", "itineraries") + " with " + stops.of("stop")
        let router = routing.router.map { "ways by \($0.kind) at \($0.url)" }
        return [plans, router].compactMap(\.self).joined(separator: "; ")
    }

    /// What strangers may cause, where that is not as by default.
    var limitsSummary: String {
        let usual = LimitSettings()
        let counts: [(String, Int?, Int?)] = [
            ("devices", limits.devices, usual.devices),
            ("devicesPerSource", limits.devicesPerSource, usual.devicesPerSource),
            ("newDevicesPerMinute", limits.newDevicesPerMinute, usual.newDevicesPerMinute),
            ("fencesAtRunTime", limits.fencesAtRunTime, usual.fencesAtRunTime),
            ("waypointsPerDevice", limits.waypointsPerDevice, usual.waypointsPerDevice),
            ("groupsPerFence", limits.groupsPerFence, usual.groupsPerFence),
            ("itineraries", limits.itineraries, usual.itineraries),
            ("maxStops", limits.maxStops, usual.maxStops),
            ("requestBytes", limits.requestBytes, usual.requestBytes),
        ]
        return counts.filter { $0.1 != $0.2 }.map { "\($0.0) \($0.1 ?? 0)" }.joined(separator: ", ")
    }
}

extension HTTPSettings {
    /// Where it listens, and what there is.
    var summary: String {
        guard let map else { return "\(authority): metrics and health" }
        let parts = [
            map.edit ? "that edits fences" : nil, map.zones ? "with zones" : nil,
            map.tiles.map {
                $0.file == nil ? "with tiles of \($0.origin ?? "its own")" : "with tiles of a file"
            },
            viewToken == nil ? "without a token" : "for those with a token",
        ].compactMap(\.self)
        return "\(authority): metrics, health and a live map \(parts.joined(separator: ", "))"
    }
}

extension JSONValue {
    /// The members, where it is an object.
    fileprivate var members: [JSONMember] { if case .object(let members) = self { members } else { [] } }

    /// As people write it: a word without quotation marks.
    fileprivate var plain: String { if case .string(let text) = self { text } else { text } }
}

extension Int {
    /// `1 stop`, `2 stops`.
    fileprivate func of(_ one: String, _ many: String? = nil) -> String {
        "\(self) \(self == 1 ? one : many ?? one + "s")"
    }
}
