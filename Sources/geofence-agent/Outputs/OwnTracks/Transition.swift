import GeofenceCore

/// An enter or an exit in the words of OwnTracks.
///
/// Source: OwnTracks' booklet, "JSON", `_type=transition`.
struct Transition {
    /// `enter` or `leave`; there is no word for anything else.
    let event: String
    /// The fence's name for people.
    let name: String
    /// By what the app knows the waypoint: its own mark, which may have no `rid`, else what it is sent by
    /// `setWaypoints`.
    let mark: (rid: String?, stamp: Int)
    /// When, and where the device was.
    let time: Timestamp
    let fix: Fix?
    /// Two characters for a map, as the apps make them unless a person has set others: the end of the topic.
    let tracker: String

    /// Nil for an event that is neither.
    init?(_ event: Event, phone: Phone, topic: String) {
        switch event.kind {
        case .enter: self.event = "enter"
        case .exit: self.event = "leave"
        case .dwell, .speeding, .speedingEnd: return nil
        }
        let own = phone.waypoints.first { $0.fence == event.fence }?.mark
        mark = (
            own == nil ? event.fence.description : own?.rid, own?.stamp ?? OwnTracksExport.stamp(event.fence)
        )
        name = event.name ?? event.fence.description
        (time, fix) = (event.time, event.fix)
        tracker = String((TopicLevels.of(topic).last ?? "").suffix(2))
    }

    /// Without a position where none is known, as on a network alone.
    var payload: [UInt8] {
        JSONWriter.object { json in
            json.member("_type", "transition")
            json.member("event", event)
            json.member("desc", name)
            if let rid = mark.rid { json.member("rid", rid) }
            json.member("wtst", mark.stamp)
            json.member("tst", time.milliseconds / 1000)
            if let fix {
                json.member("lat", fix.coordinate.latitude)
                json.member("lon", fix.coordinate.longitude)
                // Always there, as the booklet asks; unknown is 0.
                json.member("acc", fix.accuracy?.rounded() ?? 0)
            }
            json.member("tid", tracker)
            // By locations, rather than by the system's regions or a beacon.
            json.member("t", "l")
        }
    }
}
