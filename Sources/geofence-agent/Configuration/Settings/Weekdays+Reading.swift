import GeofenceCore

extension Weekdays {
    /// The names that the configuration has for days, Monday first.
    static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    /// The name of all of them.
    static let everyDay = "daily"

    /// The days from one to another, both with; over Sunday where the first comes later in the week.
    init(from first: Int, to last: Int) {
        let count = (last - first + 7) % 7 + 1
        self.init((0..<count).map { Weekdays(rawValue: 1 << ((first + $0) % 7)) })
    }
}

extension ValueReader {
    /// Days: a list of `mon` to `sun`, ranges such as `mon-fri`, and `daily`; nil where something is wrong.
    func weekdays() -> Weekdays? {
        guard let list = list() else { return nil }
        guard !list.isEmpty else {
            return refuse("must not be empty; name days such as \"mon-fri\", or remove it for every day")
        }
        let days = list.compactMap { $0.day() }
        return days.count == list.count ? Weekdays(days) : nil
    }

    private func day() -> Weekdays? {
        guard let text = text() else { return nil }
        if text == Weekdays.everyDay { return .all }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard ends.count <= 2 else { return refuse(message(text)) }
        var numbers: [Int] = []
        for end in ends {
            guard let number = Weekdays.names.firstIndex(of: end) else { return refuse(message(end)) }
            numbers.append(number)
        }
        return Weekdays(from: numbers[0], to: numbers[numbers.count - 1])
    }

    private func message(_ text: String) -> String {
        let known = Weekdays.names + [Weekdays.everyDay]
        let isWord = text.count > 2 && !text.contains("-")
        if isWord, let day = known.first(where: text.lowercased().hasPrefix) {
            return "\"\(text)\" is unknown, did you mean \"\(day)\"?"
        }
        return "\"\(text)\" is no day; mon, tue, wed, thu, fri, sat, sun, a range such as mon-fri, or daily"
    }
}
