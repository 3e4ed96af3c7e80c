import GeofenceCore

/// Points of interest that are others than before, while they have yet to reach some devices.
struct PointsChange {
    /// As of when.
    let time: Timestamp
    /// The devices that they are to reach.
    private let devices: [Int]
    private(set) var step: Step
    /// How many of the devices have had this step.
    private var done = 0
    /// Fences around points that have moved or have other rules.
    var renewed: [Identifier: Fence] = [:]

    enum Step {
        /// Fences that there are already are looked for.
        case renewing
        /// Each device has the fences around the points near it.
        case placing
    }

    init(at time: Timestamp, _ devices: some Sequence<Int>, from step: Step) {
        (self.time, self.devices, self.step) = (time, Array(devices), step)
    }

    /// Whether all devices have had this step.
    var isStepDone: Bool { done == devices.count }

    /// The devices that have this step next, so many at most.
    mutating func next(_ most: Int) -> ArraySlice<Int> {
        let end = done + min(most, devices.count - done)
        defer { done = end }
        return devices[done..<end]
    }

    mutating func beginPlacing() { (step, done, renewed) = (.placing, 0, [:]) }
}
