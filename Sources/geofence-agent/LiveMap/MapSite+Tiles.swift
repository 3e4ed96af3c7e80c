import Logging
import NIOCore

/// Pictures of the map, out of a file.
extension MapSite {
    /// Questions for pictures at most that have no answer.
    static let mostTileQuestions = 64
    /// Milliseconds for a picture.
    private static let tilePatience: Int64 = 5000

    /// `GET /tiles/{z}/{x}/{y}`.
    func tile(_ request: MapRequest) throws(MapAccess.Refusal) -> Outcome {
        guard let file = tileFile else {
            return .reply(.problem(404, "there are no tiles; name a file in http.map.tiles.file"))
        }
        _ = try checkRole(request)
        guard request.isRead else { return .reply(Self.wrongMethod("GET, HEAD")) }
        guard isOwnPage(request) else {
            return .reply(.problem(403, "pages of others may not show the map of this one"))
        }
        let parts = request.path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let numbers = parts.dropFirst(2).compactMap(Self.number)
        guard parts.count == 5, numbers.count == 3 else {
            return .reply(.problem(404, "a tile has a zoom, a column and a row: /tiles/3/4/2"))
        }
        let log = log
        return later(tileWorker, Self.tilePatience, "too many tiles are asked for; try again") {
            do throws(TileFile.Problem) {
                guard let bytes = try file.tile(zoom: numbers[0], column: numbers[1], row: numbers[2]) else {
                    return .problem(404, "there is no such tile")
                }
                var reply = MapReply(200, file.about.mediaType, bytes)
                reply.headers = [("Cache-Control", "private, max-age=86400")]
                return reply
            } catch {
                if file.isFirstFailure { log.warning("no tiles: \(error)") }
                return .problem(500, "the file of the tiles can't be read; the log of the agent says more")
            }
        }
    }

    /// A number of digits alone, 8 at most.
    private static func number(_ text: Substring.UTF8View) -> Int? {
        guard text.count < 9, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(Substring(text))
    }
}

extension MapSettings {
    /// The file of the pictures; nil where there is none, or none that a page can show: a warning at the
    /// start says why.
    var tileFile: TileFile? {
        guard let path = tiles?.file else { return nil }
        do throws(TileFile.Problem) {
            return try TileFile(path: path)
        } catch {
            return nil
        }
    }
}

extension MapSettings.Tiles {
    /// Why the page shows a grid in place of the pictures of the file; nil where it shows them.
    var problem: String? {
        guard let file else { return nil }
        do throws(TileFile.Problem) {
            _ = try TileFile(path: file)
            return nil
        } catch {
            return "http.map.tiles.file: \(error); the map shows a grid"
        }
    }
}
