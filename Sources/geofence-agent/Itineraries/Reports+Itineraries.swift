import GeofenceCore

extension Reports {
    /// What has become of an itinerary: the payload of its topic.
    static func progress(_ entry: ItineraryEntry, _ plan: RoutePlan, _ estimate: Estimate?) -> [UInt8] {
        JSONWriter.object { json in
            if let name = entry.itinerary.name { json.member("name", name) }
            if let device = entry.itinerary.device { json.member("device", device.description) }
            json.member("state", entry.state.rawValue)
            if entry.state == .active, let next = entry.progress.next {
                json.member("next", StopLabel.text(next))
            }
            let stops = entry.itinerary.stops.indices.map { stop($0, entry, estimate) }
            json.member("stops", json: JSONWriter.array(stops))
            totals(plan, &json)
        }
    }

    private static func stop(_ index: Int, _ entry: ItineraryEntry, _ estimate: Estimate?) -> [UInt8] {
        let (stop, visit) = (entry.itinerary.stops[index], entry.progress.visits[index])
        var status = entry.progress.status(index)
        if entry.state != .active, status == .next { status = .pending }
        let eta = estimate?.arrivals[index]
        return JSONWriter.object { json in
            json.member("label", StopLabel.text(index))
            if let name = stop.name { json.member("name", name) }
            json.member("status", status.rawValue)
            if let arrived = visit.arrived { json.member("arrived", arrived) }
            if let departed = visit.departed { json.member("departed", departed) }
            if let eta { json.member("eta", eta) }
            guard let by = stop.by, let time = visit.arrived ?? eta, time > by else { return }
            json.member("late", time.millisecondsSince(by) / 1000)
        }
    }

    /// Metres, seconds and words of a whole way.
    static func totals(_ plan: RoutePlan, _ json: inout JSONWriter) {
        json.member("distance", tenth(plan.distance))
        json.member("duration", tenth(plan.duration))
        json.member("text", TravelTime.text(plan.duration))
        json.member("via", plan.via.rawValue)
        if let problem = plan.problem { json.member("problem", problem) }
    }

    static func tenth(_ number: Double) -> Double { (number * 10).rounded() / 10 }

    /// When a device will be at its next stop.
    static func eta(_ estimate: Estimate, _ book: ItineraryBook) -> [UInt8] {
        JSONWriter.object { json in
            json.member("itinerary", estimate.itinerary.description)
            json.member("stop", StopLabel.text(estimate.stop))
            if let stops = book[estimate.itinerary]?.itinerary.stops, stops.indices.contains(estimate.stop),
                let name = stops[estimate.stop].name
            {
                json.member("name", name)
            }
            json.member("eta", estimate.arrival)
            json.member("distance", tenth(estimate.distance))
            json.member("duration", tenth(estimate.duration))
            json.member("via", estimate.via.rawValue)
            json.member("onRoute", estimate.isOnRoute)
            json.member("time", estimate.time)
            if estimate.isStale { json.member("stale", true) }
        }
    }

    /// Corners of all legs of an itinerary at most, where they are not asked for by themselves.
    private static let mostCorners = 4000

    /// An itinerary by the keys of the configuration, with what has become of it and, if wanted, its legs.
    static func itinerary(
        _ entry: ItineraryEntry,
        _ plan: RoutePlan,
        _ estimate: Estimate?,
        hasLegs: Bool
    ) -> [UInt8] {
        JSONWriter.object { json in
            for (key, value) in entry.itinerary.members {
                if let value { json.member(named: key, json: value.bytes) }
            }
            json.member("type", entry.isOwn ? "custom" : "file")
            json.member("revision", entry.itinerary.revision)
            json.member("progress", json: progress(entry, plan, estimate))
            guard hasLegs else { return }
            // Together they fit into an answer, however many there are.
            let corners = max(2, min(200, mostCorners / max(1, plan.legs.count)))
            let legs = plan.legs.enumerated().map { leg($1, $0, corners) }
            json.member("legs", json: JSONWriter.array(legs))
        }
    }

    private static func leg(_ leg: Leg, _ index: Int, _ corners: Int) -> [UInt8] {
        JSONWriter.object { json in
            members(leg, index, &json)
            if leg.via == .router { json.member("line", json: MapLine.text(leg.line, most: corners)) }
        }
    }

    /// What a list of legs and directions say of one alike.
    static func members(_ leg: Leg, _ index: Int, _ json: inout JSONWriter) {
        json.member("from", StopLabel.text(index))
        json.member("to", StopLabel.text(index + 1))
        json.member("distance", tenth(leg.distance))
        json.member("duration", tenth(leg.duration))
        json.member("text", TravelTime.text(leg.duration))
        json.member("via", leg.via.rawValue)
        if let summary = leg.summary { json.member("summary", summary) }
        if let problem = leg.problem { json.member("problem", problem) }
    }

    /// The way of a leg in words.
    static func directions(_ leg: Leg, _ index: Int, to stop: Stop) -> [UInt8] {
        JSONWriter.object { json in
            members(leg, index, &json)
            json.member("heading", "\(StopLabel.text(index)) to \(StopLabel.text(index + 1))")
            let line = leg.line.isEmpty ? [leg.from, leg.to] : leg.line
            json.member("line", json: MapLine.text(line, most: 2000))
            json.member(
                "steps",
                json: JSONWriter.array(
                    leg.steps.map { step($0, leg.line, stop.name ?? StopLabel.text(index + 1)) }
                )
            )
            guard !leg.alternatives.isEmpty else { return }
            let others = leg.alternatives.map { directions($0, index, to: stop) }
            json.member("alternatives", json: JSONWriter.array(others))
        }
    }
}

extension Reports {
    private static func step(_ step: LegStep, _ line: [Coordinate], _ stop: String) -> [UInt8] {
        JSONWriter.object { json in
            json.member(
                "text",
                step.text.replacing("Arrive at \(TurnText.anyStop)", with: "Arrive at \(stop)")
            )
            json.member("distance", tenth(step.distance))
            json.member("duration", tenth(step.duration))
            guard line.indices.contains(step.start) else { return }
            json.member("latitude", line[step.start].latitude)
            json.member("longitude", line[step.start].longitude)
        }
    }
}

/// Lines in JSON.
enum MapLine {
    /// Corners that lie too near to the one before are left out until there are no more than so many.
    static func text(_ line: [Coordinate], most: Int) -> [UInt8] {
        var (kept, least) = (line, 0.000_01)
        while kept.count > most, let last = line.last {
            kept = thinned(line, least)
            kept.append(last)
            least *= 2
        }
        return text(kept.map { (longitude: $0.longitude, latitude: $0.latitude) })
    }

    private static func thinned(_ line: [Coordinate], _ least: Double) -> [Coordinate] {
        var kept: [Coordinate] = []
        for corner in line.dropLast() {
            guard let last = kept.last else {
                kept.append(corner)
                continue
            }
            let (north, east) = (corner.latitude - last.latitude, corner.longitude - last.longitude)
            if max(north.magnitude, east.magnitude) >= least { kept.append(corner) }
        }
        return kept
    }

    /// Longitude first, to a decimetre.
    static func text(_ line: [(longitude: Double, latitude: Double)]) -> [UInt8] {
        JSONWriter.array(line.map { text(longitude: $0.longitude, latitude: $0.latitude) })
    }

    /// A place.
    static func text(longitude: Double, latitude: Double) -> [UInt8] {
        Array("[\(rounded(longitude)),\(rounded(latitude))]".utf8)
    }

    private static func rounded(_ degrees: Double) -> String {
        JSONWriter.text((degrees * 1_000_000).rounded() / 1_000_000)
    }
}
