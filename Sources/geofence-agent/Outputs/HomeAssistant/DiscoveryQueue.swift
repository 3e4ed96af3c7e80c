/// What has to be looked at, each once, in the order in which it came.
struct DiscoveryQueue {
    private var subjects: [DiscoverySubject] = []
    private var head = 0
    private var waiting: Set<DiscoverySubject> = []

    var isEmpty: Bool { waiting.isEmpty }

    mutating func add(_ subject: DiscoverySubject) {
        if waiting.insert(subject).inserted { subjects.append(subject) }
    }

    mutating func next() -> DiscoverySubject? {
        guard head < subjects.count else { return nil }
        let subject = subjects[head]
        waiting.remove(subject)
        head += 1
        if head == subjects.count {
            subjects = []
            head = 0
        }
        return subject
    }
}
