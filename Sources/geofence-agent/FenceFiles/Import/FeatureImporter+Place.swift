import GeofenceCore

extension FeatureImporter {
    /// Makes the shape of a feature's place; what is wrong is reported.
    func place(_ draft: inout ParsedFeature, _ members: [JSONMember]) -> Fence.Place {
        if let follows = members.first(where: { $0.key == Fence.Key.follows.rawValue }) {
            return follower(draft, follows)
        }
        do throws(ShapeError) {
            let shape: Shape?
            switch draft.place {
            case .none, .refused: shape = nil
            case .point(let longitude, let latitude): shape = circle(&draft, longitude, latitude)
            case .polygons(let polygons, _): shape = try area(&draft, polygons)
            case .line(let line): shape = try corridor(&draft, line)
            }
            if let shape, shape.scale < FeatureNote.usualAccuracy {
                draft.notes.append(.tiny(metres: shape.scale))
            }
            return Fence.Place(shape: shape)
        } catch {
            let type: GeometryType =
                if case .polygons(_, let type) = draft.place { type } else { .lineString }
            draft.placeSource.report(CoordinatesProblem(error, in: type))
            return Fence.Place(shape: nil)
        }
    }

    private func follower(_ draft: ParsedFeature, _ follows: JSONMember) -> Fence.Place {
        guard let properties = draft.properties else { return Fence.Place(shape: nil) }
        if case .none = draft.place {
        } else {
            properties.child(follows.node, name: follows.key).report(
                "the feature has a geometry, and a fence either has a place of its own or follows a device; remove one"
            )
        }
        let radius = properties.member(Fence.Key.radius)
        let members =
            [follows]
            + (radius.map { [JSONMember(key: "radius", position: $0.node.position, node: $0.node)] } ?? [])
        return Fence.Place(reading: ObjectReader(members, of: properties))
    }

    private func circle(_ draft: inout ParsedFeature, _ longitude: Double, _ latitude: Double) -> Shape? {
        guard let radius = radius(&draft) else { return nil }
        let turned =
            abs(longitude) > 180 && abs(longitude) <= 540 ? longitude.remainder(dividingBy: 360) : longitude
        if turned != longitude { draft.notes.append(.beyond) }
        do {
            let center = try Coordinate(latitude: latitude, longitude: turned)
            return .circle(try Circle(center: center, radius: radius))
        } catch let error as CoordinateError {
            let looksSwapped = abs(latitude) > 90 && abs(latitude) <= 180 && abs(longitude) <= 90
            draft.placeSource.report("\(error)\(looksSwapped ? "; it looks swapped with the longitude" : "")")
        } catch {
            (draft.radius ?? draft.properties?.member(Fence.Key.radius) ?? draft.source).report("\(error)")
        }
        return nil
    }

    private func radius(_ draft: inout ParsedFeature) -> Double? {
        if let key = draft.radius ?? draft.properties?.member(Fence.Key.radius), key.node.value != .null {
            return key.number()
        }
        guard let radius = options.radius else {
            return draft.source.refuse(
                "a point needs \"radius\" in its properties, in metres, or one for all by \(options.name("radius"))"
            )
        }
        draft.notes.append(.assumed(key: "radius", metres: radius))
        return radius
    }

    private func area(_ draft: inout ParsedFeature, _ polygons: [[[Position]]]) throws(ShapeError) -> Shape {
        if let shape = FeatureProperties.shape(drawnAs: polygons, in: draft.properties) { return shape }
        var mending = RingRepair()
        let area = try mending.area(polygons)
        draft.notes += mending.notes
        return .area(area)
    }

    private func corridor(_ draft: inout ParsedFeature, _ line: [Position]) throws(ShapeError) -> Shape? {
        guard let width = width(&draft) else { return nil }
        var mending = RingRepair()
        let corridor = try mending.corridor(line, width: width)
        draft.notes += mending.notes
        return .corridor(corridor)
    }

    private func width(_ draft: inout ParsedFeature) -> Double? {
        if let key = draft.width ?? draft.properties?.member(Fence.Key.width), key.node.value != .null {
            return key.number()
        }
        guard let width = options.width ?? draft.usualWidth else {
            return draft.source.refuse(
                "a line needs \"width\" in its properties, in metres, or one for all by \(options.name("width"))"
            )
        }
        draft.notes.append(.assumed(key: "width", metres: width))
        return width
    }
}
