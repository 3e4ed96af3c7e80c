import GeofenceCore

/// What a report says of one device, out of its history.
///
/// Positions are read page by page and not kept. Visits are: `VisitLedger.most` of them at most.
struct FleetReport {
    let question: ReportQuestion
    let reader: HistoryReader
    /// Whether there is time to read on.
    var goesOn: () -> Bool = { true }

    /// The rows of a device, and whether something was left out.
    func rows(
        of device: HistoryDevice
    ) throws(HistoryReader.Failure) -> (rows: [ReportRow], isTruncated: Bool) {
        var ledger = VisitLedger(
            from: question.range.from,
            question.hidesZones ? PastCurtain(device.id) : nil
        )
        try begin(&ledger, device)
        let stretch = HistoryReader.Stretch { goesOn() && !ledger.isFull }
        try reader.events(of: device, in: question.range, stretch: stretch) { ledger.add($0) }
        let isCut = ledger.isFull || !goesOn()
        ledger.finish(at: question.range.to)
        if question.by == .trip {
            var report = TripReport(device.id, ledger.visits, in: question.range)
            try positions(of: device) { report.add($0) }
            return (report.rows(of: question.fence), isCut || !goesOn())
        }
        let calendar = ReportCalendar(zone: question.zone, isWeekly: question.by == .week)
        var report = PeriodReport(device.id, ledger.visits, in: question.range, calendar)
        try positions(of: device) { report.add($0) }
        return (report.rows(of: question.fence), isCut || report.isTruncated || !goesOn())
    }

    /// Reads who is inside where the range begins: of each fence the last event before says so.
    ///
    /// - Complexity: a look at the id of each earlier event.
    private func begin(_ ledger: inout VisitLedger, _ device: HistoryDevice) throws(HistoryReader.Failure) {
        var known: Set<Substring> = []
        let stretch = HistoryReader.Stretch(goesOn: goesOn)
        try reader.eventMarks(of: device, before: question.range.from, stretch: stretch) {
            mark throws(HistoryReader.Failure) in
            let fence = HistoryEvent.subject(ofID: mark.id)
            guard !known.contains(fence), let event = try reader.event(of: device, mark) else { return }
            if ledger.begin(event) { known.insert(fence) }
        }
    }

    private func positions(
        of device: HistoryDevice,
        _ body: (HistoryPosition) -> Void
    ) throws(HistoryReader.Failure) {
        let stretch = HistoryReader.Stretch(goesOn: goesOn)
        try reader.positions(of: device, in: question.range, stretch: stretch, body)
    }
}
