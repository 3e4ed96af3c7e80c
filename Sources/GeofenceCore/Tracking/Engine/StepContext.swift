/// What each step of the engine works with, besides the device it is about and the effects it has.
struct StepContext: ~Copyable {
    var fences = FenceTable()
    /// What is asked of the messages of every device.
    var stream: StreamRules
    /// Whether a fix that changes nothing is taken the short way: always, but where a test holds that against
    /// the long one.
    var takesShortWay = true
    /// Memory that every step uses anew.
    var scratch = Scratch()

    init(stream: StreamRules) { self.stream = stream }
}
