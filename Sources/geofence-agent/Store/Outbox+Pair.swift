/// Another agent that computes the same, and publishes in our place.
extension Outbox {
    /// Another agent publishes in our place from now on, or no more.
    ///
    /// What is on its way by then is left to the broker's answer.
    mutating func hold(_ isHeld: Bool) {
        guard isHeld != self.isHeld else { return }
        self.isHeld = isHeld
        beginAnew()
    }

    /// The answers wait, where another agent publishes in our place, or no more.
    mutating func holdAnswers(_ holds: Bool) {
        guard holds != holdsAnswers else { return }
        holdsAnswers = holds
        if isHeld { beginAnew() }
    }

    /// Takes an answer back that the other has given, unless it is on its way.
    mutating func withdrawAnswer(_ mark: AnswerMark) {
        guard answerCount > 0 else { return }
        let row = rows(behind: 0).first { row in
            row.isAnswer && AnswerMark(row) == mark && !isOnItsWay(row)
        }
        if let row { withdraw(row.number) }
    }

    /// The rows behind a number.
    ///
    /// - Complexity: linear in those.
    func rows(behind number: Int64) -> [OutboxRow] {
        let first = max(head, Int(clamping: number + 1 - base))
        guard first < rows.count else { return [] }
        return rows[first...].compactMap(\.self)
    }

    /// Whether there is a row of a number.
    func has(_ number: Int64) -> Bool {
        let index = Int(clamping: number - base)
        return rows.indices.contains(index) && rows[index] != nil
    }

    /// Whether a row that is no answer was given to the broker, on this connection or before: it leaves by
    /// the broker's own answer.
    func wasHanded(_ number: Int64) -> Bool { number <= handedUpTo }

    /// Takes a row back, which need not leave any more.
    mutating func withdraw(_ number: Int64) {
        guard has(number) else { return }
        replace(number)
        hasWithdrawn = true
    }

    /// The next row that may leave though another agent publishes.
    mutating func nextWhileHeld() -> OutboxRow? {
        searched = max(searched, base + Int64(head))
        while searched <= committed {
            if let row = rows[Int(searched - base)], isOurs(row), !isOnItsWay(row) {
                outOfTurn.append(searched)
            }
            searched += 1
        }
        return nextOutOfTurn()
    }

    /// Whether a row leaves though another agent publishes: an answer, or an event whose publication nobody
    /// but the broker can confirm.
    private func isOurs(_ row: OutboxRow) -> Bool {
        row.isAnswer ? !holdsAnswers : !row.isRetained && wasHanded(row.number)
    }
}
