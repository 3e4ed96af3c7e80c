import Dispatch
import Synchronization

@testable import geofence_agent

/// Asks servers as the agent does, and waits for the answers.
final class Asking: Sendable {
    private let replies = Mutex<[UInt64: OutboundAnswer]>([:])
    private let arrival = DispatchSemaphore(value: 0)
    private let client = Mutex<OutboundClient?>(nil)
    private let newest = Mutex<UInt64>(0)

    init() {
        client.withLock { client in
            client = OutboundClient { [weak self] reply in
                self?.replies.withLock { $0[reply.number] = reply.answer }
                self?.arrival.signal()
            }
        }
    }

    static func request(_ url: String, lane: OutboundLane = OutboundLane(name: "test")) -> OutboundRequest {
        OutboundRequest(url: url, lane: lane)
    }

    /// Puts requests, and gives their numbers.
    @discardableResult
    func begin(_ requests: [OutboundRequest]) -> [UInt64] {
        let questions = requests.map { request in
            let number = newest.withLock { newest in
                newest += 1
                return newest
            }
            return OutboundQuestion(number: number, request: request)
        }
        client.withLock { $0 }?.ask(questions)
        return questions.map(\.number)
    }

    /// The answers to requests, in their order.
    func ask(_ requests: [OutboundRequest]) -> [OutboundAnswer] {
        let numbers = begin(requests)
        while true {
            let answers = replies.withLock { replies in numbers.compactMap { replies[$0] } }
            if answers.count == numbers.count { return answers }
            arrival.wait()
        }
    }

    /// What came of a request: status and bytes, or the failure's words.
    func ask(_ request: OutboundRequest) -> String {
        switch ask([request])[0] {
        case .reply(let status, let body): "\(status) \(String(decoding: body, as: UTF8.self))"
        case .failure(let failure): failure.description
        }
    }

    func ask(_ url: String) -> String { ask(Self.request(url)) }

    /// Ends the client, whatever is on its way.
    func close() {
        client.withLock { client in
            client?.close()
            client = nil
        }
    }
}
