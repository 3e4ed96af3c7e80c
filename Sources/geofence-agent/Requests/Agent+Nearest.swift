import GeofenceCore

/// Fences and points that are nearest to a place, perhaps with how far they are along roads.
extension Agent {
    private enum NearestKey: String, ConfigurationKey {
        case latitude, longitude, device, count, within, travel, sort, profile
    }
    private enum PointKey: String, ConfigurationKey {
        case latitude, longitude, device, text, tags, count, within, travel, sort, profile
    }

    /// The fences nearest to a place: `count` of them (1), none whose edge is beyond `within` metres; of a
    /// device, those that are for it.
    mutating func queryNearest(
        _ request: Request,
        _ ticket: AnswerTicket
    ) throws(RequestProblem) -> [UInt8]? {
        let reader = try RequestReader(request, NearestKey.self)
        let (place, device) = try asked(reader, .latitude, .longitude, .device)
        let order = try Self.order(reader, .travel, .sort, .profile)
        let most = order.hasTravel ? MatrixQuery.most : Self.longestList
        let count = try reader.optional(.count) { $0.integer(1...most) } ?? 1
        let reach = try reader.optional(.within) { $0.number(.upTo(Circle.maximumRadius, "metres")) }
        let fences = tracker.engine.fences(nearest: place, count: count, within: reach, for: device) {
            fence in
            mayShow(fence.id, to: request)
        }
        let found = fences.map { entry in
            let target = order.hasTravel ? entry.fence.shape?.target(from: place) : nil
            return FoundNearby(object: Self.describe(entry), place: target)
        }
        return try describe(found, as: "fences", from: place, order, ticket)
    }

    /// The points of interest nearest to a place: `count` of them (1), none beyond `within` metres (as the
    /// configuration says), and all of them with `text` and one of `tags`.
    mutating func queryPoints(
        _ request: Request,
        _ ticket: AnswerTicket,
        at now: Timestamp
    ) throws(RequestProblem) -> [UInt8]? {
        let reader = try RequestReader(request, PointKey.self)
        let (place, _) = try asked(reader, .latitude, .longitude, .device)
        let order = try Self.order(reader, .travel, .sort, .profile)
        let count = try reader.optional(.count) { $0.integer(1...MatrixQuery.most) } ?? 1
        let filter = try Self.filter(reader)
        let range = NumberRange.positive(upTo: 1_000_000, "metres")
        let radius = try reader.optional(.within) { $0.number(range) }
        guard let points = port.settings.pois else {
            throw RequestProblem(
                "there are no points of interest; name their files in \"pois\" in the configuration of the agent"
            )
        }
        let reach = radius ?? points.settings.searchRadius
        let near = try Self.nearest(count, to: place, within: reach, filter, points.table)
        let record = NearbyRecord(points: near.map(\.number), place: place, time: now)
        let found = zip(record.points, Reports.points(record, points.table)).map { point, object in
            FoundNearby(object: object, place: points.table.place(point))
        }
        return try describe(found, as: "pois", from: place, order, ticket)
    }

    /// What the points must be like.
    private static func filter(_ reader: RequestReader<PointKey>) throws(RequestProblem) -> PointFilter {
        var filter = PointFilter()
        filter.text = try reader.optional(.text) { $0.line() }
        guard filter.text.map({ $0.utf8.count <= PointFilter.longestText }) ?? true else {
            throw RequestProblem("\"text\" has \(PointFilter.longestText) bytes at most")
        }
        let tags = try reader.optional(.tags) { value in value.list()?.compactMap { $0.text() } } ?? []
        guard tags.count <= PointFilter.mostTags else {
            throw RequestProblem("\"tags\" names \(PointFilter.mostTags) at most")
        }
        filter.tags = Set(tags)
        return filter
    }

    /// The nearest points that are wanted.
    ///
    /// - Throws: where so many others lie nearer that it would take too long to go on.
    private static func nearest(
        _ count: Int,
        to place: Coordinate,
        within reach: Double,
        _ filter: PointFilter,
        _ table: PointTable
    ) throws(RequestProblem) -> [Neighbour] {
        guard !filter.isOpen else { return table.index.nearest(count, to: place, within: reach) }
        var left = PointFilter.mostRead
        let near = table.index.nearest(count, to: place, within: reach) { point in
            left -= 1
            return left >= 0 && table.object(point).map(filter.wants) == true
        }
        guard left >= 0 else {
            throw RequestProblem(
                "more than \(PointFilter.mostRead) points would have to be looked through; name a smaller \"within\""
            )
        }
        return near
    }

    private static func order<Key>(
        _ reader: RequestReader<Key>,
        _ travel: Key,
        _ sort: Key,
        _ profile: Key
    ) throws(RequestProblem) -> NearbyOrder {
        var order = NearbyOrder()
        order.hasTravel = try reader.optional(travel) { $0.flag() } ?? false
        order.sort = try reader.optional(sort) { $0.choice(NearbyOrder.Sort.self) } ?? .distance
        order.profile = try reader.optional(profile) { $0.profile() }
        guard order.hasTravel || order.sort == .distance else {
            throw RequestProblem("\"sort\" by \"duration\" needs \"travel\": true")
        }
        return order
    }

    /// Whether a request wants to know how far it is along roads.
    static func wantsTravel(_ request: Request) -> Bool {
        request.body.member(NearestKey.travel.rawValue)?.value == .bool(true)
    }
}

extension Shape {
    /// Where whoever goes to it goes: the middle of a circle or rectangle, else the nearest corner.
    ///
    /// - Complexity: linear in the corners.
    fileprivate func target(from place: Coordinate) -> Coordinate? {
        switch self {
        case .circle(let circle): return circle.center
        case .rectangle(let rectangle):
            let width = rectangle.east - rectangle.west + (rectangle.east < rectangle.west ? 360 : 0)
            let east = rectangle.west + width / 2
            return try? Coordinate(
                latitude: (rectangle.south + rectangle.north) / 2,
                longitude: east > 180 ? east - 360 : east
            )
        case .area(let area): return Self.nearest(area.polygons.lazy.flatMap { $0 }.flatMap { $0 }, to: place)
        case .corridor(let corridor): return Self.nearest(corridor.line, to: place)
        }
    }

    /// The nearest of some corners, as on a plane: it is no matter of metres.
    private static func nearest(_ corners: some Sequence<Position>, to place: Coordinate) -> Coordinate? {
        let shrink = 1 - (place.latitude / 90) * (place.latitude / 90)
        func distance(_ corner: Position) -> Double {
            var east = (corner.longitude - place.longitude).truncatingRemainder(dividingBy: 360)
            if east > 180 { east -= 360 } else if east < -180 { east += 360 }
            let north = corner.latitude - place.latitude
            return north * north + east * east * shrink
        }
        let nearest = corners.min { distance($0) < distance($1) }
        return nearest.flatMap { corner in
            let turns = (corner.longitude / 360).rounded()
            return try? Coordinate(latitude: corner.latitude, longitude: corner.longitude - turns * 360)
        }
    }
}
