import GeofenceCore

/// Has zones learnt from visits of the past: those that were imported, or that were in the history before
/// zones were wanted.
///
/// It looks at the history, device by device, and answers with an input, which is journalled: a restart
/// learns the same.
struct PastVisitsPolicy {
    /// Devices of whose past zones have yet to be learnt; one may never have reported itself.
    var pending: [Identifier] = []

    /// What the next device has to learn from; nil where there is nothing.
    ///
    /// - Throws: Where the history can't be read. The device waits no more.
    mutating func next(_ past: PastReader) throws(PastUnread) -> Input? {
        guard let device = pending.popLast() else { return nil }
        do throws(StoreFailure) {
            let visits = try past.visits(device)
            return visits.isEmpty ? nil : .past(visits, of: device)
        } catch {
            throw PastUnread(device: device, reason: error)
        }
    }
}

/// Visits of a device that could not be read.
struct PastUnread: Error, CustomStringConvertible {
    let device: Identifier
    let reason: StoreFailure

    var description: String { "\(reason); zones are not learnt from the history's visits" }
}
