import GeofenceCore

/// The trips of one device: what lies between two visits, where it was inside no fence.
struct TripReport {
    private var trips: [TripRow] = []
    private var odometer = Odometer()
    private var marks: OdometerMarks

    /// Visits are in the order of their beginnings; trips lie wholly in the range.
    init(_ device: Identifier, _ visits: [FenceVisit], in range: HistoryRange) {
        marks = OdometerMarks([])
        // The visit that ends last of those so far: there the trip begins.
        var last: FenceVisit?
        for visit in visits {
            if let last, !last.isOpen, last.end < visit.start, last.end >= range.from.milliseconds,
                visit.start <= range.to.milliseconds
            {
                let (start, end) = (
                    Timestamp(milliseconds: last.end), Timestamp(milliseconds: visit.start)
                )
                let trip = TripRow(device: device, from: last.fence, to: visit.fence, start: start, end: end)
                trips.append(trip)
            }
            if visit.end >= last?.end ?? .min { last = visit }
        }
        marks = OdometerMarks(trips.flatMap { [Self.beginning($0), $0.end.milliseconds] })
    }

    /// The way to the position by which it left the fence belongs to the trip.
    private static func beginning(_ trip: TripRow) -> Int64 { trip.start.milliseconds - 1 }

    /// Adds a position; they come in order.
    mutating func add(_ row: HistoryPosition) {
        marks.pass(row.time, odometer)
        odometer.add(row)
    }

    /// The trips in order; with `fence` those from or to it.
    mutating func rows(of fence: Identifier?) -> [ReportRow] {
        marks.finish(odometer)
        let wanted = trips.filter { trip in
            fence.map { [trip.from, trip.to].contains($0.description) } ?? true
        }
        return wanted.map { trip in
            var trip = trip
            trip.distance = marks.distance(from: Self.beginning(trip), to: trip.end.milliseconds)
            return .trip(trip)
        }
    }
}
