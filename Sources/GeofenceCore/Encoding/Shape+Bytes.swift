extension Shape {
    func write(to writer: inout ByteWriter) {
        switch self {
        case .circle(let circle): circle.write(to: &writer)
        }
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        self = .circle(try Circle(from: &reader))
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
