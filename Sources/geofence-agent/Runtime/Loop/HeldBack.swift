/// Whether the broker holds small packets back until what it has sent before is acknowledged (Nagle's
/// algorithm), where messages gather to which nothing is answered.
///
/// What such a broker holds back would wait for the next batch. So the kernel acknowledges what has gathered,
/// and a broker that is near sends the rest at once. Where nothing was held back, nothing is looked for in a
/// while.
struct HeldBack {
    /// Milliseconds to wait for what is held back.
    static let patience: Int32 = 1
    /// Looks in a row in vain, after which there is a pause.
    private static let mostInVain = 4
    /// Milliseconds of the pause.
    private static let pause: Int64 = 10_000
    /// One message for so many that have gathered may come by chance.
    private static let gatheredForOne = 8

    private var inVain = 0
    private var pausesUntil: Int64 = 0

    /// Whether to look.
    func isDue(_ uptime: Int64) -> Bool { uptime >= pausesUntil }

    /// So many messages had gathered, and so many came once these were acknowledged.
    ///
    /// One may always come by chance. Where none came at all nothing is learnt. On a network whose packets
    /// have room for sixteen messages, no more than these are held back, however many have gathered.
    mutating func note(gathered: Int, heldBack: Int, _ uptime: Int64) {
        guard gathered + heldBack > 0 else { return }
        inVain = heldBack > max(1, gathered / Self.gatheredForOne) ? 0 : inVain + 1
        if inVain == Self.mostInVain { (inVain, pausesUntil) = (0, uptime + Self.pause) }
    }
}
