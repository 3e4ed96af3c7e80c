import NIOCore
import NIOHTTP1

/// The past over HTTP.
extension MapSite {
    /// Questions about the past at most that have no answer, or whose answers are not sent.
    static let mostPastQuestions = 4
    /// Milliseconds for an answer, and for whoever reads it slowly.
    private static let pastPatience: Int64 = 30_000

    /// `GET /api/history?device&from&to&kind&limit&tolerance&after`: read from the store by a connection of
    /// its own, on another thread than HTTP's and the loop's.
    func past(_ request: MapRequest) -> Outcome {
        guard isOwnPage(request) else {
            return .reply(.problem(403, "pages of others may not look at the past here"))
        }
        let question: PastQuestion
        do throws(PastQuestion.Problem) {
            question = try PastQuestion(request, at: Clock.now)
        } catch {
            return .reply(.problem(400, error.text))
        }
        guard showsZones || question.kind != .visits else {
            return .reply(.problem(403, "visits are not shown here; http.map.zones is false"))
        }
        if let ofOthers = pastOfOthers(question) { return ofOthers }
        guard let path = hub.board.services.historyPath else { return .reply(.problem(404, Self.noHistory)) }
        guard question.kind != .positions || hub.board.services.hasHistory else {
            return .reply(.problem(404, "no positions are kept; history.positions is false"))
        }
        let hidesZones = !showsZones
        return later(pastWorker, Self.pastPatience, "the past is being read for others; try again") {
            PastAnswer.reply(question, path: path, hidesZones: hidesZones)
        }
    }

    /// What another agent has kept of its device, which it is asked for; nil where the device is this one's.
    private func pastOfOthers(_ question: PastQuestion) -> Outcome? {
        guard let request = question.request else { return nil }
        let asked = Question(request.command, request.payload, hidesZones: !showsZones) { _ in }
        guard hub.board.isForOthers(asked) else { return nil }
        let promise = promise(within: Self.pastPatience)
        hub.board.ask(
            Question(asked.command, asked.payload, hidesZones: asked.hidesZones) { answer in
                promise.succeed(Self.past(in: answer))
            }
        )
        return .promised(promise.futureResult, Self.pastPatience)
    }

    /// What an answer to `device/history` or `device/visits` says, as this agent's own past is said.
    private static func past(in answer: [UInt8]) -> MapReply {
        var parser = JSONDocumentParser(answer)
        if answer.starts(with: #"{"status":"ok""#.utf8), let place = try? parser.place(of: "data") {
            return .json(Array(answer[place]))
        }
        let root = try? JSONDocument.parse(String(decoding: answer, as: UTF8.self)).root
        let error = root?.member("error")?.text ?? "\(FleetQuestion.nobody) say nothing that can be read"
        return .problem(error.hasPrefix(FleetQuestion.nobody) ? 503 : 404, error)
    }

    private static let noHistory =
        "nothing is kept; put \"history\": {} into the configuration of the agent, and wait"

    /// Whether a request is a program's, or of a page of this site, as far as its browser says that: what
    /// others ask for they can't read, but it takes work.
    func isOwnPage(_ request: MapRequest) -> Bool {
        ["same-origin", "none"].contains(request.headers["sec-fetch-site"].first ?? "none")
    }

    /// An answer that a worker gives; its place is free again when the answer is sent.
    func later(
        _ worker: MapWorker,
        _ patience: Int64,
        _ busy: String,
        _ body: @escaping @Sendable () -> MapReply
    ) -> Outcome {
        let promise = threads.makePromise(of: MapReply.self)
        let hasPlace = worker.add {
            var reply = body()
            reply.sent = { worker.release() }
            promise.succeed(reply)
        }
        guard hasPlace else {
            promise.succeed(.problem(503, busy))
            return .promised(promise.futureResult, 0)
        }
        return .promised(promise.futureResult, patience)
    }
}
