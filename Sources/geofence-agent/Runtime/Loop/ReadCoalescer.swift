/// Lets messages gather while many come, so that a wake-up, a transaction and a packet of acknowledgements
/// serve several.
///
/// A message then waits a few milliseconds at most. It does not wait for long where the broker sends no more
/// until it has our acknowledgements: a kilobyte that has come is enough to go on, and where gathering brings
/// next to nothing it is left off for a while.
struct ReadCoalescer {
    /// Milliseconds that the first message of a batch waits at most.
    static let longest: Int64 = 10
    /// Messages a second from which on it is worth it.
    private static let busy: Int64 = 300
    /// Messages in a turn, on average, below which gathering brings nothing.
    private static let worthwhile = 3
    /// Milliseconds over which messages are counted.
    private static let window: Int64 = 100
    /// Milliseconds without gathering, after it has brought nothing.
    private static let pause: Int64 = 1000

    private var begun: Int64 = 0
    private var messages = 0
    private var turns = 0
    private var pausesUntil: Int64 = 0
    private var wantsAnswers = false
    private(set) var isOn = false

    /// Bytes that should have come before the loop is woken; 1: whatever comes.
    var lowWater: Int32 {
        guard isOn else { return 1 }
        return wantsAnswers ? 1024 : 16_384
    }

    /// A turn has read some messages, of which some are to be acknowledged.
    mutating func note(messages count: Int, wantAnswers: Bool, _ uptime: Int64) {
        messages += count
        if count > 0 { turns += 1 }
        wantsAnswers = wantsAnswers || wantAnswers
        let elapsed = uptime - begun
        guard elapsed >= Self.window else { return }
        let isBusy = Int64(messages) * 1000 >= Self.busy * elapsed
        if isOn, isBusy, messages < Self.worthwhile * turns { pausesUntil = uptime + Self.pause }
        isOn = isBusy && uptime >= pausesUntil
        (begun, messages, turns) = (uptime, 0, 0)
        wantsAnswers = wantsAnswers && isBusy && wantAnswers
    }
}
