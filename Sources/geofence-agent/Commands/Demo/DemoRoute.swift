/// What a simulated device does, over and over: stages, each of which begins where the one before has ended.
struct DemoRoute: Hashable {
    /// A straight way, or a stay where it ends at the place where it began.
    struct Stage: Hashable {
        /// How long it takes.
        var seconds: Double
        /// Where it ends.
        var end: DemoPlace
        /// The network that the device is on.
        var network: String?
        var receiver = Receiver()
        /// What is worth saying when it begins.
        var note: String?
    }

    /// How well the device knows where it is.
    struct Receiver: Hashable {
        /// Metres that the device claims.
        var accuracy = 8.0
        /// Metres by which fixes scatter, at most.
        var noise = 4.0
        /// Where fixes lie from the truth.
        var drift = DemoPlace.middle
    }

    /// At least one, with a duration above 0; the last ends where the first begins.
    var stages: [Stage]

    /// Seconds of one round.
    var duration: Double { stages.reduce(0) { $0 + $1.seconds } }

    /// A stage and the place that it has got to.
    struct Moment: Hashable {
        /// The stage's index.
        var index: Int
        var stage: Stage
        var place: DemoPlace
    }

    /// Where the device is so many seconds after the start, 0 or more.
    func moment(at seconds: Double) -> Moment {
        var rest = seconds.truncatingRemainder(dividingBy: duration)
        var last = stages.count - 1
        for (index, stage) in stages.enumerated() {
            if rest < stage.seconds {
                let place = stages[last].end.toward(stage.end, rest / stage.seconds)
                return Moment(index: index, stage: stage, place: place)
            }
            rest -= stage.seconds
            last = index
        }
        return Moment(index: last, stage: stages[last], place: stages[last].end)
    }
}
