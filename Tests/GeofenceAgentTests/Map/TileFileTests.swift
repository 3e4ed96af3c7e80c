import Foundation
import GRDB
import Testing

@testable import geofence_agent

/// Files of pictures of the map.
@Suite struct TileFileTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Makes a file with pictures by zoom, column and row as in the file.
    private func write(
        _ metadata: [String: String],
        _ tiles: [(Int, Int, Int, [UInt8])] = [(0, 0, 0, png)]
    ) throws {
        try DatabaseQueue(path: folder.path).write { db in
            try db.execute(
                sql: """
                    CREATE TABLE metadata (name TEXT, value TEXT);
                    CREATE TABLE tiles (
                        zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB,
                        PRIMARY KEY (zoom_level, tile_column, tile_row))
                    """
            )
            for (name, value) in metadata {
                try db.execute(sql: "INSERT INTO metadata VALUES (?, ?)", arguments: [name, value])
            }
            for (zoom, column, row, bytes) in tiles {
                try db.execute(
                    sql: "INSERT INTO tiles VALUES (?, ?, ?, ?)",
                    arguments: [zoom, column, row, Data(bytes)]
                )
            }
        }
    }

    private var problem: TileFile.Problem? {
        do throws(TileFile.Problem) {
            _ = try TileFile(path: folder.path)
            return nil
        } catch {
            return error
        }
    }

    @Test func `counts rows from the north, where the file counts them from the south`() throws {
        try write(["format": "png"], [(2, 1, 3, [1]), (2, 1, 0, [2]), (0, 0, 0, [3])])
        let file = try TileFile(path: folder.path)
        #expect(try file.tile(zoom: 2, column: 1, row: 0) == [1])
        #expect(try file.tile(zoom: 2, column: 1, row: 3) == [2])
        #expect(try file.tile(zoom: 0, column: 0, row: 0) == [3])
    }

    @Test(arguments: [
        (2, 0, 0), (-1, 0, 0), (23, 0, 0), (.max, 0, 0), (0, 1, 0), (0, 0, 1), (3, -1, 0), (3, 0, .max),
    ])
    func `has no tile where there is none`(_ zoom: Int, _ column: Int, _ row: Int) throws {
        try write(["format": "png"])
        #expect(try TileFile(path: folder.path).tile(zoom: zoom, column: column, row: row) == nil)
    }

    @Test func `leaves out what is too large to be a tile`() throws {
        let most = [UInt8](repeating: 7, count: TileFile.mostBytes)
        try write(["format": "png"], [(1, 0, 0, most), (1, 1, 0, most + [7])])
        let file = try TileFile(path: folder.path)
        #expect(try file.tile(zoom: 1, column: 0, row: 1)?.count == TileFile.mostBytes)
        #expect(try file.tile(zoom: 1, column: 1, row: 1) == nil)
    }

    @Test func `reads what the file says of itself, as text`() throws {
        try write([
            "format": "jpg", "minzoom": "3", "maxzoom": "14", "bounds": "13.1, 52.3,13.8,52.7",
            "attribution": "<a href=\"x\" onclick='y'>&copy; OpenStreetMap contributors</a>",
        ])
        let about = try TileFile(path: folder.path).about
        #expect(about.mediaType == "image/jpeg")
        #expect(about.attribution == "© OpenStreetMap contributors")
        #expect(about.minZoom == 3 && about.maxZoom == 14)
        #expect(about.bounds == [13.1, 52.3, 13.8, 52.7])
    }

    @Test(arguments: ["", "1,2,3", "a,b,c,d", "5,0,1,1", "nan,0,1,1", "-999,0,1,1", "1,2,3,4,5"])
    func `passes over bounds that are none`(_ bounds: String) throws {
        try write(["format": "webp", "bounds": bounds, "minzoom": "99", "maxzoom": "-5"])
        let about = try TileFile(path: folder.path).about
        #expect(about.bounds == nil && about.minZoom == 22 && about.maxZoom == 22)
    }

    @Test(
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47], "image/png"), ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"),
            ([0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50], "image/webp"),
        ] as [([UInt8], String)]
    )
    func `looks at the first picture where the format isn't named`(_ head: [UInt8], _ type: String) throws {
        try write([:], [(0, 0, 0, head)])
        #expect(try TileFile(path: folder.path).about.mediaType == type)
    }

    @Test func `says what a file is that has no pictures for the page, and what to do`() throws {
        #expect(problem?.description == "\(folder.path): no such file")
        folder.bytes = Array("no database at all, but long enough to be read as one".utf8)
        #expect(
            problem?.description
                == "\(folder.path): can't be read as MBTiles: file is not a database; copy or make it anew"
        )
        folder.bytes = []
        let none = "is no MBTiles, or an empty one; make one with QGIS, or gdal_translate -of MBTiles"
        #expect(problem?.description == "\(folder.path): \(none)")
        try write([:], [])
        #expect(problem?.description == "\(folder.path): \(none)")
    }

    @Test func `says that vector tiles are not for this page`() throws {
        try write(["format": "pbf"])
        let problem = try #require(problem?.description)
        #expect(
            problem.hasSuffix(
                "has vector tiles (pbf), which the page can't draw; make raster tiles of them, as with QGIS"
            )
        )
    }

    @Test func `knows vector tiles by the first of them, and names other formats`() throws {
        try write([:], [(0, 0, 0, [0x1F, 0x8B, 8])])
        #expect(problem == .wrongFormat(path: folder.path, format: "pbf"))
        try DatabaseQueue(path: folder.path).write { db in
            try db.execute(sql: "INSERT INTO metadata VALUES ('format', 'tiff' || char(27))")
        }
        #expect(
            problem?.description.hasSuffix("has tiles in \"tiff\\u{1B}\"; the page shows png, jpg and webp")
                == true
        )
    }

    @Test func `a file that is damaged in its midst fails where it is read`() throws {
        let tiles = (0..<64).map { (6, $0, 0, [UInt8](repeating: UInt8($0), count: 3000)) }
        try write(["format": "png"], tiles)
        var bytes = folder.bytes
        for index in bytes.indices.dropFirst(3 * 4096) { bytes[index] = 0xA5 }
        folder.bytes = bytes
        let file = try TileFile(path: folder.path)
        #expect(throws: TileFile.Problem.self) { try file.tile(zoom: 6, column: 60, row: 63) }
        #expect(file.isFirstFailure && !file.isFirstFailure)
    }

    @Test func `changes nothing in the file, and beside it`() throws {
        try write(["format": "png"])
        let bytes = folder.bytes
        let file = try TileFile(path: folder.path)
        _ = try file.tile(zoom: 0, column: 0, row: 0)
        #expect(folder.bytes == bytes)
        #expect(folder.names == ["agent.sqlite"])
    }
}
