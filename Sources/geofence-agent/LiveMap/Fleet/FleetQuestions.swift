/// The questions for other agents that have no answer yet, on the thread that asks them.
struct FleetQuestions {
    private var open: [(question: FleetQuestion, packet: Int32?)] = []
    /// Says of one that it is answered, or given up.
    private let didEnd: () -> Void

    init(_ didEnd: @escaping () -> Void) { self.didEnd = didEnd }

    var isEmpty: Bool { open.isEmpty }
    /// Those that have not left.
    var unsent: [FleetQuestion] { open.filter { $0.packet == nil }.map(\.question) }

    mutating func add(_ questions: [FleetQuestion]) {
        open += questions.map { ($0, nil) }
    }

    /// One has left, in a packet.
    mutating func didSend(_ mark: [UInt8], packet: Int32) {
        if let index = index(of: mark) { open[index].packet = packet }
    }

    /// Hands over an answer, where it is to one of these.
    mutating func finish(_ answer: [UInt8]) {
        guard !open.isEmpty, let mark = FleetQuestion.mark(of: answer), let index = index(of: mark) else {
            return
        }
        end(index) { $0.finish(answer) }
    }

    /// The broker refuses one, by its packet or by its transaction.
    mutating func refuse(packet: Int32, _ reason: (FleetQuestion) -> String) {
        if let index = open.firstIndex(where: { $0.packet == packet }) {
            end(index) { $0.refuse(reason($0)) }
        }
    }

    mutating func refuse(_ mark: [UInt8], _ reason: String) {
        if let index = index(of: mark) { end(index) { $0.refuse(reason) } }
    }

    /// The connection is lost: nobody hears the answers.
    mutating func refuseAll(_ reason: String) {
        while let (question, packet) = open.last {
            let isDone = packet != nil && !question.isReading
            end(open.count - 1) { $0.refuse(reason + (isDone ? "; what was asked for may be done" : "")) }
        }
    }

    /// Gives up those for whose answers nobody waits any more.
    mutating func giveUp(_ uptime: Int64) {
        for index in open.indices.reversed() where open[index].question.deadline <= uptime {
            let (question, packet) = open[index]
            guard packet != nil else {
                end(index) { $0.refuse("can't be asked in time; ask again") }
                continue
            }
            let mayBeDone = question.isReading ? "" : "; what was asked for may be done"
            end(index) { $0.refuse("do not answer; are all agents of the fleet running?\(mayBeDone)") }
        }
    }

    private func index(of mark: [UInt8]) -> Int? { open.firstIndex { $0.question.mark == mark } }

    private mutating func end(_ index: Int, _ say: (FleetQuestion) -> Void) {
        let question = open.remove(at: index).question
        didEnd()
        say(question)
    }
}
