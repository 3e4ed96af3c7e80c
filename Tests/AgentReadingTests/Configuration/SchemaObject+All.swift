import GeofenceCore
@testable import geofence_agent

extension SchemaObject {
    /// Every object of the schema.
    static let all = [
        whole, mqtt, tls, topics, source, sourceFilter, filter, device, fields, restRule, sourceRest, fence,
        geometry,
        window,
        status, limits, shard, standby, requests,
        homeAssistant, owntracks,
        pois, pointFilter, pointTravel, itinerary, stop, routing, store, history, geocoding, http, log, map,
        mapTiles,
        mapStart, rules, visits,
        zones,
        deviceTimeZone,
    ]

    private static let broker = #""mqtt":{"host":"localhost"}"#
    private static let sources = #""sources":[{"topic":"a/{device}"}]"#
    private static func rest(_ part: String) -> String { "{\(broker),\(sources),\(part)}" }
    private static func fence(_ members: String) -> String { rest("\"fences\":[{\(members)}]") }
    private static func source(_ members: String) -> String { "{\(broker),\"sources\":[{\(members)}]}" }
    private static func json(_ fields: String) -> String {
        source(#""topic":"a/{device}","format":"json","fields":{\#(fields)}"#)
    }

    private static let whole = SchemaObject(
        pointer: [],
        decoder: Configuration.Key.names,
        template: rest("%"),
        templates: ["mqtt": "{\(sources),%}", "sources": "{\(broker),%}"]
    )

    private static let mqtt = SchemaObject(
        pointer: ["properties", "mqtt"],
        decoder: MQTTSettings.Key.names,
        template: #"{"mqtt":{"host":"localhost",%},\#(sources)}"#,
        templates: Dictionary(
            uniqueKeysWithValues: ["host", "hosts", "socket"].map { ($0, "{\"mqtt\":{%},\(sources)}") }
        )
    )

    private static let tls = SchemaObject(
        pointer: ["properties", "mqtt", "properties", "tls"],
        decoder: TLSSettings.Key.names,
        template: #"{"mqtt":{"host":"localhost","port":1883,"tls":{%}},\#(sources)}"#
    )

    private static let topics = SchemaObject(
        pointer: ["properties", "topics"],
        decoder: TopicSettings.Key.names,
        template: rest(#""topics":{%}"#)
    )

    private static let source = SchemaObject(
        pointer: ["properties", "sources", "items"],
        decoder: Source.Key.names,
        template: source(#""topic":"a/{device}",%"#),
        templates: ["topic": source(#""device":"x",%"#)]
    )

    private static let sourceFilter = SchemaObject(
        pointer: ["properties", "sources", "items", "properties", "filter"],
        decoder: FixFilter.Key.names,
        template: source(#""topic":"a/{device}","filter":{%}"#)
    )

    private static let filter = SchemaObject(
        pointer: ["properties", "filters", "items"],
        decoder: DeviceFilter.Key.names,
        template: rest(#""filters":[{"devices":["a"],"time":1,%}]"#),
        templates: [
            "devices": rest(#""filters":[{"time":1,%}]"#), "time": rest(#""filters":[{"devices":["a"],%}]"#),
        ]
    )

    private static let device = SchemaObject(
        pointer: ["properties", "devices", "items"],
        decoder: DeviceNames.Key.names,
        template: rest(#""devices":[{"id":"a","name":"b",%}]"#),
        templates: [
            "id": rest(#""devices":[{"name":"b",%}]"#), "name": rest(#""devices":[{"id":"a",%}]"#),
        ]
    )

    private static let fields = SchemaObject(
        pointer: ["properties", "sources", "items", "properties", "fields"],
        decoder: FieldMap.Key.names,
        template: json(#""latitude":"/a","longitude":"/b",%"#),
        templates: ["latitude": json(#""longitude":"/b",%"#), "longitude": json(#""latitude":"/a",%"#)]
    )

    private static let fence = SchemaObject(
        pointer: ["properties", "fences", "items"],
        decoder: Fence.Key.names,
        template: fence(#""id":"a","wifi":["x"],"latitude":0,"longitude":0,"radius":1,%"#),
        templates: [
            "id": fence(#""wifi":["x"],%"#),
            "latitude": fence(#""id":"a","longitude":0,"radius":1,%"#),
            "longitude": fence(#""id":"a","latitude":0,"radius":1,%"#),
            "radius": fence(#""id":"a","latitude":0,"longitude":0,%"#),
            "wifi": fence(#""id":"a","latitude":0,"longitude":0,"radius":1,%"#),
            "geometry": fence(#""id":"a",%"#),
            "width": fence(#""id":"a","geometry":{"type":"LineString","coordinates":[[0,0],[1,0]]},%"#),
            "bbox": fence(#""id":"a",%"#),
            "groups": fence(#""id":"none of the texts","wifi":["x"],%"#),
            "follows": fence(#""id":"a","radius":1,%"#),
        ],
        lists: ["bbox": ["1", "-89.9995", "2", "89.9995"]]
    )

    private static let geometry = SchemaObject(
        pointer: ["properties", "fences", "items", "properties", "geometry"],
        decoder: Shape.Key.names,
        template: fence(#""id":"a","geometry":{"coordinates":[[[0,0],[1,0],[1,1],[0,0]]],%}"#),
        templates: ["coordinates": fence(#""id":"a","geometry":{"type":"Polygon",%}"#)],
        isOpen: true
    )

    private static let window = SchemaObject(
        pointer: ["properties", "fences", "items", "properties", "schedule", "items"],
        decoder: WeeklyWindow.Key.names,
        template: fence(#""id":"a","wifi":["x"],"schedule":[{"timezone":"UTC",%}]"#),
        templates: ["timezone": fence(#""id":"a","wifi":["x"],"schedule":[{%}]"#)]
    )

    private static let limits = SchemaObject(
        pointer: ["properties", "limits"],
        decoder: LimitSettings.Key.names,
        template: rest(#""limits":{%}"#)
    )

    private static let shard = SchemaObject(
        pointer: ["properties", "shard"],
        decoder: Shard.Key.names,
        template: rest(#""shard":{"partitions":65536,%}"#),
        templates: ["partitions": rest(#""shard":{%}"#)]
    )

    private static let standby = SchemaObject(
        pointer: ["properties", "standby"],
        decoder: Standby.Key.names,
        template: rest(#""standby":{"id":"b",%}"#),
        templates: ["id": rest(#""standby":{%}"#)]
    )

    private static let status = SchemaObject(
        pointer: ["properties", "status"],
        decoder: StatusSettings.Key.names,
        template: rest(#""status":{%}"#)
    )

    private static let requests = SchemaObject(
        pointer: ["properties", "requests"],
        decoder: RequestSettings.Key.names,
        template: rest(#""requests":{%}"#)
    )

    private static let homeAssistant = SchemaObject(
        pointer: ["properties", "homeAssistant"],
        decoder: HomeAssistantSettings.Key.names,
        template: rest(#""homeAssistant":{%}"#),
        templates: ["home": rest(#""fences":[{"id":"home","wifi":["x"]}],"homeAssistant":{%}"#)]
    )

    private static let owntracks = SchemaObject(
        pointer: ["properties", "owntracks"],
        decoder: OwnTracksSettings.Key.names,
        template: rest(#""owntracks":{%}"#)
    )

    private static let pois = SchemaObject(
        pointer: ["properties", "pois"],
        decoder: PointSettings.Key.names,
        template: rest(#""routing":{"url":"http://a"},"pois":{"files":["none-*.csv"],%}"#),
        templates: ["files": rest(#""pois":{%}"#)]
    )

    private static let pointFilter = SchemaObject(
        pointer: ["properties", "pois", "properties", "filter"],
        decoder: PointSettings.Filter.Key.names,
        template: rest(#""pois":{"files":["none-*.csv"],"filter":{%}}"#)
    )

    private static let pointTravel = SchemaObject(
        pointer: ["properties", "pois", "properties", "travel"],
        decoder: PointSettings.Travel.Key.names,
        template: rest(#""routing":{"url":"http://a"},"pois":{"files":["none-*.csv"],"travel":{%}}"#)
    )

    private static let itinerary = SchemaObject(
        pointer: ["properties", "itineraries", "items"],
        decoder: Itinerary.Key.names,
        template: rest(#""itineraries":[{"id":"a","stops":[{"latitude":0,"longitude":0}],%}]"#),
        templates: [
            "id": rest(#""itineraries":[{"stops":[{"latitude":0,"longitude":0}],%}]"#),
            "stops": rest(#""itineraries":[{"id":"a",%}]"#),
        ]
    )

    private static let stop = SchemaObject(
        pointer: ["properties", "itineraries", "items", "properties", "stops", "items"],
        decoder: Stop.Key.names,
        template: rest(#""itineraries":[{"id":"a","stops":[{"latitude":0,"longitude":0,%}]}]"#),
        templates: [
            "latitude": rest(#""itineraries":[{"id":"a","stops":[{"longitude":0,%}]}]"#),
            "longitude": rest(#""itineraries":[{"id":"a","stops":[{"latitude":0,%}]}]"#),
        ]
    )

    private static let routing = SchemaObject(
        pointer: ["properties", "routing"],
        decoder: RoutingSettings.Key.names,
        template: rest(#""routing":{%}"#)
    )

    private static let store = SchemaObject(
        pointer: ["properties", "store"],
        decoder: StoreSettings.Key.names,
        template: rest(#""store":{%}"#)
    )

    private static let history = SchemaObject(
        pointer: ["properties", "history"],
        decoder: HistorySettings.Key.names,
        template: rest(#""history":{%}"#)
    )

    private static let geocoding = SchemaObject(
        pointer: ["properties", "geocoding"],
        decoder: GeocodingSettings.Key.names,
        template: rest(#""geocoding":{"url":"http://a",%}"#),
        templates: ["url": rest(#""geocoding":{%}"#)]
    )

    private static let http = SchemaObject(
        pointer: ["properties", "http"],
        decoder: HTTPSettings.Key.names,
        template: rest(#""http":{%}"#)
    )

    private static let map = SchemaObject(
        pointer: ["properties", "http", "properties", "map"],
        decoder: MapSettings.Key.names,
        template: rest(#""http":{"map":{%}}"#)
    )

    private static let mapTiles = SchemaObject(
        pointer: ["properties", "http", "properties", "map", "properties", "tiles"],
        decoder: MapSettings.Tiles.Key.names,
        template: rest(#""http":{"map":{"tiles":{"url":"http://a/{z}/{x}/{y}","attribution":"a",%}}}"#),
        templates: [
            "url": rest(#""http":{"map":{"tiles":{"attribution":"a",%}}}"#),
            "file": rest(#""http":{"map":{"tiles":{%}}}"#),
            "attribution": rest(#""http":{"map":{"tiles":{"url":"http://a/{z}/{x}/{y}",%}}}"#),
        ]
    )

    private static let mapStart = SchemaObject(
        pointer: ["properties", "http", "properties", "map", "properties", "start"],
        decoder: MapSettings.Start.Key.names,
        template: rest(#""http":{"map":{"start":{"latitude":0,"longitude":0,%}}}"#),
        templates: [
            "latitude": rest(#""http":{"map":{"start":{"longitude":0,%}}}"#),
            "longitude": rest(#""http":{"map":{"start":{"latitude":0,%}}}"#),
        ]
    )

    private static let log = SchemaObject(
        pointer: ["properties", "log"],
        decoder: LogSettings.Key.names,
        template: rest(#""log":{%}"#)
    )

    private static let visits = SchemaObject(
        pointer: ["properties", "visits"],
        decoder: PlaceSettings.VisitKey.names,
        template: rest(#""visits":{%}"#)
    )

    private static let zones = SchemaObject(
        pointer: ["properties", "zones"],
        decoder: PlaceSettings.ZoneKey.names,
        template: rest(#""zones":{%}"#)
    )

    private static let deviceTimeZone = SchemaObject(
        pointer: ["properties", "zones", "properties", "timezones", "items"],
        decoder: PlaceSettings.DeviceTimeZoneKey.names,
        template: rest(#""zones":{"timezone":"UTC","timezones":[{"devices":["a"],"timezone":"UTC",%}]}"#),
        templates: [
            "devices": rest(#""zones":{"timezones":[{"timezone":"UTC",%}]}"#),
            "timezone": rest(#""zones":{"timezones":[{"devices":["a"],%}]}"#),
        ]
    )

    /// Tried for all fences and for one; what is about devices for all alone.
    private static let rules = SchemaObject(
        pointer: ["$defs", "rules"],
        decoder: Rules.Key.names,
        template: rest(#""rules":{%},"fences":[{"id":"a","wifi":["x"],"rules":{%}}]"#),
        templates: [
            "reorder": rest(#""rules":{%}"#), "lateEvents": rest(#""rules":{%}"#),
            "maxSpeed": rest(#""rules":{%}"#), "rest": rest(#""rules":{%}"#),
        ]
    )

    private static let sourceRest = SchemaObject(
        pointer: ["properties", "sources", "items", "properties", "rest"],
        decoder: RestRule.Key.names,
        template: source(#""topic":"a/{device}","rest":{%}"#)
    )

    private static let restRule = SchemaObject(
        pointer: ["$defs", "rules", "properties", "rest"],
        decoder: RestRule.Key.names,
        template: rest(#""rules":{"rest":{%}}"#)
    )
}
