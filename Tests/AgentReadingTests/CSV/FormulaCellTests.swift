import GeofenceCore
import Testing

@testable import geofence_agent

/// What strangers have named is no formula in a spreadsheet, and comes back as it was.
@Suite struct FormulaCellTests {
    @Test(arguments: [
        ("=cmd|'/c calc'!A1", "'=cmd|'/c calc'!A1"), ("+1+cmd", "'+1+cmd"), ("-2+3", "'-2+3"),
        ("@SUM(1)", "'@SUM(1)"), ("\t=1", "\"'\t=1\""), ("\r=1", "\"'\r=1\""), ("=a,b", "\"'=a,b\""),
        ("'=1", "''=1"), ("＝1+1", "'＝1+1"), ("-", "'-"), ("van-1", "van-1"), ("'s", "'s"), ("", ""),
        ("-5", "-5"), ("+49301234", "+49301234"), ("-1.5e3", "-1.5e3"), ("52.5", "52.5"),
        ("\"=1\"", "\"\"\"=1\"\"\""),
    ])
    func `a cell is text, and a number stays one`(_ text: String, _ cell: String) throws {
        #expect(CSVCell.text(text) == cell)
        var row = CSVRow()
        let bytes = Array("a,\(cell),b\n".utf8)
        let count = try bytes.withUnsafeBytes { bytes in
            var reader = CSVReader(bytes, separator: UInt8(ascii: ","))
            _ = try reader.next(&row)
            return row.cells.count
        }
        #expect(count == 3)
        #expect(String(decoding: row[1], as: UTF8.self) == text)
    }

    @Test func `of the past, names are no formulas and places are numbers`() throws {
        let device = try Identifier("=1-1")
        let position = HistoryPosition(time: 1_760_000_000_000, latitude: -525_000_000, longitude: -5)
        #expect(
            HistoryCSV.line(position, device) == "'=1-1,2025-10-09T08:53:20.000Z,-52.5,-0.0000005,,,"
        )
        let payload =
            #"{"event":"=e","fence":"@f","name":"-2+3","cause":"+c","latitude":-52.5,"longitude":-13.4}"#
        let event = HistoryEvent(
            device: device,
            time: 1_760_000_000_000,
            id: "=i",
            payload: Array(payload.utf8)
        )
        #expect(
            HistoryCSV.line(event)
                == "'=1-1,2025-10-09T08:53:20.000Z,'=e,'@f,'-2+3,'+c,-52.5,-13.4,,,'=i"
        )
    }

    @Test func `a table of fences is read back as it was written`() throws {
        let fence = try Fence(
            id: try Identifier("=HYPERLINK(1)"),
            name: "-2+3",
            shape: .circle(
                try Circle(center: try Coordinate(latitude: -52, longitude: -13), radius: 150)
            )
        )
        let text = String(decoding: FenceExport.write([fence], as: .csv).bytes, as: UTF8.self)
        #expect(text == "id,name,latitude,longitude,radius\n'=HYPERLINK(1),'-2+3,-52,-13,150\n")
        let read = FenceDocuments.read(text, "x.csv").fences
        #expect(read.map(\.id) == [fence.id] && read.map(\.name) == [fence.name])
    }
}
