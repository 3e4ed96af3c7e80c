import GeofenceCore

/// What has to be remembered of messages to read the next ones.
struct Intake {
    /// What comes one value a topic, until it says something.
    var streamed = StreamedReports()
    /// How the payloads of sources look.
    var layouts = ExpectedLayouts()
    /// What devices reported last of their network whose own is set by hand, since the start.
    var ownNetworks: [Identifier: WiFiReport] = [:]
    /// Refusals that the log has yet to say; not all, where many come at once.
    var refusals: [Refusal] = []
    /// Devices that have become known lately.
    var admissions = AdmissionWindow()
    /// For how long devices have been silent, where that matters.
    var silences = Silences()
    /// How many devices each source has made known, where that matters.
    var shares = SourceShares()
    /// Where a device's name is put together.
    private(set) var deviceName: [UInt8] = []

    /// A message that was refused, and why.
    struct Refusal {
        var reason: Rejection
        var topic: String
    }

    /// Refusals at most that wait for the log.
    private static let mostRefusals = 8

    /// The source whose filter a topic fits, and where the name of the device is.
    mutating func source(
        of topic: UnsafeRawBufferPointer,
        _ sources: [AgentSettings.Source]
    ) throws(Rejection) -> (Int, TopicMatch) {
        for index in sources.indices {
            let match = sources[index].template.match(topic, into: &deviceName)
            if match != .none { return (index, match) }
        }
        throw .topic
    }

    /// Keeps a refusal for the log.
    mutating func refuse(_ reason: Rejection, _ topic: UnsafeRawBufferPointer) {
        guard refusals.count < Self.mostRefusals else { return }
        refusals.append(Refusal(reason: reason, topic: String(decoding: topic, as: UTF8.self)))
    }
}
