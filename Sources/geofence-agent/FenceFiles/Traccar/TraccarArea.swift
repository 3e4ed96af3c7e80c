import GeofenceCore

/// An area as Traccar writes it: WKT, with the latitude first unless said otherwise, and circles, which WKT
/// has not.
///
/// `CIRCLE (52.5 13.4, 150)`, `POLYGON ((52.5 13.4, …))`, `LINESTRING (52.5 13.4, …)`.
enum TraccarArea {
    /// Degrees, and metres.
    case circle(latitude: Double, longitude: Double, radius: Double)
    case polygon([[Position]])
    case line([Position])

    /// Reads an area.
    init(_ text: some StringProtocol, _ order: AxisOrder = .latlon) throws(CoordinatesProblem) {
        let text = String(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let word = text.prefix { $0.isLetter }.uppercased()
        let body = text.drop { $0.isLetter }.drop { $0 == " " }
        switch WKTWord(rawValue: word) {
        case .circle: self = try Self.circle(Self.inside(body), order)
        case .linestring: self = .line(try Self.positions(Self.inside(body), order))
        case .polygon:
            var rings: [[Position]] = []
            for ring in try Self.rings(Self.inside(body)) {
                rings.append(try Self.positions(ring, order))
            }
            self = .polygon(rings)
        case nil:
            throw CoordinatesProblem(
                message:
                    "\"\(text.prefix(40))\" is no CIRCLE (…), POLYGON ((…)) or LINESTRING (…) as Traccar has them"
            )
        }
    }

    /// What stands in the outermost brackets.
    private static func inside(_ text: Substring) throws(CoordinatesProblem) -> Substring {
        guard text.first == "(", text.last == ")", text.count >= 2 else {
            throw CoordinatesProblem(message: "needs brackets around its positions")
        }
        return text.dropFirst().dropLast()
    }

    private static func rings(_ text: Substring) throws(CoordinatesProblem) -> [Substring] {
        var rings: [Substring] = []
        var rest = text
        while let open = rest.firstIndex(of: "(") {
            guard let close = rest[open...].firstIndex(of: ")") else {
                throw CoordinatesProblem(message: "has a bracket that is not closed")
            }
            rings.append(rest[rest.index(after: open)..<close])
            rest = rest[rest.index(after: close)...]
        }
        guard !rings.isEmpty else {
            throw CoordinatesProblem(message: "a POLYGON has two brackets around its positions: ((…))")
        }
        return rings
    }

    private static func circle(_ text: Substring, _ order: AxisOrder) throws(CoordinatesProblem)
        -> TraccarArea
    {
        let parts = text.split(separator: ",")
        let numbers =
            parts.first.map { $0.split(separator: " ").map { TextProperty.number(String($0)) } } ?? []
        guard parts.count == 2, numbers.count == 2, let first = numbers[0], let second = numbers[1],
            let radius = TextProperty.number(String(parts[1]))
        else { throw CoordinatesProblem(message: "a CIRCLE is (\(order.text), metres)") }
        let (longitude, latitude) = order.place(first, second)
        return .circle(latitude: latitude, longitude: longitude, radius: radius)
    }

    private static func positions(
        _ text: Substring,
        _ order: AxisOrder
    ) throws(CoordinatesProblem) -> [Position] {
        var positions: [Position] = []
        for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
            let numbers = pair.split(separator: " ").map { TextProperty.number(String($0)) }
            guard numbers.count == 2, let first = numbers[0], let second = numbers[1] else {
                throw CoordinatesProblem(message: "\"\(pair.prefix(40))\" is no position: \(order.text)")
            }
            let (longitude, latitude) = order.place(first, second)
            do {
                positions.append(try Position(longitude: longitude, latitude: latitude))
            } catch .latitude {
                throw CoordinatesProblem(
                    message:
                        "latitude \(latitude) is not within -90…90 degrees; positions are read as \(order.text)"
                )
            } catch {
                throw CoordinatesProblem(message: "longitude \(longitude) is not within -540…540 degrees")
            }
        }
        return positions
    }
}

/// The words that an area of Traccar begins with.
enum WKTWord: String, CaseIterable {
    case circle = "CIRCLE"
    case polygon = "POLYGON"
    case linestring = "LINESTRING"

    /// Whether a text begins with one of them, maybe behind a name and a tab.
    static func starts(_ text: ArraySlice<UInt8>) -> Bool {
        let line = text.prefix { $0 != 0x0A }
        let area = line.lastIndex(of: 0x09).map { line[($0 + 1)...] } ?? line
        let start = String(decoding: area.prefix(12), as: UTF8.self).uppercased()
        return allCases.contains { start.hasPrefix($0.rawValue) }
    }
}

extension ParsedFeature {
    /// Takes an area as Traccar writes it for its place; what can't be read is reported at `value`.
    mutating func read(area text: some StringProtocol, at value: ValueReader, order: AxisOrder = .latlon) {
        placeSource = value
        usualWidth = FenceFileOptions.usualWidth
        do throws(CoordinatesProblem) {
            switch try TraccarArea(text, order) {
            case .circle(let latitude, let longitude, let radius):
                place = .point(longitude: longitude, latitude: latitude)
                self.radius = value.reading.value(.number(radius), at: value.node.position, path: value.path)
            case .polygon(let rings): place = .polygons([rings], .polygon)
            case .line(let line): place = .line(line)
            }
        } catch {
            value.report(error.message)
            place = .refused
        }
    }
}
