/// What an agent does as one of two that compute the same.
extension Agent {
    /// The other publishes.
    mutating func standBy() { changeStandby { $0.hold(true, &$1) } }

    /// This one publishes: first what the other has not, then all that is retained.
    mutating func lead() {
        changeStandby { $0.hold(false, &$1) }
        outputs.beginRefresh()
    }

    /// What has come of the lease and the states of both.
    mutating func drainSigns() -> [PairSign] {
        var signs: [PairSign] = []
        changeStandby { output, _ in signs = output.drainSigns() }
        return signs
    }

    private mutating func changeStandby(_ body: (inout StandbyOutput, inout OutputPort) -> Void) {
        guard var output = outputs.takeOut(StandbyOutput.self) else { return }
        body(&output, &port)
        outputs.putBack(output)
    }
}
