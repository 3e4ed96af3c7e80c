import GeofenceCore

extension Itinerary {
    /// Reads an itinerary; nil where something is wrong.
    ///
    /// `maxStops` is what `limits` let.
    init?(reading value: ValueReader, maxStops: Int) {
        let before = value.reading.problems.count
        guard let object = value.object(Key.self) else { return nil }
        let id = object.required(.id, "give each itinerary an id of its own, such as \"tuesday\"")?
            .identifier()
        let name = object[.name]?.nameForPeople()
        let device = object[.device]?.singleDevice()
        let hint = "name at least one, such as { \"latitude\": 52.5, \"longitude\": 13.4 }"
        let stops = object.required(.stops, hint)?.stops(upTo: maxStops)
        let radius = object[.radius]?.number(Stop.radii)
        let repeats = object[.repeats]?.flag()
        guard let id, let stops, value.reading.problems.count == before else { return nil }
        self.init(id: id, name: name, device: device, stops: stops)
        self.radius = radius ?? self.radius
        self.repeats = repeats ?? self.repeats
        guard fenceID(stops.count - 1) == nil else { return }
        object[.id]?.report(
            "is too long: with the label of a stop behind it, an id may have \(Identifier.maximumBytes) bytes"
        )
        return nil
    }
}

extension Stop {
    /// Reads a stop; nil where something is wrong.
    init?(reading value: ValueReader) {
        let before = value.reading.problems.count
        guard let object = value.object(Key.self) else { return nil }
        let hint = "a stop needs latitude and longitude, in degrees"
        let latitude = object.required(.latitude, hint)
        let longitude = object.required(.longitude, hint)
        let place = latitude?.number().flatMap { north in
            longitude?.number().flatMap { east in value.place(north, east, latitude, longitude) }
        }
        let name = object[.name]?.nameForPeople()
        let radius = object[.radius]?.number(Self.radii)
        let stay = object[.stay]?.number(Self.stays)
        let by = object[.by]?.moment()
        guard let place, value.reading.problems.count == before else { return nil }
        self.init(name: name, place: place, radius: radius, stay: stay, by: by)
    }
}

extension ValueReader {
    /// The stops of an itinerary.
    func stops(upTo most: Int) -> [Stop]? {
        guard let list = list() else { return nil }
        guard !list.isEmpty else { return refuse("must not be empty; name at least one stop") }
        guard list.count <= most else {
            return refuse(
                "has \(list.count) stops, and an itinerary may have \(most)\(most < Itinerary.mostStops ? " (limits.maxStops)" : "")"
            )
        }
        let stops = list.compactMap(Stop.init(reading:))
        return stops.count == list.count ? stops : nil
    }

    /// A name for people, of 256 bytes at most.
    func nameForPeople() -> String? {
        guard let text = text() else { return nil }
        let count = text.utf8.count
        guard count <= Fence.longestName else {
            return refuse("has \(count) bytes, and a name may have \(Fence.longestName)")
        }
        return text
    }

    /// One device, by its name alone.
    func singleDevice() -> Identifier? {
        guard let id = identifier() else { return nil }
        guard !id.description.contains("*") else {
            return refuse("must name one device; with * in it the name would stand for several")
        }
        return id
    }

    /// A place of which both numbers are there.
    fileprivate func place(
        _ latitude: Double,
        _ longitude: Double,
        _ north: ValueReader?,
        _ east: ValueReader?
    ) -> Coordinate? {
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch .latitude {
            return north?.refuse("\(CoordinateError.latitude(latitude))")
        } catch {
            return east?.refuse("\(error)")
        }
    }
}
