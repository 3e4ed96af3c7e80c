import GeofenceCore

extension Agent {
    /// What is near a device now, at least the nearest point, also where none is published: an object for
    /// each, and what a map shows of it.
    func pointsNear(_ device: Int) -> (objects: [[UInt8]], marks: [MapMark]) {
        guard let pois = port.settings.pois, let (fix, time) = tracker.engine.lastFix(ofDevice: device) else {
            return ([], [])
        }
        let record = pois.record(of: fix.coordinate, time, atLeast: 1)
        let marks = record.points.map { point in
            let (id, name) = pois.table.names(point)
            return MapMark(place: pois.table.place(point), name: name ?? id)
        }
        return (Reports.points(record, pois.table), marks)
    }
}
