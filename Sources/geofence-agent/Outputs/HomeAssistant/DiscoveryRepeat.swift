/// How far the telling of what Home Assistant was told before has come.
struct DiscoveryRepeat {
    fileprivate var subjects: [DiscoverySubject]?
    fileprivate var subject: DiscoverySubject?
    /// What `messages` belong to.
    fileprivate var record: DiscoveryRecord?
    fileprivate var messages: [DiscoveryMessage] = []
}

extension Agent {
    /// The next message as of now; nil at the end.
    func next(_ turn: inout DiscoveryRepeat) -> DiscoveryMessage? {
        if turn.subjects == nil { turn.subjects = announcements.records.keys.sorted().reversed() }
        while true {
            if let subject = turn.subject {
                if let message = nextMessage(of: subject, &turn) { return message }
                turn.subject = nil
                if let place = announcedPlace(of: subject) { return place }
            }
            guard let subject = turn.subjects?.popLast() else { return nil }
            (turn.subject, turn.record, turn.messages) = (subject, nil, [])
        }
    }

    /// Where something was told otherwise meanwhile, all that it is told now: none may come back that was taken back.
    private func nextMessage(of subject: DiscoverySubject, _ turn: inout DiscoveryRepeat) -> DiscoveryMessage?
    {
        if announcements.records[subject] != turn.record {
            turn.record = announcements.records[subject]
            turn.messages = announced(subject).reversed()
        }
        return turn.messages.popLast()
    }
}
