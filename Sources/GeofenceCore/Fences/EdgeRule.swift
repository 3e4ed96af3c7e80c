/// What the rules of a fence say of its edge.
struct EdgeRule: Hashable {
    /// What an accuracy means.
    let accuracyRule: AccuracyRule
    /// Metres beyond the edge that an exit needs besides the accuracy.
    let margin: Double
    /// Accuracy in metres above which a fix may be refused.
    let accuracyLimit: Double
    /// Metres that stand for an accuracy that a device doesn't report.
    let unknownAccuracy: Double

    init(_ rules: Rules) {
        accuracyRule = rules.accuracy
        margin = rules.margin
        accuracyLimit = rules.accuracy == .ignore ? .infinity : rules.maxAccuracy
        unknownAccuracy = rules.accuracy == .hysteresis ? rules.unknownAccuracy : 0
    }
}

/// The edge rules of many fences, each once: most fences have the same.
struct EdgeRules {
    private struct Use {
        var rule: EdgeRule
        /// How many fences have it.
        var count: Int
    }

    private var uses: ContiguousArray<Use> = []
    private var numbers: [EdgeRule: Int32] = [:]
    /// Numbers of rules that no fence has.
    private var free: [Int32] = []
    /// The one that was added last: the next one mostly is the same, and to compare it costs less than to
    /// look for it.
    private var last: Int32?

    init() {}

    /// How many different rules there are.
    var count: Int { numbers.count }

    /// The rule with a number.
    @inline(__always)
    subscript(number: Int32) -> EdgeRule { uses[Int(number)].rule }

    /// Counts one more fence with a rule.
    ///
    /// The number is the rule's until the last fence is removed.
    mutating func add(_ rule: EdgeRule) -> Int32 {
        if let last, uses[Int(last)].rule == rule {
            uses[Int(last)].count += 1
            return last
        }
        let number = numbers[rule] ?? vacant(for: rule)
        uses[Int(number)].count += 1
        last = number
        return number
    }

    /// Counts one fence fewer with the rule of a number.
    mutating func remove(_ number: Int32) {
        uses[Int(number)].count -= 1
        guard uses[Int(number)].count == 0 else { return }
        numbers[uses[Int(number)].rule] = nil
        free.append(number)
        if last == number { last = nil }
    }

    /// A number for a rule that has none yet.
    private mutating func vacant(for rule: EdgeRule) -> Int32 {
        let number = free.popLast() ?? Int32(uses.count)
        let use = Use(rule: rule, count: 0)
        if Int(number) < uses.count { uses[Int(number)] = use } else { uses.append(use) }
        numbers[rule] = number
        return number
    }
}
