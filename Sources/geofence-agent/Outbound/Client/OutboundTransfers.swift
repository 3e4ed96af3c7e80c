import CCurl
import CLibrary

/// All requests that are on their way; on the client's thread alone.
///
/// libcurl's handle of many transfers, which keeps connections for the next request to the same server. Where
/// such a one has died it asks once more by itself, on a new one.
final class OutboundTransfers {
    /// Milliseconds after which the thread looks around in any case.
    private static let longestWait: Int64 = 60_000
    /// Connections that are kept for the next request.
    private static let mostConnections = 16

    private let multi: UnsafeMutableRawPointer
    private let answer: (OutboundReply) -> Void
    private var schedule = OutboundSchedule()
    private var transfers: [UnsafeMutableRawPointer: OutboundTransfer] = [:]

    /// Nil where the library can't begin, for lack of memory.
    init?(_ answer: @escaping (OutboundReply) -> Void) {
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let multi = curl_multi_init() else {
            return nil
        }
        (self.multi, self.answer) = (multi, answer)
        _ = geofence_curl_set_limit(multi, CURLMOPT_MAXCONNECTS, Self.mostConnections)
    }

    deinit {
        for transfer in transfers.values { curl_multi_remove_handle(multi, transfer.easy) }
        transfers = [:]
        curl_multi_cleanup(multi)
    }

    /// Asks what comes, until nothing more is to be asked.
    func run(_ inbox: OutboundInbox) {
        while let questions = inbox.drain() {
            for question in questions { add(question) }
            dropOverdue()
            while let question = schedule.next(at: Clock.uptime) { begin(question) }
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            if !collect() { wait(inbox) }
        }
    }

    private func add(_ question: OutboundQuestion) {
        guard !schedule.add(question, at: Clock.uptime) else { return }
        reply(question, .failure(OutboundFailure("too many questions wait for \(question.request.origin)")))
    }

    private func dropOverdue() {
        for question in schedule.drainOverdue(at: Clock.uptime) {
            let seconds = Double(question.request.lane.patience) / 1000
            let failure = OutboundFailure(
                "\(question.request.origin) was not asked: others had their turn for \(seconds) s"
            )
            reply(question, .failure(failure))
        }
    }

    private func begin(_ question: OutboundQuestion) {
        guard let transfer = OutboundTransfer(question), start(transfer) else {
            schedule.didEnd(question.request.lane.name)
            return reply(
                question,
                .failure(OutboundFailure("\(question.request.origin) can't be asked: no such request"))
            )
        }
    }

    private func start(_ transfer: OutboundTransfer) -> Bool {
        guard curl_multi_add_handle(multi, transfer.easy) == CURLM_OK else { return false }
        transfers[transfer.easy] = transfer
        return true
    }

    /// Hands out the answers that are there; says whether any was: another of its lane may begin.
    private func collect() -> Bool {
        var (left, hasEnded) = (Int32(0), false)
        while let message = curl_multi_info_read(multi, &left)?.pointee {
            guard message.msg == CURLMSG_DONE, let easy = message.easy_handle,
                let transfer = transfers.removeValue(forKey: easy)
            else { continue }
            curl_multi_remove_handle(multi, easy)
            schedule.didEnd(transfer.question.request.lane.name)
            reply(transfer.question, transfer.answer(message.data.result))
            hasEnded = true
        }
        return hasEnded
    }

    private func reply(_ question: OutboundQuestion, _ answer: OutboundAnswer) {
        self.answer(OutboundReply(question, answer))
    }

    /// Waits for a server, a question, or a moment at which something is due.
    private func wait(_ inbox: OutboundInbox) {
        let pause = schedule.nextStep.map { min(Self.longestWait, max(0, $0 - Clock.uptime)) }
        var doorbell = curl_waitfd(fd: inbox.descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        var count: Int32 = 0
        curl_multi_poll(multi, &doorbell, 1, Int32(pause ?? Self.longestWait), &count)
    }
}
