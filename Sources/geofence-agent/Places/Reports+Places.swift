import GeofenceCore

extension Reports {
    /// A visit that has begun or ended, and the zone it belongs to, if there is one by now.
    static func visit(_ event: VisitEvent, in zone: Zone?) -> [UInt8] {
        let visit = event.report.visit
        return JSONWriter.object { json in
            json.member("event", visit.departure == nil ? "arrival" : "departure")
            json.member("id", "\(event.device)/\(visit.arrival.iso8601)")
            json.member("device", event.device.description)
            json.member("arrival", visit.arrival)
            if let departure = visit.departure { json.member("departure", departure) }
            json.member("duration", milliseconds: Seconds.milliseconds(visit.duration))
            place(visit.center, &json)
            if let accuracy = visit.accuracy { json.member("accuracy", (accuracy * 10).rounded() / 10) }
            json.member("fixes", visit.fixes)
            guard let zone else { return }
            json.member("zone", zone.id.iso8601)
            json.member("labels", zone.labels.lazy.map(\.rawValue))
        }
    }

    /// The zones of a device; of more than fit into a packet that every broker takes, those to which the next
    /// visit is likeliest to be.
    static func zones(_ zones: [Zone], holding quantile: Double) -> [UInt8] {
        var shown = zones
        if zones.count > mostZones {
            shown = Array(zones.sorted { ($0.prior, $1.id) > ($1.prior, $0.id) }.prefix(mostZones))
            shown.sort { $0.id < $1.id }
        }
        return JSONWriter.object { json in
            json.member("count", zones.count)
            json.member("zones", json: JSONWriter.array(shown.map { Self.zone($0, holding: quantile) }))
        }
    }

    /// Zones in one payload: each has some 1,400 bytes.
    static let mostZones = 100

    /// A zone; whole, also what the mixture has learnt of it, in m², and the hours spent there by hour of the
    /// week.
    static func zone(_ zone: Zone, holding quantile: Double, isWhole: Bool = false) -> [UInt8] {
        JSONWriter.object { json in
            json.member("id", zone.id.iso8601)
            place(zone.center, &json)
            json.member("labels", zone.labels.lazy.map(\.rawValue))
            json.member("scores") { json in
                json.member("home", share(zone.scores.home))
                json.member("work", share(zone.scores.work))
                json.member("other", share(zone.scores.other))
            }
            json.member("prior", share(zone.prior))
            json.member("visits", zone.visits)
            json.member("duration", zone.duration)
            json.member("start", zone.start)
            json.member("end", zone.end)
            if isWhole {
                json.member("age", zone.age)
                json.member("accumulator", zone.accumulator)
                json.member("covariance", json: matrix(zone.covariance))
                json.member("week", json: JSONWriter.array(zone.week.map(hours)))
            }
            json.member("polygon", zone.wkt(holding: quantile))
        }
    }

    /// Degrees to six decimals, 11 cm.
    private static func place(_ place: Coordinate, _ json: inout JSONWriter) {
        json.member("latitude", (place.latitude * 1e6).rounded() / 1e6)
        json.member("longitude", (place.longitude * 1e6).rounded() / 1e6)
    }

    private static func share(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }

    /// Rows and columns: east, north.
    private static func matrix(_ covariance: Covariance) -> [UInt8] {
        let rows = [(covariance.east, covariance.cross), (covariance.cross, covariance.north)]
        return JSONWriter.array(rows.map { Array("[\(JSONWriter.text($0)),\(JSONWriter.text($1))]".utf8) })
    }

    private static func hours(_ value: Double) -> [UInt8] {
        Array(JSONWriter.text((value * 100).rounded() / 100).utf8)
    }
}
