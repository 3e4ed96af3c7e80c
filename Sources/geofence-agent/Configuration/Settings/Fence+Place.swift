import GeofenceCore

extension Fence {
    /// Where a fence is, as one of the ways to say it: a circle, a `geometry`, a `bbox`, or a device that it
    /// follows.
    struct Place {
        var shape: Shape?
        var follows: Follow?

        /// A place that is known already.
        init(shape: Shape?) {
            self.shape = shape
        }

        /// Reads the one way that is used; none for a fence of networks alone.
        init(reading object: ObjectReader<Key>) {
            let ways: [Key] = [.latitude, .geometry, .bbox, .follows]
            let used = ways.filter { object[$0] != nil }
            if let first = used.first, used.count > 1 {
                for other in used.dropFirst() {
                    object[other]?.report(
                        "the fence has a place by \"\(first.rawValue)\" already; keep one of them"
                    )
                }
                return
            }
            switch used.first {
            case .geometry:
                Self.refuse([.longitude, .radius], object)
                shape = object[.geometry].flatMap { Shape(geometry: $0, width: object[.width]) }
            case .bbox:
                Self.refuse([.longitude, .radius, .width], object)
                shape = object[.bbox]?.rectangle().map(Shape.rectangle)
            case .follows:
                Self.refuse([.longitude, .width], object)
                follows = Self.follow(object)
            default:
                Self.refuseWidthAlone(object)
                shape = Self.circle(object).map(Shape.circle)
            }
        }

        /// Reports keys that say nothing beside the way that is used.
        private static func refuse(_ keys: [Key], _ object: ObjectReader<Key>) {
            for key in keys {
                object[key]?.report(
                    key == .width
                        ? "only a geometry of type LineString has a width; remove it"
                        : "belongs to a circle (latitude, longitude, radius), and the fence has another place; remove it"
                )
            }
        }

        private static func refuseWidthAlone(_ object: ObjectReader<Key>) {
            guard object[.latitude] == nil, object[.longitude] == nil, object[.radius] == nil else {
                return refuse([.width], object)
            }
            object[.width]?.report(
                "is of a corridor, which needs its line too; add a \"geometry\" of type LineString"
            )
        }

        private static func follow(_ object: ObjectReader<Key>) -> Follow? {
            let device = object[.follows]?.identifier()
            let radius = object.required(.radius, "say how far from the device the circle reaches, in metres")
                .flatMap(radius)
            guard let device, let radius else { return nil }
            return try? Follow(device: device, radius: radius)
        }

        private static func circle(_ object: ObjectReader<Key>) -> Circle? {
            let keys: [Key] = [.latitude, .longitude, .radius]
            let missing = keys.filter { object[$0] == nil }
            guard missing.count < keys.count else { return nil }
            for key in missing { object.reportMissing(key, "a circle needs latitude, longitude and radius") }
            let (place, radius) = (place(object), object[.radius].flatMap(radius))
            guard let place, let radius else { return nil }
            return try? Circle(center: place, radius: radius)
        }

        private static func radius(_ key: ValueReader) -> Double? {
            guard let radius = key.number() else { return nil }
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
}
