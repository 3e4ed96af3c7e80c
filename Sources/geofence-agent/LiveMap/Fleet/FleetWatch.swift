import Foundation
import GeofenceCore
import Logging
import MQTT
import Synchronization

/// What the live map of one agent of several shows and asks of the others, over a connection of its own.
///
/// The connection is there while somebody looks on, or waits for an answer. Its session ends with it. What it
/// reads becomes no input, so that looking changes nothing.
final class FleetWatch: MapFleet {
    /// Questions at most that wait for their answers, and those of them that change nothing.
    static let mostQuestions = 64, mostReading = 48
    /// Milliseconds that the connection stays behind the last question.
    private static let linger: Int64 = 10_000

    private struct State {
        var broker: MQTTSettings
        /// How often the way to the broker was said.
        var brokerNumber = 0
        /// The board of those who look on.
        var board: MapBoard?
        var isRunning = false
        var lastQuestion: Int64 = .min / 2
        /// Those that are yet to be sent.
        var questions: [FleetQuestion] = []
        /// Questions that have no answer yet, the sent ones among them.
        var open = 0
    }

    let topics: Topics
    /// Whose devices are this agent's; nil where all are.
    let shard: Shard?
    private let isPair: Bool
    let log: Logger
    let doorbell = Doorbell()
    private let state: Mutex<State>
    private let failed = Atomic(false)

    /// Nil where there are no other agents.
    init?(_ settings: AgentSettings, _ broker: MQTTSettings, _ log: Logger) {
        shard = settings.shard.flatMap { $0.isWhole ? nil : $0 }
        isPair = settings.standby != nil
        guard shard != nil || isPair else { return nil }
        topics = settings.topics
        self.log = log
        state = Mutex(State(broker: broker))
    }

    /// This is the broker that the agent has connected to, or how it does so from now on.
    func use(_ broker: MQTTSettings) {
        state.withLock { state in
            state.broker = broker
            state.brokerNumber += 1
        }
        doorbell.ring()
    }

    var isMissing: Bool { shard != nil && failed.load(ordering: .relaxed) }

    func beginWatch(_ board: MapBoard) {
        guard shard != nil else { return }
        state.withLock { $0.board = board }
        start()
    }

    func isMeant(by question: Question) -> Bool {
        FleetQuestion.isMeant(question, by: shard, isPair: isPair)
    }

    func ask(_ question: Question) -> Bool {
        guard isMeant(by: question),
            let own = FleetQuestion(question, number: .random(in: 0...(.max)), Clock.uptime)
        else { return false }
        let hasRoom = state.withLock { state in
            guard state.open < (own.isReading ? Self.mostReading : Self.mostQuestions) else { return false }
            state.open += 1
            state.questions.append(own)
            state.lastQuestion = Clock.uptime
            return true
        }
        if hasRoom { start() } else { own.refuse("are asked by very many at once; ask again in a while") }
        return true
    }

    /// Wakes the thread, or begins it.
    private func start() {
        let isFirst = state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isFirst else { return doorbell.ring() }
        Thread.detachNewThread { [self] in
            var reader = FleetReader(self)
            reader.run()
        }
    }
}

// MARK: - For the thread

extension FleetWatch {
    /// What the connection is for.
    struct Need {
        var broker: MQTTSettings
        /// How often the way to the broker was said before.
        var brokerNumber: Int
        /// The board of those who look on; nil: nobody does.
        var board: MapBoard?
        /// Which watch that is; 0: none.
        var watch: Int
    }

    /// What the connection is for; nil where it is for nothing.
    func need(_ uptime: Int64) -> Need? { state.withLock { Self.need($0, uptime) } }

    /// The same where no connection is open: nil ends the thread.
    func needOrEnd(_ uptime: Int64) -> Need? {
        state.withLock { state in
            if let need = Self.need(state, uptime) { return need }
            (state.isRunning, state.board) = (false, nil)
            failed.store(false, ordering: .relaxed)
            return nil
        }
    }

    private static func need(_ state: State, _ uptime: Int64) -> Need? {
        let watch = state.board?.watch ?? 0
        guard watch != 0 || state.open > 0 || uptime - state.lastQuestion < linger else { return nil }
        return Need(
            broker: state.broker,
            brokerNumber: state.brokerNumber,
            board: watch == 0 ? nil : state.board,
            watch: watch
        )
    }

    /// Questions that are to be sent.
    func newQuestions() -> [FleetQuestion] {
        state.withLock { state in
            defer { state.questions = [] }
            return state.questions
        }
    }

    /// A question has its answer, or is given up.
    func didEndQuestion() { state.withLock { $0.open -= 1 } }

    /// Whether the connection has failed.
    func note(isMissing: Bool) { failed.store(isMissing, ordering: .relaxed) }
}
