/// What each step of the engine works with, besides the device it is about and the effects it has.
struct StepContext: ~Copyable {
    var fences = FenceTable()
    /// What is asked of the messages of every device.
    var stream: StreamRules
    /// Memory that every step uses anew.
    var scratch = Scratch()

    init(stream: StreamRules) { self.stream = stream }
}
