/// The routes of the fleet that is shown.
extension DemoRoute {
    /// From north of the depot into it, to the customer, and back around.
    static let depotFirst = DemoRoute(stages: [
        Stage(seconds: 3, end: depot),
        Stage(seconds: 6, end: depot, network: "DepotNet"),
        Stage(seconds: 3, end: customer),
        Stage(seconds: 5, end: customer),
        Stage(seconds: 3, end: DemoPlace(east: 350, north: 330)),
        Stage(seconds: 2, end: DemoPlace(east: 0, north: 290)),
    ])

    /// Straight between customer and depot, where GPS goes astray for a while.
    static let customerFirst = DemoRoute(stages: [
        Stage(seconds: 2, end: customer),
        Stage(seconds: 5, end: customer),
        Stage(seconds: 3, end: depot),
        Stage(seconds: 1, end: depot, network: "DepotNet"),
        Stage(
            seconds: 5,
            end: depot,
            network: "DepotNet",
            receiver: Receiver(accuracy: 45, noise: 20, drift: DemoPlace(east: -250, north: 200)),
            note: "its GPS is 320 m off under the roof; DepotNet holds it inside"
        ),
        Stage(seconds: 1, end: depot, network: "DepotNet", note: "its GPS has found back"),
        Stage(seconds: 2, end: DemoPlace(east: 280, north: 40)),
    ])

    /// On foot through the old town to the office, where a network is all there is to tell, and out again.
    static let officeWalk = DemoRoute(stages: [
        Stage(seconds: 5, end: office, receiver: phone),
        Stage(seconds: 7, end: office, network: "Office", receiver: phone),
        Stage(seconds: 6, end: DemoPlace(east: 850, north: 580), receiver: phone),
    ])

    /// A stay within a step of the depot's edge.
    static let parkedOnTheEdge = DemoRoute(stages: [
        Stage(
            seconds: 60,
            end: DemoPlace(east: -146, north: 0),
            receiver: Receiver(accuracy: 25, noise: 20)
        )
    ])

    private static let depot = DemoPlace.middle
    private static let customer = DemoPlace(east: 700, north: 100)
    private static let office = DemoPlace(east: 850, north: 300)
    private static let phone = Receiver(accuracy: 14, noise: 6)
}
