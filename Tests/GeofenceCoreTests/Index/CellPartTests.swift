@testable import GeofenceCore
import Testing

/// What lies of a box in a cell.
@Suite struct CellPartTests {
    private static func span(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> CellSpan {
        CellSpan(GridBox(BoundingBox(south: south, west: west, north: north, east: east)))
    }

    @Test func `a box in four cells has a part in each, which ends at their edges`() {
        // The four cells of level 2 that meet where the equator and the meridian of Greenwich do.
        let span = Self.span(-45, -22.5, 45, 45)
        #expect(span.level == 2 && span.columns(level: 2) == 1..<3 && span.rows(level: 2) == 0..<2)
        let (half, quarter): (UInt16, UInt16) = (1 << 15, 1 << 14)
        #expect(
            span.part(level: 2, column: 1, row: 0)
                == CellPart(
                    columns: .init(first: 3 * quarter, last: 65_535),
                    rows: .init(first: half, last: 65_535)
                )
        )
        #expect(
            span.part(level: 2, column: 2, row: 1)
                == CellPart(columns: .init(first: 0, last: half), rows: .init(first: 0, last: half))
        )
    }

    @Test func `small cells are as fine as places are`() {
        for level in 15...Cell.finest {
            #expect(CellPart.place(of: 5, level: level) == 5)
            #expect(CellPart.place(of: 1 << (31 - UInt32(level)), level: level) == 0)
        }
        #expect(CellPart.place(of: 5, level: 13) == 1 && CellPart.place(of: .max, level: 0) == 65_535)
    }

    @Test func `across the antimeridian it has a part on either side`() {
        let span = Self.span(0, 179.999, 0.002, -179.999)
        let columns = span.columns(level: span.level)
        #expect(columns.count == 2)
        let (west, east) = (columns.lowerBound, columns.lowerBound + 1)
        let row = span.rows(level: span.level).lowerBound
        func part(_ column: Int) -> CellPart { span.part(level: span.level, column: column, row: row) }
        func place(_ longitude: Double) -> UInt16 {
            CellPart.place(of: Cell.column(longitude), level: span.level)
        }
        let middle = CellPart.place(of: Cell.row(0.001), level: span.level)
        #expect(part(west).contains(column: place(179.9995), row: middle))
        #expect(!part(west).contains(column: place(179.9985), row: middle))
        #expect(part(east).contains(column: place(-179.9995), row: middle))
        #expect(!part(east).contains(column: place(-179.9985), row: middle))
    }

    @Test func `a box across the antimeridian is exact also where it has a cell of 360 degrees`() {
        let span = Self.span(10, 100, 20, -120)
        #expect(span.level == 0)
        let part = span.part(level: 0, column: 0, row: 0)
        let row = CellPart.place(of: Cell.row(15), level: 0)
        func contains(_ longitude: Double) -> Bool {
            part.contains(column: CellPart.place(of: Cell.column(longitude), level: 0), row: row)
        }
        #expect([101, 179, 180, -180, -179, -121].allSatisfy(contains))
        #expect(![99, 0, -119].contains(where: contains))
        let other = Self.span(10, -150, 20, -50).part(level: 0, column: 0, row: 0)
        #expect(part.overlaps(other) && other.overlaps(part))
        let apart = Self.span(10, -100, 20, 0).part(level: 0, column: 0, row: 0)
        #expect(!part.overlaps(apart) && !apart.overlaps(part))
    }

    @Test func `a box that goes around the Earth has all columns`() {
        let part = Self.span(10, -180, 20, 180).part(level: 0, column: 0, row: 0)
        let row = CellPart.place(of: Cell.row(15), level: 0)
        #expect(part.contains(column: 0, row: row) && part.contains(column: 65_535, row: row))
        #expect(!part.contains(column: 0, row: CellPart.place(of: Cell.row(21), level: 0)))
    }
}
