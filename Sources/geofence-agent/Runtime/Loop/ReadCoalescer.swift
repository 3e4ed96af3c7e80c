/// Lets messages gather while many come, so that a wake-up, a transaction and a packet of acknowledgements
/// serve several.
///
/// A message then waits a few milliseconds at most, and up to 20 where none was to be acknowledged lately:
/// to wake up, with all that it has to read anew, costs as much as many messages. The broker may send no more
/// until it has our acknowledgements: how many bytes it sends before it waits is found out, so that nothing
/// is waited for that can't come. Where gathering brings next to nothing it is left off for a while.
struct ReadCoalescer {
    /// Milliseconds that the first message of a batch waits at most: where some were to be acknowledged
    /// lately, and where none was.
    private static let longest: (awaited: Int64, others: Int64) = (3, 20)
    /// Messages a second from which on it is worth it, for the same two: with fewer to be acknowledged three
    /// milliseconds gather two or three, and whoever waits for an event waits longer than it takes.
    private static let busy: (awaited: Int64, others: Int64) = (1500, 300)
    /// Messages in a turn, on average, below which gathering brings nothing.
    private static let worthwhile = 3
    /// Milliseconds over which messages are counted.
    private static let window: Int64 = 100
    /// Milliseconds without gathering, after it has brought nothing.
    private static let pause: Int64 = 1000
    /// Bytes that are gathered before acknowledgements leave: at first and at least, and at most.
    private static let waters: ClosedRange<Int32> = 640...16_384
    /// Milliseconds until more bytes are tried again than the broker has sent.
    private static let trial: Int64 = 1000
    /// Waits in vain, and none that isn't, after which a trial has failed.
    private static let failure = 4

    private var begun: Int64 = 0
    private var messages = 0
    private var turns = 0
    private var pausesUntil: Int64 = 0
    private var wantsAnswers = false
    /// Bytes that the broker sends without acknowledgements, as far as is known.
    private var water = Self.waters.lowerBound
    /// Waits in this window, and those of them whose bytes didn't come.
    private var waits = (all: 0, vain: 0)
    private var triesMoreFrom: Int64 = 0
    /// Whether the broker is yet to send as much as is waited for.
    private var isTrial = false
    private(set) var isOn = false

    /// Milliseconds that the first message of a batch waits at most now.
    var longest: Int64 { wantsAnswers ? Self.longest.awaited : Self.longest.others }

    /// Bytes that should have come before the loop is woken; 1: whatever comes.
    var lowWater: Int32 {
        guard isOn else { return 1 }
        return wantsAnswers ? water : Self.waters.upperBound
    }

    /// A wait has ended, in vain where what was waited for didn't come.
    mutating func didWait(inVain: Bool, _ uptime: Int64) {
        guard isOn else { return }
        waits.all += 1
        if inVain { waits.vain += 1 }
        if isTrial, waits.vain == waits.all, waits.vain >= Self.failure { waitForLess(uptime) }
    }

    /// Waits for half as much where it often didn't come, or where turns took more than five sixths of the
    /// longest wait on average, and for twice as much where that would come within these.
    ///
    /// So the least is waited for at 5,000 messages a second, which come in 1.4 ms, and some kilobytes at
    /// 30,000.
    private mutating func adapt(_ uptime: Int64) {
        if waits.vain * 4 > waits.all { return waitForLess(uptime) }
        let (room, elapsed) = (Int64(turns) * Self.longest.awaited * 5 / 6, uptime - begun)
        if waits.all > 0, wantsAnswers, room < elapsed { water = max(Self.waters.lowerBound, water / 2) }
        isTrial = room >= 2 * elapsed && waits.vain * 16 < waits.all && uptime >= triesMoreFrom
        if isTrial { water = min(Self.waters.upperBound, water * 2) }
        waits = (0, 0)
    }

    private mutating func waitForLess(_ uptime: Int64) {
        water = max(Self.waters.lowerBound, water / 2)
        triesMoreFrom = uptime + Self.trial
        (isTrial, waits) = (false, (0, 0))
    }

    /// A turn has read some messages, of which some are to be acknowledged.
    mutating func note(messages count: Int, wantAnswers: Bool, _ uptime: Int64) {
        messages += count
        if count > 0 { turns += 1 }
        wantsAnswers = wantsAnswers || wantAnswers
        let elapsed = uptime - begun
        guard elapsed >= Self.window else { return }
        adapt(uptime)
        let busy = wantsAnswers ? Self.busy.awaited : Self.busy.others
        let isBusy = Int64(messages) * 1000 >= busy * elapsed
        if isOn, isBusy, messages < Self.worthwhile * turns { pausesUntil = uptime + Self.pause }
        isOn = isBusy && uptime >= pausesUntil
        (begun, messages, turns) = (uptime, 0, 0)
        wantsAnswers = wantsAnswers && isBusy && wantAnswers
    }
}
