extension TopicTemplate {
    /// Warns where two users can make the id of one device, and no message can show it.
    ///
    /// Levels that a text joins are looked at again for each message: see `TopicMatch.ambiguous`.
    func warn(of key: ValueReader?) {
        if let (first, second) = touchingLevels {
            key?.warn(
                "nothing stands between {\(first)} and {\(second)}, so that two topics can make the id of one device; join them by a text that {\(first)} never holds, such as {\(first)}-{\(second)}"
            )
        }
        if leavesOutUser {
            key?.warn(
                "leaves out {user}, so that each user can report as the device of another; set \"device\": \"{user}-{device}\", or a name for the level other than {user} if all who write there are trusted"
            )
        }
    }

    /// The names of the first two levels that an id has one after the other with no text between.
    private var touchingLevels: (String, String)? {
        guard case .composed(let pieces) = device else { return nil }
        for (first, second) in zip(pieces, pieces.dropFirst()) {
            guard case .level(let a) = first, case .level(let b) = second, a != b else { continue }
            return (name(of: a), name(of: b))
        }
        return nil
    }

    private func name(of level: Int) -> String {
        pattern.variables.first { $0.value == level }?.key ?? "\(level + 1)"
    }

    /// Whether the topic says which user a message is of, and the id doesn't hold it.
    private var leavesOutUser: Bool {
        guard let user = pattern.variables["user"] else { return false }
        switch device {
        case .level(let level): return level != user
        case .composed(let pieces): return !pieces.contains(.level(user))
        case .payload: return true
        }
    }
}
