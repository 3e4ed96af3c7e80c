import GeofenceCore

/// How far the publishing of everything that is retained has come, after a connect.
///
/// A broker may have lost what it kept, or an older configuration may have left it: on each connection all of
/// it is published once more, whenever nothing else waits.
struct RetainedRefresh {
    /// Outputs that have yet to begin, the next one last.
    private var waiting: [Int]
    /// The output whose turn it is.
    private var current: Int?
    /// Its next device; nil before the topics that are no device's, which come first.
    private var device: Int?
    /// Topics that are left of the device, the next one last.
    private var topics: [RetainedTopic] = []

    /// Goes through some of the outputs, in this order.
    init(_ outputs: some Sequence<Int>) { waiting = outputs.reversed() }

    /// Begins with an output, and goes on with those that are left.
    mutating func begin(with output: Int) {
        if let current, current != output { waiting.append(current) }
        waiting.removeAll { $0 == output }
        waiting.append(output)
        current = nil
        topics = []
    }

    /// The next topic with its payload as of now; nil at the end.
    mutating func next(
        _ outputs: inout [any Output],
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings
    ) -> (topic: String, payload: [UInt8])? {
        while true {
            guard let output = current else {
                guard let next = waiting.popLast() else { return nil }
                (current, device) = (next, nil)
                topics = outputs[next].retained(nil, tracker, settings).reversed()
                continue
            }
            while let topic = topics.popLast() {
                if let payload = outputs[output].payload(of: topic, device, tracker, settings) {
                    return (topic.topic, payload)
                }
            }
            let next = device.map { $0 + 1 } ?? 0
            device = next
            guard next < tracker.engine.deviceLimit else {
                current = nil
                continue
            }
            guard tracker.engine.hasDevice(next) else { continue }
            topics = outputs[output].retained(next, tracker, settings).reversed()
        }
    }
}
