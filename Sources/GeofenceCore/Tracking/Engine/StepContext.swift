/// What each step of the engine works with, besides the device it is about and the effects it has.
struct StepContext: ~Copyable {
    var fences = FenceTable()
    /// What is asked of the messages of every device.
    var stream: StreamRules { didSet { timerWait = stream.timerWait } }
    /// Milliseconds that timers wait by the clock.
    private(set) var timerWait: Int64
    /// Whether a fix that changes nothing is taken the short way: always where the fences' own rules judge,
    /// but for a test that holds it against the long one.
    var takesShortWay = true
    /// What judges in the place of the fences' own rules; nil where those do.
    var sideRule: (any SideRule)?
    /// Memory that every step uses anew.
    var scratch = Scratch()

    init(stream: StreamRules) {
        self.stream = stream
        timerWait = stream.timerWait
    }
}

extension StreamRules {
    fileprivate var timerWait: Int64 { Seconds.milliseconds(reorder > 0 ? reorder : grace) }
}
