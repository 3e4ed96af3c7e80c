import CMapPage

/// A file of the page, or of Leaflet.
struct MapFile {
    var mediaType: String
    var bytes: [UInt8]
    /// The same for those who take gzip; nil: there is none.
    var packed: [UInt8]?
    /// Tells one version of the file from another.
    let tag: String

    init(_ mediaType: String, _ bytes: [UInt8], packed: [UInt8]? = nil) {
        (self.mediaType, self.bytes, self.packed) = (mediaType, bytes, packed)
        tag = "\"\(Fingerprint.fnv1a(bytes))\""
    }

    /// The page's own, by their paths.
    static let own: [String: MapFile] = {
        var files: [String: MapFile] = [:]
        var count = 0
        guard let list = map_page_files(&count) else { return files }
        for file in UnsafeBufferPointer(start: list, count: count) {
            let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.length))
            files["/" + String(cString: file.name)] = MapFile(String(cString: file.type), bytes)
        }
        files["/"] = files.removeValue(forKey: "/index.html")
        return files
    }()

    /// Those of Leaflet that the page needs, by their paths, as far as they are in a folder.
    static func leaflet(in folder: String) -> [String: MapFile] {
        let script = "text/javascript; charset=utf-8"
        let names = [
            ("leaflet.min.js", script), ("leaflet.js", script), ("leaflet.css", "text/css; charset=utf-8"),
            ("images/layers.png", "image/png"), ("images/layers-2x.png", "image/png"),
            ("images/marker-icon.png", "image/png"), ("images/marker-icon-2x.png", "image/png"),
            ("images/marker-shadow.png", "image/png"),
        ]
        var files: [String: MapFile] = [:]
        for (name, type) in names {
            guard let bytes = contents("\(folder)/\(name)") else { continue }
            files["/leaflet/\(name)"] = MapFile(type, bytes, packed: contents("\(folder)/\(name).gz"))
        }
        return files
    }

    private static func contents(_ path: String) -> [UInt8]? {
        try? FileContents(path: path, upTo: 4 << 20).bytes
    }
}
