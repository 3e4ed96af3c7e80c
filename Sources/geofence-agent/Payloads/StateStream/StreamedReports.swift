/// The reports under way, by source and device.
///
/// They are in memory alone: the parts of a position that were acknowledged before a process was killed are lost with it. The rules of
/// `StreamedReport` see to it that what is left of them pairs with nothing of a later report.
struct StreamedReports {
    /// A device of a source.
    struct Key: Hashable {
        var source: Int
        var device: [UInt8]
    }

    /// Most devices whose reports are joined; beyond, all reports under way are forgotten.
    static let limit = 10_000

    private var reports: [Key: StreamedReport] = [:]

    /// The report of a device.
    subscript(key: Key) -> StreamedReport {
        get { reports[key] ?? StreamedReport() }
        set {
            if reports.count >= Self.limit, reports[key] == nil { reports.removeAll() }
            reports[key] = newValue
        }
    }
}
