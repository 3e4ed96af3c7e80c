import GeofenceCore

/// How far it is along roads, as a router says: the answers come when it has.
extension Agent {
    private enum MatrixKey: String, ConfigurationKey { case from, to, profile }

    /// Metres and seconds from each of some places to each of others.
    mutating func routeMatrix(
        _ request: Request,
        _ ticket: AnswerTicket
    ) throws(RequestProblem) -> [UInt8]? {
        let reader = try RequestReader(request, MatrixKey.self)
        let hint = "name one place or more, such as [{ \"latitude\": 52.5, \"longitude\": 13.4 }]"
        let from = try reader.required(.from, hint) { $0.places(upTo: MatrixQuery.most) }
        let to = try reader.required(.to, hint) { $0.places(upTo: MatrixQuery.most) }
        let profile = try reader.optional(.profile) { $0.profile() }
        try askTable(from, to, profile, ticket) { result in
            switch result {
            case .success(let table): .success(Self.describe(table))
            case .failure(let problem): .failure(RequestProblem(problem.text))
            }
        }
        return nil
    }

    private static func describe(_ table: TravelTable) -> [UInt8] {
        func rows(_ value: (Travel) -> Double) -> [UInt8] {
            JSONWriter.array(
                table.map { row in
                    let cells = row.map { $0.map { JSONWriter.text(Reports.tenth(value($0))) } ?? "null" }
                    return Array("[\(cells.joined(separator: ","))]".utf8)
                }
            )
        }
        return JSONWriter.object { json in
            json.member("distances", json: rows(\.distance))
            json.member("durations", json: rows(\.duration))
            json.member("via", Leg.Via.router.rawValue)
        }
    }

    /// Has the router asked for a table; whoever waits gets what `answer` makes of it.
    ///
    /// - Throws: `RequestProblem` where there is no router, or too much is asked.
    mutating func askTable(
        _ from: [Coordinate],
        _ to: [Coordinate],
        _ profile: String?,
        _ ticket: AnswerTicket,
        _ answer:
            @escaping @Sendable (Result<TravelTable, RouteProblem>) -> Result<[UInt8], RequestProblem>
    ) throws(RequestProblem) {
        guard let router = port.settings.routing.router else {
            throw RequestProblem(
                "no router knows ways; name one in \"routing\" in the configuration of the agent"
            )
        }
        let query = MatrixQuery(from, to, profile: profile ?? router.profile)
        let reader = MatrixReader(query: query, settings: router)
        let table = query.request(router, for: .request)
        let isAsked =
            port.outbound.hasRoom(for: 16)
            && port.outbound.waitingCount(of: table.lane.name) < MatrixQuery.mostRequested
            && port.outbound.ask(table, reading: reader.result) { agent, result, now in
                agent.complete(ticket, answer(result), at: now)
            }
        guard isAsked else {
            port.counters.limited += 1
            throw RequestProblem("the router has very much to find; ask again in a while")
        }
    }
}

/// Something that is found near a place, with how far it is there along roads.
struct FoundNearby: Sendable {
    /// Its keys and values.
    var object: [UInt8]
    /// Where it is gone to; nil where nobody knows.
    var place: Coordinate?
    var travel: Travel?

    /// The object, with the way where it is known.
    fileprivate var described: [UInt8] {
        guard let travel else { return object }
        let way = JSONWriter.object { json in json.member("travel") { travel.write(to: &$0) } }
        return object.dropLast() + [UInt8(ascii: ",")] + way.dropFirst()
    }
}

/// How a list of what is near is answered.
struct NearbyOrder: Sendable {
    enum Sort: String, CaseIterable, Sendable { case distance, duration }

    /// Whether each is to have how far it is along roads.
    var hasTravel = false
    var sort = Sort.distance
    var profile: String?
}

extension Agent {
    /// What is near a place, answered later where that needs a router.
    ///
    /// Where the router has no answer the list comes without it, and says why.
    mutating func describe(
        _ found: [FoundNearby],
        as name: StaticString,
        from place: Coordinate,
        _ order: NearbyOrder,
        _ ticket: AnswerTicket
    ) throws(RequestProblem) -> [UInt8]? {
        let reachable = found.indices.filter { found[$0].place != nil }.prefix(MatrixQuery.most)
        guard order.hasTravel, !reachable.isEmpty || port.settings.routing.router == nil else {
            return Self.describe(found, as: name)
        }
        let places = reachable.compactMap { found[$0].place }
        try askTable([place], places, order.profile, ticket) { result in
            var found = found
            switch result {
            case .failure(let problem): return .success(Self.describe(found, as: name, problem: problem.text))
            case .success(let table):
                for (index, travel) in zip(reachable, table.first ?? []) { found[index].travel = travel }
                return .success(Self.describe(Self.sorted(found, order.sort), as: name))
            }
        }
        return nil
    }

    /// In their order where that is by distance, else the soonest first, and those without a way last.
    private static func sorted(_ found: [FoundNearby], _ sort: NearbyOrder.Sort) -> [FoundNearby] {
        guard sort == .duration else { return found }
        let ranked = found.enumerated().sorted { a, b in
            let (first, second) = (a.element.travel?.duration, b.element.travel?.duration)
            return (first ?? .infinity, a.offset) < (second ?? .infinity, b.offset)
        }
        return ranked.map(\.element)
    }

    private static func describe(
        _ found: [FoundNearby],
        as name: StaticString,
        problem: String? = nil
    ) -> [UInt8] {
        JSONWriter.object { json in
            writePage(found.map(\.described), as: name, to: &json)
            if let problem { json.member("problem", problem) }
        }
    }
}

extension ValueReader {
    /// A list of places, at least one.
    fileprivate func places(upTo most: Int) -> [Coordinate]? {
        guard let list = list() else { return nil }
        guard (1...most).contains(list.count) else {
            return refuse("has \(list.count) places; 1 to \(most) are taken")
        }
        return list.compactMap { Stop(reading: $0)?.place }
    }
}
