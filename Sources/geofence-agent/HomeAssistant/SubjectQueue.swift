/// What has to be looked at, each once, in the order in which it came.
struct SubjectQueue {
    private var subjects: [Subject] = []
    private var head = 0
    private var waiting: Set<Subject> = []

    var isEmpty: Bool { waiting.isEmpty }

    mutating func add(_ subject: Subject) {
        if waiting.insert(subject).inserted { subjects.append(subject) }
    }

    mutating func next() -> Subject? {
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
