/// What came of a request.
enum OutboundAnswer: Hashable, Sendable {
    /// The server has answered, be it with an error.
    case reply(status: Int, body: [UInt8])
    case failure(OutboundFailure)
}

extension OutboundAnswer {
    /// The bytes of an answer with status 200.
    ///
    /// - Throws: `OutboundFailure` where there is none.
    func body(of origin: String) throws(OutboundFailure) -> [UInt8] {
        switch self {
        case .reply(200, let body): return body
        case .reply(let status, _):
            throw OutboundFailure("\(origin) answers with status \(status)", status: status)
        case .failure(let failure): throw failure
        }
    }
}

/// Why there is no answer: where, what, and what to do where that is known.
struct OutboundFailure: Error, Hashable, CustomStringConvertible {
    let description: String
    /// What the server has answered with; nil where it has not.
    let status: Int?
    /// Whether the server has answered this question in a way that can't be used, and would so again: another
    /// question may well get an answer.
    let isOfQuestion: Bool

    init(_ description: String, status: Int? = nil, isOfQuestion: Bool = false) {
        (self.description, self.status, self.isOfQuestion) = (description, status, isOfQuestion)
    }
}
