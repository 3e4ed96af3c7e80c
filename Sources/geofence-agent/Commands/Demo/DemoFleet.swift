/// The simulated fleet: the devices report in turn, each once a second.
struct DemoFleet: Hashable {
    var devices: [DemoDevice]

    /// Milliseconds between two reports.
    var interval: Int64 { 1000 / Int64(devices.count) }

    /// The n-th report of all, from 0.
    func report(_ number: Int) -> DemoReport {
        devices[number % devices.count].report(number / devices.count)
    }

    /// The fleet that is shown: what takes a morning in life takes it half a minute.
    static let shown = DemoFleet(devices: [
        DemoDevice(id: "van-1", summary: "a van: depot, customer, and back", route: .depotFirst),
        DemoDevice(
            id: "van-2",
            summary: "a van that loses GPS under the depot's roof",
            route: .customerFirst
        ),
        DemoDevice(id: "anna", summary: "a phone that walks to the office", route: .officeWalk),
        DemoDevice(
            id: "trailer-9",
            summary: "a trailer parked on the depot's edge: its positions jitter across it",
            route: .parkedOnTheEdge
        ),
    ])
}
