extension Shape {
    /// Writes this shape for the store.
    public func write(to writer: inout ByteWriter) {
        switch self {
        case .circle(let circle):
            writer.byte(0)
            circle.write(to: &writer)
        case .area(let area):
            writer.byte(1)
            area.write(to: &writer)
        case .corridor(let corridor):
            writer.byte(2)
            corridor.write(to: &writer)
        case .rectangle(let rectangle):
            writer.byte(3)
            rectangle.write(to: &writer)
        }
    }

    /// Reads a shape back.
    public init(from reader: inout ByteReader) throws(DamagedBytes) {
        switch try reader.byte() {
        case 0: self = .circle(try Circle(from: &reader))
        case 1: self = .area(try Area(from: &reader))
        case 2: self = .corridor(try Corridor(from: &reader))
        case 3: self = .rectangle(try Rectangle(from: &reader))
        default: throw reader.damaged
        }
    }
}

extension Circle {
    func write(to writer: inout ByteWriter) {
        center.write(to: &writer)
        writer.double(radius)
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        let center = try Coordinate(from: &reader)
        let radius = try reader.double()
        do { try self.init(center: center, radius: radius) } catch { throw reader.damaged }
    }
}

extension Area {
    func write(to writer: inout ByteWriter) {
        writer.list(polygons) { writer, rings in
            writer.list(rings) { writer, ring in writer.list(ring) { $1.write(to: &$0) } }
        }
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        let polygons = try reader.list { reader throws(DamagedBytes) in
            try reader.list { reader throws(DamagedBytes) in
                try reader.list { reader throws(DamagedBytes) in try Position(from: &reader) }
            }
        }
        do { try self.init(polygons: polygons) } catch { throw reader.damaged }
    }
}

extension Corridor {
    func write(to writer: inout ByteWriter) {
        writer.list(line) { $1.write(to: &$0) }
        writer.double(width)
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        let line = try reader.list { reader throws(DamagedBytes) in try Position(from: &reader) }
        let width = try reader.double()
        do { try self.init(line: line, width: width) } catch { throw reader.damaged }
    }
}

extension Rectangle {
    func write(to writer: inout ByteWriter) {
        for side in [west, south, east, north] { writer.double(side) }
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        let (west, south) = (try reader.double(), try reader.double())
        let (east, north) = (try reader.double(), try reader.double())
        do {
            try self.init(west: west, south: south, east: east, north: north)
        } catch {
            throw reader.damaged
        }
    }
}

extension Position {
    func write(to writer: inout ByteWriter) {
        writer.double(longitude)
        writer.double(latitude)
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        let (longitude, latitude) = (try reader.double(), try reader.double())
        do {
            try self.init(longitude: longitude, latitude: latitude)
        } catch {
            throw reader.damaged
        }
    }
}
