/// Lets messages gather while many come, so that a wake-up, a transaction and a packet of acknowledgements
/// serve several.
///
/// A message then waits some milliseconds at most, and up to 20 where none was to be acknowledged lately: to
/// wake up, with all that it has to read anew, costs as much as ten messages. So they wait longer where fewer
/// come, and not at all where so few come that gathering brings nothing. The broker may send no more until it
/// has our acknowledgements: how many bytes it sends before it waits is found out, so that nothing is waited
/// for that can't come. Where gathering brings next to nothing it is left off for a while.
struct ReadCoalescer {
    /// Milliseconds that the first message of a batch waits at most: where some were to be acknowledged
    /// lately of very many, and of fewer, and where none was.
    private static let longest: (dense: Int64, sparse: Int64, others: Int64) = (3, 12, 20)
    /// Messages a second, of which some are to be acknowledged, from which on they are very many.
    private static let dense: Int64 = 3500
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
    /// Milliseconds until more bytes are tried again than the broker has sent: at first, and at most, after
    /// twice as many each time.
    private static let pauses: ClosedRange<Int64> = 1000...64_000
    /// Waits in vain, and none that isn't, after which a trial has failed.
    private static let failure = 4

    private var begun: Int64 = 0
    private var messages = 0
    private var turns = 0
    private var pausesUntil: Int64 = 0
    private var wantsAnswers = false
    private var isDense = false
    /// Bytes that are waited for, and as many as the broker is known to send without acknowledgements.
    private var water = Self.waters.lowerBound
    private var known = Self.waters.lowerBound
    /// Waits in this window, and those of them whose bytes didn't come.
    private var waits = (all: 0, vain: 0)
    private var triesMoreFrom: Int64 = 0
    private var pauseBeforeTrial = Self.pauses.lowerBound
    /// Whether the broker is yet to send as much as is waited for.
    private var isTrial = false
    private(set) var isOn = false

    /// Milliseconds that the first message of a batch waits at most now.
    var longest: Int64 { wantsAnswers ? longestAwaited : Self.longest.others }

    /// How much a step changes what is waited for, in fifths: of very many it is twice as much, or half.
    private var fifths: Int32 { isDense ? 10 : 8 }

    private var longestAwaited: Int64 { isDense ? Self.longest.dense : Self.longest.sparse }

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

    /// Waits for less where turns took more than five sixths of the longest wait on average, and for more
    /// where that would come within these.
    ///
    /// So the least is waited for at 5,000 messages a second, which come in 1.4 ms, some kilobytes at 30,000,
    /// and 1,638 bytes at 2,000, in 9 ms.
    private mutating func adapt(_ uptime: Int64) {
        if waits.vain * 4 > waits.all { return waitForLess(uptime) }
        if isTrial { (known, pauseBeforeTrial) = (water, Self.pauses.lowerBound) }
        let (room, elapsed) = (Int64(turns) * longestAwaited * 5 / 6, uptime - begun)
        if waits.all > 0, wantsAnswers, room < elapsed { waitForOneStepLess() }
        let isInTime = 5 * room >= Int64(fifths) * elapsed
        isTrial = isInTime && waits.vain * 16 < waits.all && uptime >= triesMoreFrom
        if isTrial { water = min(Self.waters.upperBound, water * fifths / 5) }
        waits = (0, 0)
    }

    /// As much as was waited for often didn't come: it is as much as before where more was tried, else less.
    private mutating func waitForLess(_ uptime: Int64) {
        if isTrial {
            water = known
            triesMoreFrom = uptime + pauseBeforeTrial
            pauseBeforeTrial = min(Self.pauses.upperBound, 2 * pauseBeforeTrial)
        } else {
            waitForOneStepLess()
            triesMoreFrom = uptime + Self.pauses.lowerBound
        }
        (isTrial, waits) = (false, (0, 0))
    }

    private mutating func waitForOneStepLess() {
        water = max(Self.waters.lowerBound, water * 5 / fifths)
        known = water
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
        isDense = Int64(messages) * 1000 >= Self.dense * elapsed
        if isOn, isBusy, messages < Self.worthwhile * turns { pausesUntil = uptime + Self.pause }
        isOn = isBusy && uptime >= pausesUntil
        (begun, messages, turns) = (uptime, 0, 0)
        wantsAnswers = wantsAnswers && isBusy && wantAnswers
    }
}
