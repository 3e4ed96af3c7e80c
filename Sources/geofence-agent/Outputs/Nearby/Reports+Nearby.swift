import GeofenceCore

extension Reports {
    /// The points near a device, the nearest first; nothing where there are none.
    static func nearby(
        _ record: NearbyRecord,
        _ table: PointTable,
        _ travel: NearbyTravel.Known? = nil
    ) -> [UInt8] {
        guard !record.points.isEmpty else { return [] }
        return JSONWriter.object { json in
            json.member("time", record.time)
            json.member("pois", json: JSONWriter.array(points(record, table, travel)))
        }
    }

    /// An object for each point: distance in metres, bearing in degrees from north, and the way along roads
    /// where it is known.
    static func points(
        _ record: NearbyRecord,
        _ table: PointTable,
        _ travel: NearbyTravel.Known? = nil
    ) -> [[UInt8]] {
        record.points.map { point in
            let rest = JSONWriter.object { json in
                let place = table.place(point)
                json.member("distance", tenths(Geodesic.distance(record.place, place)))
                let bearing = tenths(Geodesic.bearing(from: record.place, to: place))
                json.member("bearing", bearing < 360 ? bearing : 0)
                if let isOpen = table.isOpen(point, at: record.time) { json.member("open", isOpen) }
                guard let travel, let way = travel.travels[point] else { return }
                json.member("travel") { way.write(to: &$0, time: travel.travelTime) }
            }
            return table.text(point) + [UInt8(ascii: ",")] + rest.dropFirst()
        }
    }

    private static func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
