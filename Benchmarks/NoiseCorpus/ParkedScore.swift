/// How well a device that doesn't move is told to be where it is.
package struct ParkedScore: Hashable, Sendable {
    /// Times that the wrong side was told; each is half of a false pair, which the way back completes.
    package var falsePairs = 0
    /// Seconds on the wrong side.
    package var wrongSeconds = 0.0
    /// Seconds watched.
    package var seconds = 0.0

    package init() {}

    /// Adds what was told at a ring while the device stood there, which had begun on the right side.
    package mutating func add(_ transitions: [Transition], isInside: Bool, seconds: Double) {
        self.seconds += seconds
        for (index, transition) in transitions.enumerated() where transition.isEnter != isInside {
            let end = index + 1 < transitions.count ? transitions[index + 1].second : seconds
            falsePairs += 1
            wrongSeconds += end - transition.second
        }
    }

    package var falsePairsPerDay: Double { Double(falsePairs) * 86400 / seconds }

    /// The share of the time on the wrong side, 0 to 1.
    package var wrongShare: Double { wrongSeconds / seconds }
}
