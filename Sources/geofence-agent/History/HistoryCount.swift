/// How many rows of the past a store has taken that it didn't have, of each kind.
struct HistoryCount: Hashable, Sendable {
    var positions = 0
    var networks = 0
    var events = 0
    /// Those that were there in another form count too.
    var visits = 0
}
