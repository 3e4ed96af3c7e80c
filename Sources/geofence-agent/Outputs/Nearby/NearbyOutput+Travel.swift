import GeofenceCore

/// How far it is along roads to the points near devices, as a router says; no event follows from it.
extension NearbyOutput {
    func hasWork(_ port: borrowing OutputPort) -> Bool {
        isSweepDue(port) || travel.hasWork(at: port.now) && port.hasRoom && port.outbound.hasRoom(for: 16)
    }

    var nextWork: Timestamp? { travel.nextWork }

    mutating func work(_ tracker: borrowing Tracker, _ port: inout OutputPort) {
        goOnSweeping(tracker, &port)
        guard let points = port.settings.pois, let rule = points.settings.travel,
            let router = port.settings.routing.router
        else { return }
        while port.outbound.hasRoom(for: 16), let device = travel.next(at: port.now) {
            // Of other points, which are about to be looked for.
            guard let record = records[device], !record.points.isEmpty,
                record.points.allSatisfy({ $0 < points.table.count })
            else { continue }
            let places = record.points.map(points.table.place)
            let query = MatrixQuery([record.place], places, profile: rule.profile ?? router.profile)
            let reader = MatrixReader(query: query, settings: router)
            let number = travel.begin(device, record)
            let isAsked = port.outbound.ask(query.request(router, for: .nearby), reading: reader.result) {
                agent,
                result,
                now in
                agent.nearbyAnswered(device, number, result, at: now)
            }
            if !isAsked { travel.wasNotAsked(device) }
        }
    }

    /// Takes what a router has said of the points near a device, and publishes it.
    mutating func accept(
        _ device: Int,
        _ number: UInt64,
        _ result: Result<TravelTable, RouteProblem>,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        let (counts, problem) = travel.accept(device, number, result, at: port.now)
        if let problem {
            port.remark(
                "the router does not answer, so nothing is said of ways to points: \(problem)",
                of: "routing, \(port.now.iso8601)",
                isNotable: true
            )
        }
        guard counts, tracker.engine.hasDevice(device), let points = port.settings.pois,
            let record = records[device], !record.points.isEmpty,
            record.points.allSatisfy({ $0 < points.table.count })
        else { return }
        if let rule = points.settings.travel { travel.note(record, of: device, rule) }
        port.publish(
            port.topics.nearby(tracker.engine.deviceID(device)),
            Reports.nearby(record, points.table, travel[device])
        )
    }
}

extension Agent {
    fileprivate mutating func nearbyAnswered(
        _ device: Int,
        _ number: UInt64,
        _ result: Result<TravelTable, RouteProblem>,
        at now: Timestamp
    ) {
        port.now = now
        outputs.accept(device, number, result, tracker, &port)
    }
}

extension Outputs {
    fileprivate mutating func accept(
        _ device: Int,
        _ number: UInt64,
        _ result: Result<TravelTable, RouteProblem>,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        guard var output = takeOut(NearbyOutput.self) else { return }
        output.accept(device, number, result, tracker, &port)
        putBack(output)
    }
}
