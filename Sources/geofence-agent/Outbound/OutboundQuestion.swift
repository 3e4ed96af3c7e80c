/// A request with the number under which its answer comes back.
struct OutboundQuestion: Hashable, Sendable {
    var number: UInt64
    var request: OutboundRequest
}

/// An answer on its way back to the loop.
struct OutboundReply: Hashable, Sendable {
    /// The number of the question.
    var number: UInt64
    var answer: OutboundAnswer
}
