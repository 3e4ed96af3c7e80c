/// What the sentences of one moment say together; what is said twice counts once.
///
/// RMC knows the date and the speed, GGA the altitude.
struct NMEAMoment: Hashable {
    private(set) var report: NMEAReport
    private var hasRMC = false
    private var isVoid = false

    /// Begins with a sentence's report.
    init(_ report: NMEAReport, _ kind: NMEASentence.Kind) {
        self.report = report
        add(report, kind)
    }

    /// Whether a report is of this moment: the same time of day, and no other date.
    func includes(_ other: NMEAReport) -> Bool {
        guard report.timeOfDay == other.timeOfDay else { return false }
        guard let day = report.day, let otherDay = other.day else { return true }
        return day == otherDay
    }

    /// Adds what another sentence of the moment says.
    mutating func add(_ other: NMEAReport, _ kind: NMEASentence.Kind) {
        guard kind == .rmc else {
            report.altitude = report.altitude ?? other.altitude
            report.place = report.place ?? other.place
            return
        }
        isVoid = isVoid || other.place == nil
        if !hasRMC { (report.place, report.speed, report.day) = (other.place, other.speed, other.day) }
        hasRMC = true
    }

    /// Where the receiver was; nil where one of the sentences says that it doesn't know.
    var place: NMEAPlace? { isVoid ? nil : report.place }
}
