extension ValueReader {
    /// Reads a `map`: whether there is one, or how it is; nil: none.
    func map() -> MapSettings? {
        let map: MapSettings? =
            switch node.value {
            case .bool(let isOn): isOn ? MapSettings() : nil
            case .object: object(MapSettings.Key.self).map(MapSettings.init(reading:))
            default: wrongKind("true, false, or an object such as { \"viewers\": 4 }")
            }
        if let map, !map.hasLeaflet {
            warn(
                "\(map.leaflet) has no Leaflet, so the map is a plain drawing; apt-get install libjs-leaflet"
            )
        }
        return map
    }
}

extension MapSettings {
    /// Whether the folder of Leaflet has what the page needs of it.
    var hasLeaflet: Bool {
        FileContents.exists("\(leaflet)/leaflet.css")
            && ["leaflet.min.js", "leaflet.js"].contains { FileContents.exists("\(leaflet)/\($0)") }
    }

    fileprivate init(reading object: ObjectReader<Key>) {
        leaflet = object[.leaflet].flatMap { value in value.text().map(value.reading.resolve) } ?? leaflet
        edit = object[.edit]?.flag() ?? edit
        tiles = object[.tiles].flatMap(Tiles.init(reading:))
        start = object[.start].flatMap(Start.init(reading:))
        viewers = object[.viewers]?.integer(1...64, "viewers") ?? viewers
        every = object[.every]?.number(NumberRange(lower: 0.1, upper: 60, unit: "seconds")) ?? every
        let radii = NumberRange(lower: 10, upper: 1_000_000, unit: "metres")
        maxRadius = object[.maxRadius]?.number(radii) ?? maxRadius
        zones = object[.zones]?.flag() ?? zones
        fleet = object[.fleet]?.flag() ?? fleet
        units = object[.units]?.choice(Units.self) ?? units
        frameAncestors = object[.frameAncestors]?.list()?.compactMap { $0.origin() } ?? frameAncestors
    }
}

extension MapSettings.Tiles {
    fileprivate init?(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return nil }
        if let file = object[.file] {
            self.init(url: Self.ownURL, file: file.text().map(file.reading.resolve))
            object[.url]?.report("stands beside \"file\"; leave one of them")
            attribution = object[.attribution]?.text().map { String($0.prefix(256)) }
            maxZoom = object[.maxZoom]?.integer(1...22)
            return
        }
        let key = object.required(
            .url,
            "such as https://tiles.example.org/{z}/{x}/{y}.png; or name a \"file\""
        )
        let thanks = object.required(.attribution, "say whose map it is, such as \"© OpenStreetMap\"")
        let found = key?.tileURL()
        let text = thanks?.text()
        let zoom = object[.maxZoom]?.integer(1...22)
        guard let found, let text else { return nil }
        self.init(url: found.url, origin: found.origin, attribution: String(text.prefix(256)))
        maxZoom = zoom
    }
}

extension MapSettings.Start {
    fileprivate init?(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return nil }
        let north = NumberRange(lower: -90, upper: 90, unit: "degrees")
        let east = NumberRange(lower: -180, upper: 180, unit: "degrees")
        let hint = "name the middle of the map in degrees"
        latitude = object.required(.latitude, hint)?.number(north) ?? latitude
        longitude = object.required(.longitude, hint)?.number(east) ?? longitude
        zoom = object[.zoom]?.integer(1...22) ?? zoom
    }
}

extension ValueReader {
    /// The URL of tiles, and its origin, which the page's policy names.
    fileprivate func tileURL() -> (url: String, origin: String)? {
        guard let text = text() else { return nil }
        guard ["{z}", "{x}", "{y}"].allSatisfy(text.contains), !text.contains("{s}") else {
            return refuse("must have {z}, {x} and {y} in it, and no {s}")
        }
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        let origin = parts.prefix(3).joined(separator: "/")
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x27 }
        guard parts.count == 4, Origin.isOne(origin), isPlain else {
            return refuse("is no URL of tiles, such as https://tiles.example.org/{z}/{x}/{y}.png")
        }
        return (text, origin)
    }

    /// An origin as browsers name it.
    func origin() -> String? {
        guard let text = text() else { return nil }
        return Origin.isOne(text)
            ? text
            : refuse("\"\(text)\" is no origin; write scheme and name alone, as https://map.example.org")
    }

    /// The name of a host, as requests have it.
    func hostName() -> String? {
        guard let text = text() else { return nil }
        return Origin.isHost(text.utf8)
            ? text.lowercased() : refuse("\"\(text)\" is no name; write it without scheme and port")
    }
}

/// Where a page comes from: scheme, host and port.
enum Origin {
    /// Whether a text is one: `https://map.example.org`, `http://box:8080`.
    static func isOne(_ text: String) -> Bool {
        for scheme in ["http://", "https://"] where text.hasPrefix(scheme) {
            let rest = text.dropFirst(scheme.count)
            let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let hasPort = parts.count == 1 || UInt16(parts[1]).map { $0 > 0 } == true
            return hasPort && isHost(parts[0].utf8)
        }
        return false
    }

    /// Whether bytes are a host's name: letters, digits, hyphens and dots.
    static func isHost(_ bytes: some Collection<UInt8>) -> Bool {
        guard (1...253).contains(bytes.count) else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."): true
            default: false
            }
        }
    }
}
