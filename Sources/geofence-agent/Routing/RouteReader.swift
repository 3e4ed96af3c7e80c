import GeofenceCore

/// Why a router's answer is no way.
struct RouteProblem: Error, Hashable {
    /// What is wrong, for a person.
    var text: String
    /// Whether the router itself is at fault, or can't be reached, and not this one way.
    var isOfRouter = false
}

/// Reads what a router answers: OSRM, or Valhalla in OSRM's format.
struct RouteReader {
    let query: RouteQuery
    let settings: RouterSettings
    /// Corners of a leg at most.
    static let mostCorners = 20_000
    /// Steps of a leg at most: as many as an answer has room for.
    static let mostSteps = 500

    /// The leg of an answer, or why there is none.
    func result(_ answer: OutboundAnswer) -> Result<Leg, RouteProblem> {
        do throws(RouteProblem) { return .success(try leg(answer)) } catch { return .failure(error) }
    }

    /// The leg of an answer.
    ///
    /// - Throws: `RouteProblem` where there is none.
    func leg(_ answer: OutboundAnswer) throws(RouteProblem) -> Leg {
        try leg(try RouterAnswer.root(answer, settings))
    }

    private var strange: RouteProblem { RouterAnswer.strange(settings) }

    private func leg(_ root: JSONNode) throws(RouteProblem) -> Leg {
        let ends = root.member("waypoints")?.elements ?? []
        for end in ends {
            guard let off = end.member("distance")?.number, off > settings.snap else { continue }
            throw RouteProblem(
                text:
                    "a stop is \(Int(clamping: Int64(min(off, 1e9)))) m from any road, and routing.snap is \(NumberRange.text(settings.snap))"
            )
        }
        let routes = root.member("routes")?.elements.prefix(1 + query.alternatives) ?? []
        guard let first = routes.first else { throw strange }
        var leg = try leg(of: first)
        for route in routes.dropFirst() { leg.alternatives.append(try self.leg(of: route)) }
        return leg
    }

    private func leg(of route: JSONNode) throws(RouteProblem) -> Leg {
        guard let found = route.member("legs")?.elements.first,
            let distance = found.number(of: "distance"), let duration = found.number(of: "duration"),
            RouterAnswer.isLength(distance), RouterAnswer.isLength(duration)
        else { throw strange }
        var leg = Leg(from: query.from, to: query.to, distance: distance, duration: duration, via: .router)
        leg.summary = found.member("summary")?.text.flatMap { $0.isEmpty ? nil : Self.short($0) }
        try readSteps(found.member("steps")?.elements ?? [], &leg)
        if leg.line.count < 2 { leg.line = [query.from, query.to] }
        return leg
    }

    private func readSteps(_ steps: [JSONNode], _ leg: inout Leg) throws(RouteProblem) {
        guard steps.count <= Self.mostSteps else { throw strange }
        for step in steps {
            let room = Self.mostCorners - leg.line.count
            guard let distance = step.number(of: "distance"), let duration = step.number(of: "duration"),
                RouterAnswer.isLength(distance), RouterAnswer.isLength(duration),
                let line = Polyline.decode(step.member("geometry")?.text ?? "", most: max(0, room))
            else { throw strange }
            let start = max(0, leg.line.count - (leg.line.last == line.first ? 1 : 0))
            leg.line += leg.line.last == line.first ? line.dropFirst() : line[...]
            let text = words(step)
            leg.steps.append(LegStep(text: text, distance: distance, duration: duration, start: start))
        }
    }

    private func words(_ step: JSONNode) -> String {
        let name = Self.short(step.member("name")?.text ?? "")
        guard let maneuver = step.member("maneuver") else {
            return TurnText.text(TurnText.Turn(name: name), destination: TurnText.anyStop)
        }
        if let text = maneuver.member("instruction")?.text, !text.isEmpty { return Self.short(text) }
        return TurnText.text(Self.turn(maneuver, name), destination: TurnText.anyStop)
    }

    private static func turn(_ maneuver: JSONNode, _ name: String) -> TurnText.Turn {
        var turn = TurnText.Turn(name: name)
        turn.type = maneuver.member("type")?.text ?? ""
        turn.modifier = maneuver.member("modifier")?.text ?? ""
        turn.bearing = maneuver.number(of: "bearing_after")
        turn.exit = maneuver.number(of: "exit").flatMap { Int(exactly: $0) }
        return turn
    }

    private static func short(_ text: String) -> String { String(text.prefix(200)) }
}
