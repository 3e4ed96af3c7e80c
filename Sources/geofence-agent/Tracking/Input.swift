import GeofenceCore

/// Everything that can change what the agent believes, and what it has to remember of what it did.
///
/// The journal is the list of these, in the order in which they were applied. Filters stand before them, so
/// that other settings can't change a recovery. A new configuration and a device that is forgotten have no
/// form here: they commit together with a checkpoint.
enum Input {
    /// What a device has reported; with the mark of its message, where the broker may send that again.
    case observation(Observation, of: Identifier, mark: Redelivery.Mark?)
    /// The clock has come to a moment.
    case clock(Timestamp)
    /// The clock was set back by so many milliseconds; timers run on.
    case setBack(Int64)
    /// A device that was not known gets the next number.
    case admission(Identifier)
    /// A device has become known by what may be a repeat from before it was forgotten.
    case newcomer(Identifier)
    /// Fences are set or removed at run time.
    case fences(FenceChange)
    /// Nobody enters some fences any more, which go once all have left.
    case closing([Identifier])
    /// Some more devices leave the fences that are closing: of so many pairs of a device and a fence.
    case departures(atMost: Int, at: Timestamp)
    /// The fences that are for one device come or go with its position.
    case assignment(FenceAssignment)
    /// A position or network is set by hand, or left to the device again.
    case override(OverrideChange)
    /// Monitoring is stopped or started.
    case monitoring(MonitoringChange)
    /// A device says something of itself beside where it is.
    case detail(DeviceDetail, of: Identifier)
    /// A fence is that of a zone, or of none any more.
    case zoneFence(Identifier, ZoneFence?)
    /// Visits of a device's past.
    case past([Visit], of: Identifier)
    /// Visits that ended before a moment are forgotten.
    case purge(before: Timestamp, of: [Identifier])
    /// How far a report is that comes one value a topic.
    case partialReport(StreamedReport, StreamedReports.Key, mark: Redelivery.Mark?)
    /// A message is done with, which the broker may send again: a request whose effect stands before this, or
    /// a report that was left out for what was set by hand.
    case received(mark: Redelivery.Mark)
    /// What an output has to remember.
    case output(_ name: String, _ note: [UInt8])
}

extension Input {
    /// Whether it asks the engine for devices, or changes them: a change of fences that is under way comes
    /// before.
    var isAboutDevices: Bool {
        switch self {
        case .received, .zoneFence, .partialReport, .output, .newcomer: false
        default: true
        }
    }
}
