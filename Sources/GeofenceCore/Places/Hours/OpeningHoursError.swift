/// Why a text says no opening hours, and where.
public struct OpeningHoursError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong at a place of the text.
    public enum Reason: Hashable, Sendable {
        /// There is nothing in it.
        case empty
        /// A rule ought to stand there: days, months, times or `off`.
        case rule
        /// A day ought to stand there.
        case day
        /// A month, or a day of one, ought to stand there.
        case date
        /// A time such as `08:30` ought to stand there; or it is none that a day has.
        case time
        /// A `-` and the time of closing ought to stand there.
        case closing
        /// The text in quotation marks has no end.
        case comment
        /// Something of the syntax that is not read here, such as `sunrise`.
        case unsupported(String)
    }

    /// What is wrong.
    public let reason: Reason
    /// Where, counted in characters from 1.
    public let column: Int
    /// What stands there, shortened.
    public let found: String

    /// Makes an error.
    public init(_ reason: Reason, column: Int, found: String) {
        (self.reason, self.column, self.found) = (reason, column, found)
    }

    /// What is wrong, where, and what to do, for a person.
    public var description: String {
        if reason == .empty { return "no opening hours; write them as \"Mo-Fr 08:00-18:00; Sa 09:00-13:00\"" }
        let place = found.isEmpty ? "at its end" : "at character \(column), \"\(found)\""
        return "opening hours, \(place): \(advice)"
    }

    private var advice: String {
        switch reason {
        case .empty, .rule: "write days and times, such as \"Mo-Fr 08:00-18:00\", \"off\" or \"24/7\""
        case .day: "write a day as Mo, Tu, We, Th, Fr, Sa or Su"
        case .date: "write a month as Jan to Dec, and a date as \"Dec 24\""
        case .time: "write a time as 08:30; 00:00 to 24:00, past midnight up to 48:00"
        case .closing: "write the time of closing after the one of opening, such as 08:00-18:00"
        case .comment: "end the comment with a quotation mark"
        case .unsupported(let what):
            "\(what) can't be read; leave that part out or write the days and times that it stands for"
        }
    }
}
