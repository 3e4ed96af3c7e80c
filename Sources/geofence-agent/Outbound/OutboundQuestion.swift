/// A request with the number under which its answer comes back.
struct OutboundQuestion: Hashable, Sendable {
    var number: UInt64
    var request: OutboundRequest
    /// What reads the answer before the loop gets it; nil: it gets the bytes.
    var reading: OutboundReading?
}

/// An answer on its way back to the loop.
struct OutboundReply: Hashable, Sendable {
    /// The number of the question.
    var number: UInt64
    var answer: OutboundAnswer

    /// The answer to a question, read where it wants that: on the thread that has asked, since it may be
    /// long.
    init(_ question: OutboundQuestion, _ answer: OutboundAnswer) {
        number = question.number
        self.answer = question.reading?.read(answer) ?? answer
    }
}
