import GeofenceCore

/// What has to be remembered of messages to read the next ones.
struct Intake {
    /// What comes one value a topic, until it says something.
    var streamed = StreamedReports()
    /// How the payloads of sources look.
    var layouts = ExpectedLayouts()
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

    /// By source: whether anything has come for it since the start, or since sources changed.
    private(set) var heardSources: [Bool] = []
    /// The one that the last message came for; below 0: none yet.
    private var lastHeard = -1

    /// A message that was refused, and why.
    struct Refusal {
        var reason: Rejection
        /// On which it came; nil where that is no longer known.
        var topic: String?
        /// Whose it is, where it could be read.
        var device: Identifier?
        /// How it begins.
        var payload: String?
    }

    /// Bytes of a refused message that are kept for the log.
    private static let longestExcerpt = 120

    /// Refusals at most that wait for the log.
    private static let mostRefusals = 8

    /// The source whose filter a topic fits, and where the name of the device is.
    mutating func source(
        of topic: UnsafeRawBufferPointer,
        _ sources: [AgentSettings.Source]
    ) throws(Rejection) -> (Int, TopicMatch) {
        for index in sources.indices {
            let match = sources[index].template.match(topic, into: &deviceName)
            if match != .none {
                heard(index)
                return (index, match)
            }
        }
        throw .topic
    }

    /// Something has come for a source.
    @inline(__always)
    mutating func heard(_ source: Int) {
        if source != lastHeard { noteHeard(source) }
    }

    @inline(never)
    private mutating func noteHeard(_ source: Int) {
        lastHeard = source
        while heardSources.count <= source { heardSources.append(false) }
        heardSources[source] = true
    }

    /// The sources are others.
    mutating func sourcesChanged() { (heardSources, lastHeard) = ([], -1) }

    /// Keeps a refusal for the log.
    mutating func refuse(
        _ reason: Rejection,
        _ topic: UnsafeRawBufferPointer,
        _ payload: UnsafeRawBufferPointer
    ) {
        guard refusals.count < Self.mostRefusals else { return }
        var refusal = Refusal(reason: reason, topic: String(decoding: topic, as: UTF8.self))
        if reason.isOfPayload {
            let isCut = payload.count > Self.longestExcerpt
            let text = String(decoding: payload.prefix(Self.longestExcerpt), as: UTF8.self)
            refusal.payload = text + (isCut ? "…" : "")
        }
        refusals.append(refusal)
    }

    /// The same of a position that could be read, and is not believed.
    mutating func refuse(_ reason: Rejection, of device: Identifier) {
        guard refusals.count < Self.mostRefusals else { return }
        refusals.append(Refusal(reason: reason, device: device))
    }
}
