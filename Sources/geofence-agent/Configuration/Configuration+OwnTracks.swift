extension Configuration {
    /// Refuses sources that would take what is sent to phones, or a second time what phones say of their
    /// waypoints.
    ///
    /// - Parameters:
    ///   - keys: Where the topics of `sources` stand.
    ///   - patterns: The topics of `sources`, in their order.
    func checkPhoneTopics(_ keys: [ValueReader], _ patterns: PatternTree) {
        let phones = zip(sources, keys).filter { $0.0.format == .owntracks }
        for (source, key) in phones {
            for level in owntracks.read + owntracks.written {
                guard let pattern = try? TopicPattern("\(source.topic.filter)/\(level)") else {
                    key.report(
                        "leaves no room for /\(level) behind it, which \"owntracks\" needs; shorten it"
                    )
                    continue
                }
                checkOwn(pattern, key)
                for other in patterns.overlapping(pattern) {
                    check(pattern, sources[other], isRead: owntracks.read.contains(level), keys[other])
                }
            }
        }
    }

    private func checkOwn(_ pattern: TopicPattern, _ key: ValueReader) {
        guard let own = (topics.ownTopics + homeAssistant.ownTopics).first(where: pattern.overlaps) else {
            return
        }
        key.report(
            "\"owntracks\" makes \(pattern.filter) of it, which takes in topics of the agent's own (\(own.filter)); make it narrower"
        )
    }

    /// A format that knows the kinds of OwnTracks' messages passes over those that the agent has written.
    private func check(_ pattern: TopicPattern, _ other: Source, isRead: Bool, _ key: ValueReader) {
        if isRead {
            key.report(
                "\(other.topic.filter) takes topics that \"owntracks\": { \"waypoints\": true } takes too (\(pattern.filter)), whose messages would come twice; make it narrower"
            )
        } else if other.format != .owntracks, other.format != .auto {
            key.report(
                "\(other.topic.filter) takes what \"owntracks\" sends to phones (\(pattern.filter)), a loop; make it narrower"
            )
        }
    }
}
