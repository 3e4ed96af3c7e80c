import GeofenceCore
import Synchronization

/// Reads an answer on another thread than the loop's, and keeps what it has found until the loop asks.
final class OutboundReading: Sendable {
    private let work: @Sendable (OutboundAnswer) -> Void

    init(_ work: @escaping @Sendable (OutboundAnswer) -> Void) { self.work = work }

    /// Reads an answer; gives what the loop still needs of it, without its bytes.
    func read(_ answer: OutboundAnswer) -> OutboundAnswer {
        work(answer)
        guard case .reply(let status, _) = answer else { return answer }
        return .reply(status: status, body: [])
    }
}

extension OutboundReading: Hashable {
    static func == (a: OutboundReading, b: OutboundReading) -> Bool { a === b }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What came of a reading; both threads hold it.
private final class OutboundFinding<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}

extension OutboundDesk {
    /// Puts a question whose answer is read on the thread that asks; says whether there was room for it.
    mutating func ask<Value: Sendable>(
        _ request: OutboundRequest,
        reading read: @escaping @Sendable (OutboundAnswer) -> Value,
        _ purpose: @escaping @Sendable (inout Agent, Value, Timestamp) -> Void
    ) -> Bool {
        let finding = OutboundFinding<Value>()
        let reading = OutboundReading { answer in
            let value = read(answer)
            finding.value.withLock { $0 = value }
        }
        return ask(request, reading: reading) { agent, answer, now in
            // Where it was not asked at all, nobody has read why.
            purpose(&agent, finding.value.withLock { $0 } ?? read(answer), now)
        }
    }
}
