/// Topics whose refusal has been logged, so that each is logged once; of very many the first alone.
struct LogOnce {
    /// How many topics are logged.
    static let most = 1000

    private var topics: Set<String> = []

    /// Whether to log a topic, for the first time.
    mutating func shouldLog(_ topic: String) -> Bool {
        topics.count < Self.most && topics.insert(topic).inserted
    }

    /// Every topic is logged again.
    mutating func forget() { topics = [] }
}
