/// Topics whose refusal has been told, so that each is told once; of very many the first alone.
struct LogOnce {
    /// How many topics are told.
    static let most = 1000

    private var topics: Set<String> = []

    /// Whether to tell of a topic, for the first time.
    mutating func shouldLog(_ topic: String) -> Bool {
        topics.count < Self.most && topics.insert(topic).inserted
    }

    /// Every topic is told again.
    mutating func forget() { topics = [] }
}
