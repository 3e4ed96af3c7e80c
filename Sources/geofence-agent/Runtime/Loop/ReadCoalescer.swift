/// Lets messages gather while many come, so that a wake-up, a transaction and a packet of acknowledgements
/// serve several.
///
/// A message then waits some milliseconds at most, and up to 20 where none was to be acknowledged lately, or
/// 30 where they wait for the disk anyway: to wake up, with all that it has to read anew, costs as much as
/// ten messages. So they wait longer where fewer come. With fewer still nothing gathers: an event would wait
/// several times longer than it takes. Where gathering brings next to nothing it is left off for a while.
/// While more is to leave than the broker takes at once, its answers are waited for.
struct ReadCoalescer {
    /// Milliseconds that the first message of a batch waits at most: where some were to be acknowledged
    /// lately, of very many and of fewer, and where none was.
    private static let longest: (dense: Int64, sparse: Int64, others: Int64) = (3, 12, 20)
    /// The same of fewer, where each batch waits for the disk before it is acknowledged: a flush costs some
    /// 200 µs of CPU, as much as six messages.
    private static let longestForDisk: Int64 = 30
    /// The same while a wide window is full, where some are to be acknowledged.
    ///
    /// The broker's answers come one by one. To be woken by each brings nothing: 20,000 messages that are
    /// all events take no less time, and four tenths more CPU. Where none is to be acknowledged, to wait is
    /// what costs more, a twelfth.
    private static let longestWhenFull: Int64 = 1
    /// Messages of ours that a wide window holds at least.
    ///
    /// With a narrow one nothing gathers: the broker would have answered all of them long before, and no more
    /// would leave until then.
    private static let wideWindow = 50
    /// Messages a second, of which some are to be acknowledged, from which on they are very many, and below
    /// which they aren't any more.
    private static let dense: (from: Int64, until: Int64) = (3500, 3200)
    /// Messages a second that count at most for that.
    private static let mostCounted: Int64 = 4000
    /// Messages a second from which on it is worth it, and below which it isn't any more, where some are to
    /// be acknowledged.
    private static let busy: (from: Int64, until: Int64) = (1500, 1350)
    /// The same of others.
    private static let busyOthers: Int64 = 300
    /// Messages in a turn, on average, below which gathering brings nothing.
    private static let worthwhile = 3
    /// Milliseconds over which messages are counted.
    private static let window: Int64 = 100
    /// Milliseconds over which they are found to be very many or not.
    private static let memory: Int64 = 800
    /// Milliseconds without gathering, after it has brought nothing.
    private static let pause: Int64 = 1000

    /// Whether each batch waits for the disk before it is acknowledged.
    private let waitsForDisk: Bool

    /// How many messages of ours the broker has, where it takes no more at once and others wait; else 0.
    var fullWindow = 0
    private var begun: Int64 = 0
    private var messages = 0
    private var turns = 0
    private var pausesUntil: Int64 = 0
    /// Whether some were to be acknowledged lately.
    private var wantsAnswers = false
    /// The same in this window.
    private var haveWanted = false
    /// Messages a second, lately.
    private var rate: Int64 = 0
    private var isDense = false
    private var awaited = LowWater()
    private var isWorthIt = false

    /// Knows of no message yet; each batch may wait for the disk.
    init(waitsForDisk: Bool = false) { self.waitsForDisk = waitsForDisk }

    /// Whether messages gather now.
    var isOn: Bool { isWorthIt && (awaited.leastComes || !wantsAnswers) }

    /// Whether messages gather of which none was to be acknowledged lately.
    var gathersUnanswered: Bool { isOn && !wantsAnswers && fullWindow == 0 }

    /// Milliseconds that the first message of a batch waits at most now.
    var longest: Int64 {
        guard wantsAnswers else { return Self.longest.others }
        return fullWindow == 0 ? longestAwaited : Self.longestWhenFull
    }

    private var longestAwaited: Int64 {
        isDense ? Self.longest.dense : waitsForDisk ? Self.longestForDisk : Self.longest.sparse
    }

    /// Bytes that should have come before the loop is woken; 1: whatever comes.
    var lowWater: Int32 {
        guard isOn else { return 1 }
        guard fullWindow == 0 || wantsAnswers && fullWindow >= Self.wideWindow else { return 1 }
        return wantsAnswers ? awaited.bytes : LowWater.bounds.upperBound
    }

    /// How many fifths of what is waited for are tried next: of very many twice as much.
    private var step: Int32 { isDense ? 10 : 8 }

    /// What comes from now on comes from another sender.
    mutating func forget() { self = ReadCoalescer(waitsForDisk: waitsForDisk) }

    /// A wait has ended, in vain where what was waited for didn't come.
    mutating func didWait(inVain: Bool, _ uptime: Int64) {
        if isOn, wantsAnswers, fullWindow == 0 { awaited.didWait(inVain: inVain, step: step, uptime) }
    }

    /// A turn has read some messages, of which some are to be acknowledged.
    mutating func note(messages count: Int, wantAnswers: Bool, _ uptime: Int64) {
        messages += count
        if count > 0 { turns += 1 }
        if wantAnswers { (wantsAnswers, haveWanted) = (true, true) }
        let elapsed = uptime - begun
        guard elapsed >= Self.window else { return }
        // With messages of 92 bytes, 640 bytes are waited for at 5,000 a second, which come in 1.4 ms, some
        // kilobytes at 30,000, and 1,638 bytes at 2,000, which come in 9 ms, or 4,192 where they wait for the
        // disk.
        awaited.adapt(turns: turns, in: elapsed, atMost: longestAwaited, step: step, uptime)
        let now = Int64(messages) * 1000 / elapsed
        // How many more than very many there were says nothing of how many there are now.
        let counted = min(now, Self.mostCounted)
        rate = rate == 0 ? counted : rate + (counted - rate) * min(elapsed, Self.memory) / Self.memory
        isDense = rate >= (isDense ? Self.dense.until : Self.dense.from)
        let busy = isWorthIt ? Self.busy.until : Self.busy.from
        let isBusy = now >= (wantsAnswers ? busy : Self.busyOthers)
        if isOn, messages < Self.worthwhile * turns { pausesUntil = uptime + Self.pause }
        isWorthIt = isBusy && uptime >= pausesUntil
        (begun, messages, turns) = (uptime, 0, 0)
        (wantsAnswers, haveWanted) = (isBusy && haveWanted, false)
    }
}
