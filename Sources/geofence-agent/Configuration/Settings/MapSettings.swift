/// The live map: what a browser may see of devices and fences, and how.
struct MapSettings: Hashable, Sendable {
    /// Whether those who show the token for it may change fences.
    var edit = false
    /// The folder of Debian's `libjs-leaflet`.
    var leaflet = "/usr/share/javascript/leaflet"
    /// Where pictures of the map come from; nil: a grid.
    var tiles: Tiles?
    /// What is shown first; nil: all there is.
    var start: Start?
    /// Most pages that look on at the same time.
    var viewers = 16
    /// Seconds between two updates of a page.
    var every = 1.0
    /// Metres up to which the page lets a radius be dragged.
    var maxRadius = 100_000.0
    /// Whether the fences that zones have become, such as homes, are shown.
    var zones = false
    /// Whether the devices of other agents are shown, and these are asked, where several share a fleet.
    var fleet = true
    var units = Units.auto
    /// Pages of other origins that may show the map in a frame.
    var frameAncestors: [String] = []

    /// Pictures by zoom, column and row.
    struct Tiles: Hashable, Sendable {
        /// With `{z}`, `{x}` and `{y}`.
        var url: String
        /// Scheme, host and port of the URL; nil: this agent's own.
        var origin: String?
        /// Whom to thank; nil: as the file says.
        var attribution: String?
        /// The largest zoom that there are pictures of; nil: as usual, or as the file says.
        var maxZoom: Int?
        /// An MBTiles file, out of which the agent answers; nil: a server has them.
        var file: String?

        /// The keys of `tiles`.
        enum Key: String, ConfigurationKey { case url, file, attribution, maxZoom }
        /// The address of pictures of a file, beside the page.
        static let ownURL = "tiles/{z}/{x}/{y}"
    }

    /// A view of the map.
    struct Start: Hashable, Sendable {
        var latitude = 0.0
        var longitude = 0.0
        var zoom = 13

        /// The keys of `start`.
        enum Key: String, ConfigurationKey { case latitude, longitude, zoom }
    }

    /// The units of distances.
    enum Units: String, Hashable, Sendable, CaseIterable {
        case auto, metric, imperial, nautical
    }

    /// The keys of `map`, where it is an object.
    enum Key: String, ConfigurationKey {
        case edit, leaflet, tiles, start, viewers, every, maxRadius, zones, fleet, units, frameAncestors
    }

    /// Everything as by default.
    init() {}
}
