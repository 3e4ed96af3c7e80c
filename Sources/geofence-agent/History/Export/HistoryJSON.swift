import GeofenceCore

/// Rows of the past as JSON objects; `vel` is km/h, as `replay` and OwnTracks take it.
enum HistoryJSON {
    static func line(_ row: HistoryPosition, _ device: Identifier) -> [UInt8] {
        JSONWriter.object { json in
            json.member("device", device.description)
            json.member("time", row.moment)
            json.member("latitude", HistoryNumber.degrees(row.latitude))
            json.member("longitude", HistoryNumber.degrees(row.longitude))
            if let accuracy = row.accuracy { json.member("accuracy", HistoryNumber.hundredths(accuracy)) }
            if let altitude = row.altitude { json.member("altitude", HistoryNumber.hundredths(altitude)) }
            if let speed = row.speed { json.member("vel", HistoryNumber.hundredths(speed)) }
        }
    }

    /// A name of no letters says that the device was on no network.
    static func line(_ row: HistoryNetwork, _ device: Identifier) -> [UInt8] {
        JSONWriter.object { json in
            json.member("device", device.description)
            json.member("time", row.moment)
            if let ssid = row.ssid { json.member("ssid", ssid) }
            if let bssid = row.bssid { json.member("bssid", bssid) }
            if row.report == .disconnected { json.member("ssid", "") }
        }
    }

    static func line(_ visit: HistoryVisit) -> [UInt8] {
        JSONWriter.object { json in
            json.member("visit", visit.id)
            json.member("device", visit.device.description)
            json.member("arrival", Timestamp(milliseconds: visit.arrival))
            if let departure = visit.departure {
                json.member("departure", Timestamp(milliseconds: departure))
                json.member("duration", milliseconds: departure - visit.arrival)
            }
            json.member("latitude", HistoryNumber.degrees(visit.latitude))
            json.member("longitude", HistoryNumber.degrees(visit.longitude))
            if let accuracy = visit.accuracy { json.member("accuracy", HistoryNumber.hundredths(accuracy)) }
            json.member("positions", visit.positions)
        }
    }
}
