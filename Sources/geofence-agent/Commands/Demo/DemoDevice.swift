/// A simulated device that reports once a second.
struct DemoDevice: Hashable {
    var id: String
    /// What it is, for the header.
    var summary: String
    var route: DemoRoute
    /// Seconds of the route that lie behind it when the demonstration begins.
    var headStart = 0.0

    /// What it reports for the n-th time, from 0.
    func report(_ number: Int) -> DemoReport {
        let now = moment(number)
        let before = number > 0 ? moment(number - 1) : nil
        let receiver = now.stage.receiver
        let noise = DemoNoise(seed: id.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
        return DemoReport(
            device: id,
            fix: now.place + receiver.drift + noise.offset(number, atMost: receiver.noise),
            accuracy: receiver.accuracy,
            network: network(now.stage.network, before?.stage),
            note: before?.index == now.index ? nil : now.stage.note
        )
    }

    private func network(_ name: String?, _ before: DemoRoute.Stage?) -> DemoReport.Network? {
        if let before, before.network == name { return nil }
        return name.map { .joined($0) } ?? before?.network.map { .left($0) } ?? DemoReport.Network.none
    }

    private func moment(_ number: Int) -> DemoRoute.Moment {
        route.moment(at: headStart + Double(number))
    }
}
