import Foundation
import GeofenceCore
import Logging
import MQTT

/// The thread of a `FleetWatch`: one connection after the other, as long as somebody needs one.
struct FleetReader {
    /// Milliseconds that a broker may take to greet.
    private static let patience: Int64 = 10_000
    /// Milliseconds between two looks at what the connection is for.
    private static let step: Int32 = 250
    /// Bytes of an answer at most.
    private static let largestAnswer = 1 << 24

    private let watch: FleetWatch
    private var need: FleetWatch.Need
    private var book: FleetBook?
    private var questions: [FleetQuestion] = []
    /// Questions that were published, by the packets that are not acknowledged.
    private var unanswered: [Int32: [UInt8]] = [:]
    /// Filters that have no answer yet, by their packets.
    private var subscriptions: [Int32: String] = [:]
    private var hasAnswersFilter = false
    private var backoff = Backoff()
    private var generator = SystemRandomNumberGenerator()
    private var address = 0
    private var lastCare: Int64 = 0
    /// What is logged once.
    private var errorThrottle = ConnectionErrorThrottle()
    private var hasLoggedLeftOut = false
    /// Whether events may have been missed.
    private var hasGap = false

    init(_ watch: FleetWatch) {
        self.watch = watch
        need = FleetWatch.Need(broker: MQTTSettings(host: ""), board: nil, watch: 0)
    }

    /// Runs until nobody needs it any more.
    mutating func run() {
        while let need = watch.need(Clock.uptime) {
            begin(need)
            do throws(MQTTFailure) {
                guard try serve() else { return }
            } catch {
                guard pause(behind: error) else { return }
            }
        }
    }

    /// Another watch begins with everything.
    private mutating func begin(_ new: FleetWatch.Need) {
        if new.watch != need.watch || book == nil {
            hasGap = false
            book = watch.shard.map {
                FleetBook($0, base: watch.topics.base, showsZones: new.board?.settings.zones ?? false)
            }
        }
        need = new
        (unanswered, subscriptions, hasAnswersFilter) = ([:], [:], false)
    }

    /// Waits before the next attempt; says whether one is needed.
    private mutating func pause(behind failure: MQTTFailure) -> Bool {
        if errorThrottle.shouldLog("\(failure)", Clock.uptime) {
            watch.log.warning("the live map can't reach the other agents: \(failure)")
        }
        watch.note(isMissing: true)
        (hasGap, address) = (true, address + 1)
        refuseAll("the other agents can't be reached: \(failure)")
        let end = Clock.uptime + backoff.next(&generator, failure.pace)
        while Clock.uptime < end {
            guard watch.need(Clock.uptime) != nil else { return false }
            Thread.sleep(forTimeInterval: Double(Self.step) / 1000)
            refuseAll("the other agents can't be reached: \(failure)")
        }
        return true
    }

    private mutating func refuseAll(_ reason: String) {
        for question in questions + watch.newQuestions() { end(question) { $0.refuse(reason) } }
        questions = []
    }

    private func end(_ question: FleetQuestion, _ say: (FleetQuestion) -> Void) {
        watch.didFinish()
        say(question)
    }
}

// MARK: - One connection

extension FleetReader {
    /// Serves one connection; says whether another is to follow.
    private mutating func serve() throws(MQTTFailure) -> Bool {
        let addresses = need.broker.addresses
        var settings = try need.broker.at(addresses[address % addresses.count]).withSecretsReadAgain()
        settings.clientId += "-map"
        settings.sessionExpiry = 0
        let connection = try Connection(
            settings.options,
            cleanStart: true,
            requests: watch.topics.response(""),
            upTo: Self.largestAnswer
        )
        do throws(MQTTFailure) {
            try connect(connection)
            return try serve(connection)
        } catch {
            throw connection.explained(error).named("connecting to \(settings.address)")
        }
    }

    private func connect(_ connection: Connection) throws(MQTTFailure) {
        try connection.connect()
        let deadline = Clock.uptime + Self.patience
        while connection.arrivals.connAck == nil {
            guard Clock.uptime < deadline else {
                throw MQTTFailure("connecting", reason: "no answer within \(Self.patience / 1000) s")
            }
            try connection.checkAttempt()
            try connection.write()
            connection.wait(100)
            try connection.readGreeting()
        }
        let code = ReasonCode(connection.arrivals.connAck?.reason ?? 0)
        guard code.number == 0 else {
            throw MQTTFailure(
                "connecting",
                reason: "refused by the broker: \(code)",
                pace: .refusal,
                code: code
            )
        }
        connection.wasGreeted = true
        connection.limits = connection.arrivals.connAck?.limits ?? BrokerLimits()
        // A broker drops what it can't pass on at once.
        connection.readAhead()
    }

    /// Reads and asks until the connection is for something else, or for nothing; says whether another is to
    /// follow.
    private mutating func serve(_ connection: Connection) throws(MQTTFailure) -> Bool {
        if need.watch != 0 {
            // A broker keeps a queue for each subscriber: at QoS 1 it is full before all that is kept has
            // come.
            for filter in [watch.topics.allDevices, watch.topics.allEvents] {
                subscriptions[try connection.subscribe(filter, qos: 0)] = filter
            }
        }
        watch.note(isMissing: false)
        var isMore = false
        while true {
            if !isMore, !connection.hasInput { connection.wait(Self.step, or: watch.doorbell.descriptor) }
            watch.doorbell.silence()
            try connection.checkAttempt()
            isMore = try connection.read(upTo: AgentLoop.largestBatch)
            try readAnswers(connection)
            accept(connection.arrivals)
            try sendQuestions(connection)
            try care(connection)
            try connection.write()
            let new = watch.need(Clock.uptime)
            guard let new, new.watch == need.watch, new.broker == need.broker else {
                try? connection.close()
                return new != nil
            }
        }
    }

    /// Keeps the connection, and gives up what nobody answers.
    private mutating func care(_ connection: Connection) throws(MQTTFailure) {
        let uptime = Clock.uptime
        guard uptime - lastCare >= 1000 else { return }
        lastCare = uptime
        try connection.keepAlive(at: uptime)
        for question in questions where question.deadline <= uptime {
            end(question) { $0.refuse("nobody has answered; is the agent of that shard running?") }
        }
        questions.removeAll { $0.deadline <= uptime }
        guard !hasLoggedLeftOut, let book, book.leftOut > 0 else { return }
        hasLoggedLeftOut = true
        watch.log.warning(
            "the live map leaves out devices or events of other agents: it shows \(FleetBook.mostDevices) devices at most, and what an agent has written"
        )
    }

    private mutating func accept(_ arrivals: Inbox) {
        var update = MapUpdate(watch: need.watch)
        var answers: [[UInt8]] = []
        arrivals.bytes.withUnsafeBytes { bytes in
            // One that is too long has no payload, and says nothing.
            for message in arrivals.messages where message.payload.count == message.length {
                let payload = UnsafeRawBufferPointer(rebasing: bytes[message.payload])
                if message.isRequest {
                    answers.append(Array(payload))
                } else {
                    book?.accept(UnsafeRawBufferPointer(rebasing: bytes[message.topic]), payload, &update)
                }
            }
        }
        arrivals.clearMessages()
        answers.forEach { finish($0) }
        if hasGap { update.noteLoss() }
        hasGap = false
        if !update.isEmpty { need.board?.put(update) }
    }

    private mutating func finish(_ answer: [UInt8]) {
        guard !questions.isEmpty, let mark = FleetQuestion.mark(of: answer),
            let index = questions.firstIndex(where: { $0.isAnswered(by: mark) })
        else { return }
        end(questions.remove(at: index)) { $0.finish(answer) }
    }

    private mutating func sendQuestions(_ connection: Connection) throws(MQTTFailure) {
        let new = watch.newQuestions()
        guard !new.isEmpty else { return }
        questions += new
        if !hasAnswersFilter {
            let filter = watch.topics.response("#")
            subscriptions[try connection.subscribe(filter)] = filter
            hasAnswersFilter = true
        }
        for question in new {
            let topic = "\(watch.topics.requests)\(question.question.command)"
            unanswered[try connection.publish(topic, question.request, retained: false)] = question.mark
        }
    }

    /// What the broker says to subscriptions and requests.
    private mutating func readAnswers(_ connection: Connection) throws(MQTTFailure) {
        let arrivals = connection.arrivals
        defer {
            arrivals.acknowledgements.removeAll()
            arrivals.subscriptionAnswers.removeAll()
        }
        for answer in arrivals.subscriptionAnswers {
            guard let filter = subscriptions.removeValue(forKey: answer.packet), answer.reason >= 128 else {
                continue
            }
            throw refused("subscribing to \(filter)", .read, filter, answer.reason, connection)
        }
        for answer in arrivals.acknowledgements {
            guard let mark = unanswered.removeValue(forKey: answer.packet), answer.reason >= 128,
                let index = questions.firstIndex(where: { $0.isAnswered(by: mark) })
            else { continue }
            let topic = "\(watch.topics.requests)\(questions[index].question.command)"
            let failure = refused("publishing to \(topic)", .write, topic, answer.reason, connection)
            end(questions.remove(at: index)) { $0.refuse("\(failure)") }
        }
    }

    private func refused(
        _ call: String,
        _ access: AccessLine.Access,
        _ topic: String,
        _ reason: Int32,
        _ connection: Connection
    ) -> MQTTFailure {
        let code = ReasonCode(reason)
        let line = AccessLine.missing(access, topic, code, need.broker.options).map {
            "; missing in the access list: \($0)"
        }
        return MQTTFailure(
            call,
            reason: "refused by the broker: \(code)\(line ?? "")",
            pace: .refusal,
            code: code
        )
    }
}
