/// Something that is asked of the agent over HTTP.
///
/// A class, so that a command that carries it has an identity.
final class Question: Sendable, Hashable {
    /// As in the topic of a request.
    let command: String
    let payload: [UInt8]
    /// Whether the fences that zones have become are left out.
    let hidesZones: Bool
    /// Takes the answer, on any thread.
    let answer: @Sendable ([UInt8]) -> Void

    init(
        _ command: String,
        _ payload: [UInt8],
        hidesZones: Bool,
        _ answer: @escaping @Sendable ([UInt8]) -> Void
    ) {
        (self.command, self.payload, self.hidesZones) = (command, payload, hidesZones)
        self.answer = answer
    }

    static func == (a: Question, b: Question) -> Bool { a === b }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
