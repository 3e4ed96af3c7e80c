import GeofenceCore

/// What is known of the ways of a table: a row for each place that they begin at, in it one for each where
/// they end; nil where there is none.
typealias TravelTable = [[Travel?]]

/// Reads the tables that routers answer with: OSRM, or Valhalla in OSRM's format.
struct MatrixReader {
    let query: MatrixQuery
    let settings: RouterSettings

    /// The table, or why there is none.
    func result(_ answer: OutboundAnswer) -> Result<TravelTable, RouteProblem> {
        do throws(RouteProblem) { return .success(try table(answer)) } catch { return .failure(error) }
    }

    private func table(_ answer: OutboundAnswer) throws(RouteProblem) -> TravelTable {
        let root = try RouterAnswer.root(answer, settings)
        let durations = try rows(root, "durations")
        let distances = try rows(root, "distances")
        let (starts, ends) = (
            try isNear(root, "sources", query.from), try isNear(root, "destinations", query.to)
        )
        return query.from.indices.map { row in
            query.to.indices.map { column in
                guard starts[row], ends[column], let duration = durations[row][column],
                    let distance = distances[row][column]
                else { return nil }
                return Travel(distance: distance, duration: duration)
            }
        }
    }

    /// Numbers, as many as were asked for; nil where there is no way.
    private func rows(_ root: JSONNode, _ key: String) throws(RouteProblem) -> [[Double?]] {
        let table = Self.elements(root, key).map(Self.lengths)
        guard table.count == query.from.count, table.allSatisfy({ $0.count == query.to.count }) else {
            throw RouterAnswer.strange(settings)
        }
        return table
    }

    private static func elements(_ node: JSONNode, _ key: String) -> [JSONNode] {
        guard let member = node.member(key) else { return [] }
        return member.elements
    }

    private static func lengths(_ row: JSONNode) -> [Double?] {
        var lengths: [Double?] = []
        for node in row.elements {
            let number = node.number ?? .nan
            lengths.append(RouterAnswer.isLength(number) ? number : nil)
        }
        return lengths
    }

    /// Whether each place is near a road: a router takes the nearest one, however far off.
    private func isNear(
        _ root: JSONNode,
        _ key: String,
        _ places: [Coordinate]
    ) throws(RouteProblem) -> [Bool] {
        let ends = Self.elements(root, key)
        guard ends.count == places.count else { throw RouterAnswer.strange(settings) }
        return zip(ends, places).map { end, place in
            if let off = end.member("distance")?.number { return off <= settings.snap }
            guard let pair = end.member("location")?.elements, pair.count == 2, let east = pair[0].number,
                let north = pair[1].number, let road = try? Coordinate(latitude: north, longitude: east)
            else { return false }
            return Geodesic.distance(road, place) <= settings.snap
        }
    }
}
