import GeofenceCore

/// Events as the OwnTracks apps would tell them.
extension Agent {
    /// Tells a phone's enter or exit, beside the event itself, and in the same transaction.
    ///
    /// Of a group of fences nothing: each of its fences has told it. What comes late is left out, since those who listen take a transition for
    /// what is so now.
    mutating func enqueueTransition(_ event: Event, at now: Timestamp) {
        guard setup.owntracks.transitions, !event.isGroup, !event.isLate, let phone = phones[event.device],
            let address = phone.address,
            let transition = Transition(event, phone: phone, topic: address.topic)
        else { return }
        enqueue(event.device, on: "event", transition.payload, at: now)
    }
}
