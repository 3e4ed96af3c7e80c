import GeofenceCore

/// What is asked of the past; `path` is the file of the store.
enum PastInquiry: Sendable {
    /// What would have been, had a fence been another.
    case whatIf(WhatIfQuestion)
    /// Why something was decided.
    case explanation(ExplanationQuestion)
    /// Rows of one device; perhaps without events of the fences that its zones became.
    case rows(PastQuestion, hidesZones: Bool, path: String)
    /// Days, weeks or trips: a page of so many rows, of devices behind one.
    case report(ReportQuestion, page: ReportPage, path: String)

    /// Whether an answer may say something of a device.
    func concerns(_ device: Identifier) -> Bool {
        switch self {
        case .whatIf: true
        case .explanation(let question): question.device == device
        case .rows(let question, _, _): question.device == nil || question.device == device
        case .report(let question, _, _): question.device == nil || question.device == device
        }
    }
}

/// A page of a report.
struct ReportPage: Hashable, Sendable {
    /// Rows at most.
    var limit: Int
    /// The last device of the page before.
    var after: Identifier?
    /// Bytes of the rows at most.
    var bytes: Int
}
