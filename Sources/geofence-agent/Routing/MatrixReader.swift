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
        guard let rows = root.member(key)?.elements, rows.count == query.from.count else {
            throw RouterAnswer.strange(settings)
        }
        var table: [[Double?]] = []
        for row in rows {
            let numbers = row.elements.map { node in
                node.number.flatMap { RouterAnswer.isLength($0) ? $0 : nil }
            }
            guard numbers.count == query.to.count else { throw RouterAnswer.strange(settings) }
            table.append(numbers)
        }
        return table
    }

    /// Whether each place is near a road: a router takes the nearest one, however far off.
    private func isNear(
        _ root: JSONNode,
        _ key: String,
        _ places: [Coordinate]
    ) throws(RouteProblem) -> [Bool] {
        guard let ends = root.member(key)?.elements, ends.count == places.count else {
            throw RouterAnswer.strange(settings)
        }
        return zip(ends, places).map { end, place in
            if let off = end.member("distance")?.number { return off <= settings.snap }
            guard let pair = end.member("location")?.elements, pair.count == 2, let east = pair[0].number,
                let north = pair[1].number, let road = try? Coordinate(latitude: north, longitude: east)
            else { return false }
            return Geodesic.distance(road, place) <= settings.snap
        }
    }
}
