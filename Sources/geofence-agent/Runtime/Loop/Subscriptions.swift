import MQTT

/// What one connection has asked for, and what the broker says to it.
///
/// A filter that is refused is asked for again, with pauses that grow: an access list may come late.
struct Subscriptions {
    /// Refusals of a filter in a row after which another broker is tried, where there is one.
    static let patience = 4

    /// One that is refused.
    private struct Refusal {
        var count = 0
        var backoff = Backoff()
        /// When to ask again; nil while the answer is on its way.
        var retry: Int64?
    }

    /// SUBSCRIBEs by their packets, and since when on the uptime clock they wait for an answer.
    private var asked: [Int32: (filter: String, since: Int64)] = [:]
    private var refused: [String: Refusal] = [:]

    /// A SUBSCRIBE is on its way.
    mutating func ask(_ filter: String, packet: Int32, _ uptime: Int64) {
        asked[packet] = (filter, uptime)
        refused[filter]?.retry = nil
    }

    /// The broker has granted a filter or refused it; gives the filter, if it is one of these.
    mutating func answer(
        packet: Int32,
        isRefusal: Bool,
        _ uptime: Int64,
        _ generator: inout some RandomNumberGenerator
    ) -> String? {
        guard let filter = asked.removeValue(forKey: packet)?.filter else { return nil }
        guard isRefusal else {
            refused[filter] = nil
            return filter
        }
        var refusal = refused[filter] ?? Refusal()
        refusal.count += 1
        refusal.retry = uptime + refusal.backoff.next(&generator)
        refused[filter] = refusal
        return filter
    }

    /// A filter is no longer wanted.
    mutating func drop(_ filter: String) {
        refused[filter] = nil
        asked = asked.filter { $0.value.filter != filter }
    }

    /// What to ask for again by now.
    func due(_ uptime: Int64) -> [String] {
        guard !refused.isEmpty else { return [] }
        return refused.filter { $0.value.retry.map { $0 <= uptime } ?? false }.keys.sorted()
    }

    /// Whether the broker has yet to grant a filter, and is asked for it again: what is not heard of it says
    /// nothing.
    ///
    /// One that stays refused is not waited for.
    func isPending(_ filter: @autoclosure () -> String) -> Bool {
        guard !areComplete else { return false }
        let filter = filter()
        if let refusal = refused[filter] { return refusal.count < Self.patience }
        return asked.contains { $0.value.filter == filter }
    }

    /// Since when the SUBSCRIBE has been on its way that has waited longest for an answer.
    var waitsSince: Int64? { asked.values.lazy.map(\.since).min() }

    /// A filter that stays refused.
    var hopeless: String? { refused.filter { $0.value.count >= Self.patience }.keys.min() }

    /// Whether the broker has granted all.
    var areComplete: Bool { asked.isEmpty && refused.isEmpty }

    /// Whether the broker refuses any.
    var hasRefused: Bool { !refused.isEmpty }

    /// What is missing, for people; nil where nothing is.
    var missing: String? {
        if let filter = refused.keys.min() { return "the broker refuses a subscription: \(filter)" }
        return asked.values.map(\.filter).min().map { "a subscription has no answer yet: \($0)" }
    }
}
