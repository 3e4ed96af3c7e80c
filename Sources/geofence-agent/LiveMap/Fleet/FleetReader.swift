import Foundation
import GeofenceCore
import Logging
import MQTT

/// The thread of a `FleetWatch`: one connection after the other, as long as somebody needs one.
struct FleetReader {
    /// Milliseconds between two looks at what the connection is for.
    private static let step: Int32 = 250
    /// Milliseconds after which a connection is a good one.
    private static let goodLife: Int64 = 10_000

    private let watch: FleetWatch
    private var need: FleetWatch.Need
    private var book: FleetBook?
    private var questions: FleetQuestions
    private var backoff = Backoff()
    private var generator = SystemRandomNumberGenerator()
    private var errorThrottle = ConnectionErrorThrottle()
    private var hasLoggedLeftOut = false
    /// Whether events may have been missed.
    private var hasGap = false

    init(_ watch: FleetWatch) {
        self.watch = watch
        need = FleetWatch.Need(broker: MQTTSettings(host: ""), brokerNumber: 0, board: nil, watch: 0)
        questions = FleetQuestions { watch.didEndQuestion() }
    }

    /// Runs until nobody needs it any more.
    mutating func run() {
        while let new = watch.needOrEnd(Clock.uptime) {
            begin(new)
            do throws(MQTTFailure) {
                try serve()
            } catch {
                pause(behind: error)
            }
        }
    }

    /// Another watch begins with everything.
    private mutating func begin(_ new: FleetWatch.Need) {
        if new.watch != need.watch {
            hasGap = false
            book = watch.shard.map {
                FleetBook($0, base: watch.topics.base, showsZones: new.board?.settings.zones ?? false)
            }
        }
        need = new
    }

    /// Waits before the next attempt, which another broker or other settings bring about at once.
    private mutating func pause(behind failure: MQTTFailure) {
        if errorThrottle.shouldLog("\(failure)", Clock.uptime) {
            watch.log.warning("the live map can't reach the other agents: \(failure)")
        }
        watch.note(isMissing: true)
        hasGap = true
        let end = Clock.uptime + backoff.next(&generator, failure.pace)
        while true {
            questions.add(watch.newQuestions())
            questions.refuseAll("can't be reached: \(failure)")
            guard Clock.uptime < end, let new = watch.need(Clock.uptime),
                new.brokerNumber == need.brokerNumber
            else { return }
            Thread.sleep(forTimeInterval: Double(Self.step) / 1000)
        }
    }
}

// MARK: - One connection

extension FleetReader {
    /// Reads and asks on one connection, until that is for nothing any more, or leads elsewhere.
    private mutating func serve() throws(MQTTFailure) {
        let link = try FleetLink(need.broker, watch.topics)
        do throws(MQTTFailure) {
            if need.watch != 0 { try link.begin() }
            let begun = Clock.uptime
            while true {
                try link.turn(Self.step, or: watch.doorbell)
                if link.hasAll { watch.note(isMissing: false) }
                for refusal in try link.refusals() {
                    questions.refuse(packet: refusal.packet) { refusal.text(of: $0.question.command) }
                }
                if let deafness = link.noteDeafness() { questions.refuseAll("can't be heard: \(deafness)") }
                accept(link.arrivals)
                questions.giveUp(Clock.uptime)
                try sendQuestions(link)
                try link.write()
                if Clock.uptime - begun >= Self.goodLife { didHold() }
                guard let new = watch.need(Clock.uptime), new.broker == need.broker else { break }
                guard new.watch != need.watch else { continue }
                if need.watch != 0 { try link.end() }
                begin(new)
                if need.watch != 0 { try link.begin() }
            }
        } catch {
            throw link.explained(error)
        }
        link.close()
        // On another connection nobody hears the answers to these, and what comes meanwhile is missed.
        questions.refuseAll("are reached by another way now; ask again")
        hasGap = true
    }

    private mutating func didHold() {
        backoff.reset()
        errorThrottle.forget()
        guard !hasLoggedLeftOut, let book, book.leftOut > 0 else { return }
        hasLoggedLeftOut = true
        watch.log.warning(
            "the live map leaves out devices or events of other agents: it shows \(FleetBook.mostDevices) devices and \(FleetBook.mostBytes >> 20) MiB of them at most, and what an agent has written"
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
        for answer in answers { questions.finish(answer) }
        if hasGap { update.noteLoss() }
        hasGap = false
        if !update.isEmpty { need.board?.put(update) }
    }

    /// Sends what is asked, once answers will be heard.
    private mutating func sendQuestions(_ link: FleetLink) throws(MQTTFailure) {
        questions.add(watch.newQuestions())
        guard !questions.isEmpty, try link.hearsAnswers() else { return }
        for question in questions.unsent {
            do throws(MQTTFailure) {
                questions.didSend(question.mark, packet: try link.send(question))
            } catch  where error.isForGood {
                questions.refuse(question.mark, "can't be asked that: \(error)")
            }
        }
    }
}
