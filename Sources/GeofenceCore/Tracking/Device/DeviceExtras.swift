/// What most devices have nothing of: the others pay eight bytes for all of it.
struct DeviceExtras {
    /// What those fences go by that refused the last fix.
    var earlier = EarlierFixes()
    /// By fence: what speaks against a rest.
    var evidence: [RestEvidence] = []
    /// A fix too far away to be believed until the next one confirms it.
    var suspect: DeviceState.Stamped<Fix>?
    /// When the last place was that a person has set, while a fence or the device goes by it: no way and no
    /// speed leads from there.
    @PackedMoment var placedByHand: Timestamp?
    /// Order of fixes, where that is more than the last fix says.
    var fixOrder = ArrivalOrder<Coordinate>()
    /// The last WiFi report.
    var wifi: DeviceState.Stamped<WiFiReport>?
    /// When the first WiFi report was.
    @PackedMoment var firstWiFi: Timestamp?
    /// Order of WiFi reports, likewise.
    var wifiOrder = ArrivalOrder<WiFiReport>()
    /// Slots of the fences that are not monitored for it, ascending; each has a record.
    var unmonitored: [Int32] = []
    /// The groups of fences that have been reported for it, ascending.
    var groups: [GroupState] = []
    /// When late fixes are looked at, if any wait for it, in the device's own time.
    @PackedMoment var lateUntil: Timestamp?
    /// Observations that wait for earlier ones, ascending by time.
    var held: [Observation] = []
    /// What is kept of fences that went, so that the events of one of the same id go on in number and time.
    var retired: [Identifier: FenceMembership] = [:]

    /// Whether a fix may be an ordinary one: nothing waits for it.
    var leaveFixesOrdinary: Bool {
        suspect == nil && placedByHand == nil && earlier.isEmpty && evidence.isEmpty && unmonitored.isEmpty
    }

    /// Whether a fix that changes no side, or a timer after it, has to look at any of it.
    ///
    /// What is read through `DeviceState.hasUrgentExtras` has to stand here, or it reads as nothing.
    var areUrgent: Bool {
        !leaveFixesOrdinary || fixOrder.last != nil || lateUntil != nil || !held.isEmpty
    }

    /// Whether there is nothing of it.
    fileprivate var isEmpty: Bool {
        !areUrgent && wifi == nil && firstWiFi == nil && wifiOrder.last == nil && groups.isEmpty
            && retired.isEmpty
    }
}

/// Each of them as if it stood in the device.
///
/// Those that a fix asks for are urgent where there is anything of them: a device whose extras are not is not
/// made to fetch them from elsewhere in memory.
extension DeviceState {
    /// What those fences go by that refused the last fix.
    var earlier: EarlierFixes {
        get { hasUrgentExtras ? extras[0].earlier : EarlierFixes() }
        set { if !newValue.isEmpty || !extras.isEmpty { keptExtras.earlier = newValue } }
        _modify { yield &keptExtras.earlier }
    }
    var evidence: [RestEvidence] {
        get { hasUrgentExtras ? extras[0].evidence : [] }
        set { if !newValue.isEmpty || !extras.isEmpty { keptExtras.evidence = newValue } }
        _modify { yield &keptExtras.evidence }
    }
    var suspect: Stamped<Fix>? {
        get { hasUrgentExtras ? extras[0].suspect : nil }
        set { if newValue != nil || !extras.isEmpty { keptExtras.suspect = newValue } }
    }
    var placedByHand: Timestamp? {
        get { hasUrgentExtras ? extras[0].placedByHand : nil }
        set { if newValue != nil || !extras.isEmpty { keptExtras.placedByHand = newValue } }
    }
    /// The last fix, where a way and a speed lead from it.
    var lastOwnFix: Stamped<Fix>? { own(fix) }

    /// A fix that a way and a speed lead from; nil for a place set by hand.
    func own(_ fix: Stamped<Fix>?) -> Stamped<Fix>? {
        guard let hand = placedByHand, fix?.time == hand else { return fix }
        return nil
    }
    /// Order of fixes: the time of the last one, and the places that came with this very stamp.
    ///
    /// Nearly always there is one such place, that of the last fix. There are several where a stamp is used
    /// again, and there is an order without a fix where that is forgotten.
    var fixOrder: ArrivalOrder<Coordinate> {
        get { hasOwnFixOrder ? extras[0].fixOrder : orderOfLastFix }
        set {
            let isUsual = newValue == orderOfLastFix
            if !isUsual || !extras.isEmpty { keptExtras.fixOrder = isUsual ? ArrivalOrder() : newValue }
        }
    }
    private var orderOfLastFix: ArrivalOrder<Coordinate> {
        fix.map { ArrivalOrder(last: $0.time, value: $0.value.coordinate) } ?? ArrivalOrder()
    }
    /// Whether that is more than the last fix says.
    var hasOwnFixOrder: Bool { hasUrgentExtras && extras[0].fixOrder.last != nil }
    var wifi: Stamped<WiFiReport>? {
        get { extras.isEmpty ? nil : extras[0].wifi }
        set { if newValue != nil || !extras.isEmpty { keptExtras.wifi = newValue } }
    }
    var firstWiFi: Timestamp? {
        get { extras.isEmpty ? nil : extras[0].firstWiFi }
        set { if newValue != nil || !extras.isEmpty { keptExtras.firstWiFi = newValue } }
    }
    var wifiOrder: ArrivalOrder<WiFiReport> {
        get { extras.isEmpty ? ArrivalOrder() : extras[0].wifiOrder }
        set { if newValue.last != nil || !extras.isEmpty { keptExtras.wifiOrder = newValue } }
        _modify { yield &keptExtras.wifiOrder }
    }
    var unmonitored: [Int32] {
        get { hasUrgentExtras ? extras[0].unmonitored : [] }
        set { if !newValue.isEmpty || !extras.isEmpty { keptExtras.unmonitored = newValue } }
        _modify { yield &keptExtras.unmonitored }
    }
    var groups: [GroupState] {
        get { extras.isEmpty ? [] : extras[0].groups }
        set { if !newValue.isEmpty || !extras.isEmpty { keptExtras.groups = newValue } }
        _modify { yield &keptExtras.groups }
    }
    var lateUntil: Timestamp? {
        get { hasUrgentExtras ? extras[0].lateUntil : nil }
        set { if newValue != nil || !extras.isEmpty { keptExtras.lateUntil = newValue } }
    }
    var held: [Observation] {
        get { hasUrgentExtras ? extras[0].held : [] }
        set { if !newValue.isEmpty || !extras.isEmpty { keptExtras.held = newValue } }
        _modify { yield &keptExtras.held }
    }
    var retired: [Identifier: FenceMembership] {
        get { extras.isEmpty ? [:] : extras[0].retired }
        set { if !newValue.isEmpty || !extras.isEmpty { keptExtras.retired = newValue } }
        _modify { yield &keptExtras.retired }
    }

    /// Forgets what bears on where the device is, but for the order of its WiFi reports.
    mutating func forgetExtraWhereabouts() {
        guard let before = extras.first else { return }
        var left = DeviceExtras()
        (left.wifiOrder, left.groups) = (before.wifiOrder, before.groups)
        (left.unmonitored, left.retired) = (before.unmonitored, before.retired)
        keptExtras = left
    }

    /// There while it is changed, and kept where anything is left.
    private var keptExtras: DeviceExtras {
        get { extras.first ?? DeviceExtras() }
        _modify {
            if extras.isEmpty { extras.append(DeviceExtras()) }
            defer { if extras[0].isEmpty { extras = [] } }
            yield &extras[0]
        }
    }
}
