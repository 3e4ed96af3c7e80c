import GeofenceCore

/// Topics on which devices report, and how what they say is read.
struct Source: Hashable, Sendable {
    /// Sources at most: each message is compared with them one after another.
    static let most = 1000

    /// Which topics, and which device a message is of.
    let topic: TopicTemplate
    /// How the payloads are read.
    let format: PayloadFormat
    /// What OwnTracks' messages are encrypted with; nil where they are not.
    var keys: OwnTracksKeys?
    /// Which fixes are left out; nil: none.
    var filter: FixFilter?
    /// How rests of its devices are judged; nil: as the rules say.
    var rest: RestRule?
}
