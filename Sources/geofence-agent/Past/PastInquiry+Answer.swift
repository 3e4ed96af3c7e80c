extension PastInquiry {
    /// Answers with `data` as JSON; takes some seconds at most, on another thread than the loop's.
    func answer() -> Result<[UInt8], RequestProblem> {
        switch self {
        case .whatIf(let question): return WhatIfRun.answer(question)
        case .explanation(let question): return PastExplanation.answer(question)
        case .report(let question, let page, let path):
            return ReportAnswer.answer(question, page, path: path)
        case .rows(let question, let hidesZones, let path):
            return Result { () throws(PastAnswer.Failure) in
                try PastAnswer.json(question, path: path, hidesZones: hidesZones, upTo: Agent.longestPage)
            }
            .mapError { RequestProblem("\($0)") }
        }
    }
}
