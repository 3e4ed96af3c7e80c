import GeofenceCore
import MQTT

/// What a configuration comes to, in a few lines for a person.
struct ConfigurationSummary: CustomStringConvertible {
    private let configuration: Configuration
    private let file: String

    /// Takes a configuration and the name of its file.
    init(_ configuration: Configuration, file: String) {
        self.configuration = configuration
        self.file = file
    }

    /// The lines.
    var description: String {
        var rows = [("broker", broker), ("topics", "\(configuration.topics.base)/…")]
        if let shard = configuration.shard { rows.append(("shard", ShardMark.text(shard))) }
        if let standby = configuration.standby {
            rows.append(("standby", "\(standby.id) of a pair, takes over after \(standby.lease) s"))
        }
        rows += configuration.sources.enumerated().map { ($0 == 0 ? "sources" : "", Self.line($1)) }
        rows += [
            ("fences", Self.text(configuration.fences)),
            ("rules", configuration.rulesSummary),
            ("devices", configuration.devicesSummary),
            ("publish", configuration.publishedSummary),
            ("pois", Self.text(configuration.pois)),
            ("routes", configuration.routesSummary),
            ("home", configuration.homeSummary),
            ("store", "\(configuration.store.path), survives \(survived)"),
        ]
        if let places = configuration.places.summary { rows.append(("places", places)) }
        if let history = configuration.history { rows.append(("history", Self.line(history))) }
        if configuration.requests.allow != ["*"] {
            let allowed = configuration.requests.allow.joined(separator: ", ")
            rows.append(("requests", allowed.isEmpty ? "none" : "\(allowed) alone"))
        }
        if let geocoding = configuration.geocoding {
            rows.append(("search", "\(geocoding.kind.rawValue) at \(geocoding.url)"))
        }
        if let http = configuration.http { rows.append(("http", http.summary)) }
        rows.append(("limits", configuration.limitsSummary))
        rows.append(("log", log))
        let lines = rows.filter { !$0.1.isEmpty }.map { name, text in
            "  " + name.padded(to: 9) + text.printable
        }
        return (["\(file.printable) is valid (hash \(configuration.hash))."] + lines).joined(separator: "\n")
    }

    private var broker: String {
        let mqtt = configuration.mqtt
        let user = mqtt.username.map { ", user \($0)" } ?? ""
        let name = mqtt.hasDefaultClientId ? "\(mqtt.clientId)-… as the store has it" : mqtt.clientId
        let client = name + (configuration.standby.map { ", with -\($0.id)" } ?? "")
        let security = mqtt.tls == nil ? "" : " with TLS"
        let brokers = mqtt.addresses.map(\.description).joined(separator: ", then ")
        return
            "\(brokers), MQTT \(mqtt.protocol.rawValue)\(security), client \(client)\(user)"
    }

    private var survived: String {
        switch configuration.store.durability {
        case .process: "the end of the process"
        case .power: "a power cut"
        }
    }

    private var log: String {
        "\(configuration.log.level.rawValue) as \(configuration.log.format.rawValue)"
    }

    private static func line(_ history: HistorySettings) -> String {
        let days = history.days == 1 ? "1 day" : "\(history.days) days"
        return "\(days) of events and visits\(history.positions ? ", with positions" : "")"
    }

    private static func text(_ pois: PointsOfInterest?) -> String {
        guard let pois else { return "" }
        let regions =
            pois.settings.hasRegions ? ", with fences around the nearest \(pois.settings.regionsAround)" : ""
        let ways = pois.settings.travel == nil ? "" : ", with ways along roads"
        return "\(pois.table.count), the nearest \(pois.settings.nearest) published\(regions)\(ways)"
    }

    private static func line(_ source: Source) -> String {
        "\(source.topic.filter), \(source.format.name)\(source.keys == nil ? "" : " with keys"), device from \(source.topic.device.place)\(source.filter.map { ", filtered \($0.summary)" } ?? "")"
    }
}

extension FixFilter {
    fileprivate var summary: String {
        let parts = [
            distance.map { NumberRange.text($0) + " m" }, time.map { NumberRange.text($0) + " s" },
            accuracy.map { "accuracy " + NumberRange.text($0) + " m" },
        ]
        return "by " + parts.compactMap(\.self).joined(separator: ", ")
    }
}

extension PayloadFormat {
    fileprivate var name: String {
        switch self {
        case .auto: "auto"
        case .owntracks: "owntracks"
        case .named(let reader): reader.name
        case .statestream(let level): "statestream, value named by level \(level + 1)"
        case .json: "json"
        }
    }
}

extension DeviceTemplate {
    fileprivate var place: String {
        switch self {
        case .level(let level): "level \(level + 1)"
        case .composed(let pieces): pieces.map(\.place).joined(separator: " + ")
        case .payload(let pointer):
            "the payload at /"
                + pointer.steps.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
        }
    }
}

extension DeviceTemplate.Piece {
    fileprivate var place: String {
        switch self {
        case .level(let level): "level \(level + 1)"
        case .text(let bytes): "\"\(String(decoding: bytes, as: UTF8.self))\""
        }
    }
}
