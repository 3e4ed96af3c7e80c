import GeofenceCore

extension Fence {
    /// The keys of a fence.
    enum Key: String, ConfigurationKey {
        case id, name, latitude, longitude, radius, wifi, rules

        static let refused = [
            "geometry": "not supported by this version; give a circle by latitude, longitude and radius",
            "crossing": notYet, "maxGap": notYet, "reorder": notYet,
        ]
    }

    /// Reads a fence; nil where something is wrong.
    init?(reading value: ValueReader, rules: Rules) {
        let before = value.reading.problems.count
        guard let object = value.object(Key.self) else { return nil }
        let id = object.required(.id, "give each fence an id of its own, such as \"depot\"")?.identifier()
        let name = object[.name]?.text()
        let circle = Self.circle(object)
        let wifi = object[.wifi]?.networks() ?? []
        let rules = object[.rules].map(rules.overridden(by:)) ?? rules
        guard let id, value.reading.problems.count == before else { return nil }
        do {
            try self.init(id: id, name: name, shape: circle.map(Shape.circle), wifi: wifi, rules: rules)
        } catch {
            value.report("\(error)")
            return nil
        }
    }

    private static func circle(_ object: ObjectReader<Key>) -> Circle? {
        let keys: [Key] = [.latitude, .longitude, .radius]
        let missing = keys.filter { object[$0] == nil }
        guard missing.count < keys.count else { return nil }
        for key in missing { object.reportMissing(key, "a circle needs latitude, longitude and radius") }
        let (place, radius) = (place(object), radius(object))
        guard let place, let radius else { return nil }
        return try? Circle(center: place, radius: radius)
    }

    private static func radius(_ object: ObjectReader<Key>) -> Double? {
        guard let key = object[.radius], let radius = key.number() else { return nil }
        guard radius > 0, radius <= Circle.maximumRadius else {
            return key.refuse("\(FenceError.radius(radius))")
        }
        return radius
    }

    private static func place(_ object: ObjectReader<Key>) -> Coordinate? {
        let (latitude, longitude) = (object[.latitude]?.number(), object[.longitude]?.number())
        guard let latitude, let longitude else { return nil }
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch .latitude {
            let isSwapped = (try? Coordinate(latitude: longitude, longitude: latitude)) != nil
            let hint = isSwapped ? "; it looks swapped with the longitude" : ""
            return object[.latitude]?.refuse("\(CoordinateError.latitude(latitude))\(hint)")
        } catch {
            return object[.longitude]?.refuse("\(error)")
        }
    }
}

extension ValueReader {
    fileprivate func identifier() -> Identifier? {
        guard let text = text() else { return nil }
        do {
            return try Identifier(text)
        } catch {
            return refuse("\(error)")
        }
    }

    fileprivate func networks() -> [WiFiPattern]? {
        list()?.compactMap { element in
            guard let text = element.text() else { return nil }
            do {
                return try WiFiPattern(text)
            } catch {
                return element.refuse("\(error)")
            }
        }
    }
}
