import GeofenceCore

/// Where the tracker lies, so that it can be handed on without a copy.
///
/// A copy of the box is a copy of the tracker, made when one of both changes.
struct TrackerBox {
    private final class Content {
        var tracker: Tracker
        init(_ tracker: consuming Tracker) { self.tracker = tracker }
    }

    private var content: Content

    init(_ tracker: consuming Tracker) { content = Content(tracker) }

    var tracker: Tracker {
        _read { yield content.tracker }
        _modify {
            if !isKnownUniquelyReferenced(&content) { content = Content(content.tracker) }
            yield &content.tracker
        }
    }

    /// The tracker to be asked.
    var reader: TrackerReader { TrackerReader(box: self) }
}

/// The tracker for those who may only ask it: outputs and policies.
struct TrackerReader {
    fileprivate let box: TrackerBox

    var engine: Engine { _read { yield box.tracker.engine } }
    /// Fences set at run time, by id.
    var runtimeFences: [Identifier: Fence] { _read { yield box.tracker.runtimeFences } }
}

extension TrackerReader {
    /// A tracker that nobody changes any more.
    init(_ tracker: consuming Tracker) { box = TrackerBox(tracker) }
}
