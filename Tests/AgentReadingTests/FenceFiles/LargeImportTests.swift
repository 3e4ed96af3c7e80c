import Foundation
import GeofenceCore
import Testing

@testable import geofence_agent

/// Imports of very many fences: tables piece by piece, and reports that stay small.
@Suite struct LargeImportTests {
    /// Bytes that come a few at a time.
    private static func source(_ text: String, _ step: Int) -> PieceSource {
        var rest = Array(text.utf8)[...]
        return PieceSource(size: nil) { _, bytes in
            bytes += rest.prefix(step)
            rest = rest.dropFirst(step)
            return !rest.isEmpty
        }
    }

    private static let tables = [
        "id,lat,lon,radius\na,52,13,50\nb,52.5,13,60\n",
        "\u{FEFF}sep=;\nlat;lon;radius (km);name;groups\n52,5;13,4;0,1;\"A\nB\";\"[\"\"g\"\"]\"\n",
        "\n\nid,lat,lon,radius\na,95,13,50\nb,x,13,60\nb,52,13\n\"c,52,13,50\nd,52,13,50\n\nd,52,13,70\r\n",
        "id,radius\na,5\n", "", "\n", "PK\u{3}\u{4}", "id,lat,lon,radius", "id,lat,lon,radius\nä,52,13,\"50",
    ]

    @Test(arguments: tables) func `a table in pieces is that as a whole`(_ text: String) {
        let whole = FenceDocument.read(Array(text.utf8), file: "x.csv")
        for step in [1, 2, 3, 7, 64] {
            let pieces = FenceDocument.read(table: Self.source(text, step), file: "x.csv")
            #expect(pieces.lines == whole.lines, "\(step)")
            #expect(pieces == whole, "\(step)")
        }
    }

    @Test func `a file that can't be read to its end is refused`() {
        let source = PieceSource(size: nil) { _, bytes throws(FileError) in
            guard bytes.isEmpty else { throw .system(EIO) }
            bytes += Array("id,lat,lon,radius\na,52,13,50\n".utf8)
            return true
        }
        let result = FenceDocument.read(table: source, file: "x.csv")
        #expect(result.isRefused)
        #expect(result.fences.isEmpty)
        #expect(result.problems.last?.description.hasPrefix("x.csv: can't be read: ") == true)
    }

    private static func table(_ count: Int, _ cell: (Int) -> String = { _ in "50" }) -> String {
        "id,lat,lon,radius\n" + (1...count).map { "c\($0),52,13,\(cell($0))\n" }.joined()
    }

    /// Few rows, of many bytes.
    private static func namedTable(_ count: Int) -> String {
        let name = String(repeating: "n", count: 100)
        return "id,lat,lon,radius,name\n" + (1...count).map { "c\($0),52,13,50,\(name)\n" }.joined()
    }

    private static func read(_ text: String) -> FenceImport {
        FenceDocument.read(table: source(text, 65_536), file: "x.csv")
    }

    @Test func `the report of very many has some in full, and all in numbers`() {
        let most = FeatureReports.most
        // Each tenth is smaller than what positions are off.
        let result = Self.read(Self.table(3 * most) { $0.isMultiple(of: 10) ? "5" : "50" })
        #expect(result.fences.count == 3 * most)
        #expect(result.counts.taken == 3 * most)
        #expect(result.features.shown.count == most + 3 * most / 10)
        #expect(result.features.shown.map(\.index) == result.features.shown.map(\.index).sorted())
        #expect(result.lines[0] == "x.csv: 30000 good, 0 skipped, 0 refused")
        #expect(result.lines.contains { $0.hasPrefix("  3000 features: less across than the 20 m") })
        #expect(result.lines.last == "  and 17000 more features, which are counted above")
        #expect(result.json.text.contains(#""omitted":17000"#))
    }

    @Test func `what is wrong with very many is counted, and not kept for each`() {
        let most = FeatureReports.most
        let result = Self.read(Self.table(most + 500) { "r\($0 % 2)" })
        #expect(result.counts.refused == most + 500)
        #expect(result.features.shown.count == most)
        #expect(result.problems.count == most)
        #expect(result.fences.isEmpty)
        #expect(result.lines[0] == "x.csv: 0 good, 0 skipped, 10500 refused; nothing is taken")
        let line = #"  5250 features: radius: "r0" is no number (2, 4, 6, 8, 10, …), first x.csv:3:1"#
        #expect(result.lines.contains(line))
        #expect(result.documentProblems.isEmpty)
    }

    @Test func `ids that are taken in another file are found in very many`() throws {
        let most = FeatureReports.most
        var merge = FenceMerge(
            rules: Rules(),
            fences: [],
            in: "",
            timeZones: TimeZoneFiles(environment: [:])
        )
        merge.add(Self.read(Self.table(2 * most)))
        merge.add(FenceDocument.read(Array(Self.table(2 * most + 1).utf8), file: "y.csv"))
        let result = merge.imports[1]
        #expect(result.counts == .init(taken: 1, skipped: 0, refused: 2 * most))
        #expect(result.problems.count == most)
        #expect(
            result.problems.first?.description
                == "y.csv:2:1: \"c1\" is the id of a fence in x.csv:2:1 too; give each fence its own"
        )
        #expect(merge.isRefused)
    }

    @Test func `a fence that is refused for two reasons counts once`() throws {
        var merge = FenceMerge(
            rules: Rules(),
            fences: [],
            in: "",
            timeZones: TimeZoneFiles(environment: [:])
        )
        for file in ["x.csv", "y.csv"] {
            let text = "id,lat,lon,radius,groups\na,52,13,50,\"[\"\"\(file == "x.csv" ? "g" : "a")\"\"]\"\n"
            merge.add(FenceDocument.read(Array(text.utf8), file: file))
        }
        #expect(merge.imports[1].counts == .init(taken: 0, skipped: 0, refused: 1))
        #expect(merge.imports[1].problems.count == 2)
    }

    @Test func `a table is read from its file in pieces, and written in pieces`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (csv, geojson) = (folder.appending(path: "c.csv").path, folder.appending(path: "c.geojson").path)
        // More than a piece each way.
        let text = Self.namedTable(12_000)
        try text.write(toFile: csv, atomically: true, encoding: .utf8)
        var merge = FenceMerge(
            rules: Rules(),
            fences: [],
            in: "",
            timeZones: TimeZoneFiles(environment: [:])
        )
        var steps: [Int] = []
        merge.read(csv, format: nil, options: FenceFileOptions()) { steps.append($0) }
        #expect(steps.count >= text.utf8.count >> 20)
        #expect(steps.last == text.utf8.count)
        #expect(merge.fences.count == 12_000)
        try FenceOutput(path: geojson).write(GeoJSONExport.Pieces(merge.fences, merge.rules))
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: geojson)))
        #expect(bytes == FenceExport.write(merge.fences, as: .geojson).bytes)
        #expect(FenceDocument.read(bytes, file: geojson).fences == merge.fences)
        #expect(Array(GeoJSONExport.Pieces(merge.fences, merge.rules)).count > 2)
    }

    @Test func `a file that isn't there is refused`() {
        var merge = FenceMerge(
            rules: Rules(),
            fences: [],
            in: "",
            timeZones: TimeZoneFiles(environment: [:])
        )
        merge.read("/nowhere/x.csv", format: nil, options: FenceFileOptions())
        #expect(merge.imports[0].problems.map(\.description) == ["/nowhere/x.csv: no such file"])
    }

    @Test func `fences with the same terms share them`() throws {
        let fences = Self.read(Self.table(3)).fences
        try #require(fences.count == 3)
        #expect(fences[0].sharesTerms(with: fences[2]))
        let others = Self.read("id,lat,lon,radius,wifi\na,52,13,50,\nb,52,13,50,\"[\"\"N\"\"]\"\n").fences
        try #require(others.count == 2)
        #expect(!others[0].sharesTerms(with: others[1]))
        #expect(others[1].wifi == [.ssid("N")])
    }
}
