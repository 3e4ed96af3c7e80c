import Foundation
import GRDB
import Synchronization

/// Pictures of a map in a file: raster MBTiles, which is read only, by a connection of its own.
///
/// Source: MBTiles 1.3. Rows are counted from the south there, and from the north in addresses.
final class TileFile: Sendable {
    /// Why a file has no pictures that a page can show.
    enum Problem: Error, Hashable, CustomStringConvertible {
        case missing(path: String)
        /// The disk, or the file's contents.
        case unreadable(path: String, reason: String)
        /// Another database.
        case none(path: String)
        /// Pictures of another kind, as metadata or the first of them says.
        case wrongFormat(path: String, format: String)

        var description: String {
            switch self {
            case .missing(let path): "\(path): no such file"
            case .unreadable(let path, let reason):
                "\(path): can't be read as MBTiles: \(reason); copy or make it anew"
            case .none(let path):
                "\(path): is no MBTiles, or an empty one; make one with QGIS, or gdal_translate -of MBTiles"
            case .wrongFormat(let path, "pbf"):
                "\(path): has vector tiles (pbf), which the page can't draw; make raster tiles of them, as with QGIS"
            case .wrongFormat(let path, let format):
                "\(path): has tiles in \"\(format)\"; the page shows png, jpg and webp"
            }
        }
    }

    /// What the file says of itself.
    struct About: Hashable, Sendable {
        var mediaType = ""
        /// Plain text; empty where there is none.
        var attribution = ""
        var minZoom = 0
        /// The largest zoom that there are pictures of.
        var maxZoom = TileFile.mostZoom
        /// West, south, east and north in degrees; nil where it is not said.
        var bounds: [Double]?
    }

    /// The largest zoom of the page.
    static let mostZoom = 22
    /// Bytes of a picture at most.
    static let mostBytes = 1 << 20

    let about: About
    private let path: String
    private let queue: DatabaseQueue
    private let hasFailed = Atomic(false)

    /// Whether this is asked for the first time; what fails once fails often.
    var isFirstFailure: Bool { !hasFailed.exchange(true, ordering: .relaxed) }

    init(path: String) throws(Problem) {
        self.path = path
        guard FileContents.exists(path) else { throw .missing(path: path) }
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(1)
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            about = try queue.read { db in try Self.about(db, path) }
        } catch {
            throw Self.problem(error, path)
        }
    }

    private static func problem(_ error: any Error, _ path: String) -> Problem {
        if let error = error as? Problem { return error }
        let message = (error as? DatabaseError).map { $0.message ?? "\($0.resultCode)" } ?? "\(error)"
        return .unreadable(path: path, reason: message)
    }

    /// A picture; nil where there is none, or one that is too large to be one.
    ///
    /// - Throws: where the disk or the file fails.
    func tile(zoom: Int, column: Int, row: Int) throws(Problem) -> [UInt8]? {
        guard (0...Self.mostZoom).contains(zoom), (0..<1 << zoom).contains(column),
            (0..<1 << zoom).contains(row)
        else { return nil }
        let sql = """
            SELECT tile_data FROM tiles
            WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? AND length(tile_data) <= ? LIMIT 1
            """
        do {
            return try queue.read { db in
                let flipped = (1 << zoom) - 1 - row
                let data = try Data.fetchOne(
                    db,
                    sql: sql,
                    arguments: [zoom, column, flipped, Self.mostBytes]
                )
                return data.map { [UInt8]($0) }
            }
        } catch {
            throw Self.problem(error, path)
        }
    }
}

// MARK: - What the file says of itself

extension TileFile {
    private static func about(_ db: Database, _ path: String) throws -> About {
        for table in ["tiles", "metadata"] where try !(db.tableExists(table) || db.viewExists(table)) {
            throw Problem.none(path: path)
        }
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT name, substr(value, 1, 1024) FROM metadata WHERE length(name) < 32 LIMIT 100"
        )
        var values: [String: String] = [:]
        for row in rows {
            if let name = String.fromDatabaseValue(row[0]) { values[name] = String.fromDatabaseValue(row[1]) }
        }
        guard let format = try values["format"] ?? format(db) else { throw Problem.none(path: path) }
        let types = ["png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp"]
        guard let type = types[format.lowercased()] else {
            throw Problem.wrongFormat(path: path, format: String(format.prefix(32)).printable)
        }
        return About(type, values)
    }

    /// The format of the first picture, where metadata of older versions don't name it.
    private static func format(_ db: Database) throws -> String? {
        let sql = "SELECT substr(tile_data, 1, 12) FROM tiles LIMIT 1"
        guard let head = try Data.fetchOne(db, sql: sql).map({ [UInt8]($0) }) else { return nil }
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "png" }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpg" }
        if head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "WEBP".utf8) { return "webp" }
        return head.starts(with: [0x1F, 0x8B]) ? "pbf" : "?"
    }
}

extension TileFile.About {
    fileprivate init(_ mediaType: String, _ values: [String: String]) {
        self.mediaType = mediaType
        attribution = Self.plain(values["attribution"] ?? "")
        minZoom = Self.zoom(values["minzoom"]) ?? 0
        maxZoom = max(minZoom, Self.zoom(values["maxzoom"]) ?? TileFile.mostZoom)
        bounds = values["bounds"].flatMap(Self.bounds)
    }

    private static func zoom(_ text: String?) -> Int? {
        text.flatMap { Int($0) }.map { min(TileFile.mostZoom, max(0, $0)) }
    }

    private static func bounds(_ text: String) -> [Double]? {
        let sides = text.split(separator: ",", maxSplits: 4).map { part in
            Double(part.drop { $0 == " " }) ?? .nan
        }
        guard sides.count == 4, sides[0] < sides[2], sides[1] < sides[3],
            sides.allSatisfy({ abs($0) <= 180 })
        else { return nil }
        return sides
    }

    /// A text without what is HTML in it.
    private static func plain(_ text: String) -> String {
        var (plain, isTag) = ("", false)
        for character in text {
            switch character {
            case "<": isTag = true
            case ">" where isTag: isTag = false
            default: if !isTag { plain.append(character) }
            }
        }
        return String(plain.replacing("&copy;", with: "©").replacing("&amp;", with: "&").prefix(256))
    }
}
