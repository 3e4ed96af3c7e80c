import GeofenceCore

extension Configuration {
    /// The keys of the file.
    enum Key: String, ConfigurationKey {
        case schema = "$schema"
        case include
        case mqtt, topics, sources, filters, devices, eventProperties, rules, visits, zones, fences,
            fenceFiles, requests,
            status,
            homeAssistant, owntracks, pois, itineraries, routing, limits, forgetAfter, store, history, http,
            geocoding, log, shard, standby

        static let refused = Dictionary(
            uniqueKeysWithValues: Rules.Key.names.map { ($0, "belongs into \"rules\"; move it there") }
        )
    }

    /// Reads the whole file; what is wrong is reported, and nothing is checked in vain that rests on it.
    ///
    /// `hash` is the fingerprint of the file's bytes; the file `elsewhere` is not looked at where
    /// `fenceFiles` names it.
    init?(reading value: ValueReader, hash: String, except elsewhere: String?) {
        guard let object = value.object(Key.self) else { return nil }
        _ = object[.schema]?.text()
        let broker = object.required(.mqtt, Self.brokerHint)
        mqtt = broker.map(MQTTSettings.init(reading:)) ?? MQTTSettings(host: "")
        topics = object[.topics].map(TopicSettings.init(reading:)) ?? topics
        sources = []
        self.hash = hash
        timeZones = value.reading.timeZones.files
        store = StoreSettings(reading: object[.store], in: value.reading)
        rules = object[.rules].map(Rules().overridden(by:)) ?? rules
        stream = object[.rules].map(StreamRules.init(reading:)) ?? stream
        status = object[.status].map(StatusSettings.init(reading:)) ?? status
        requests = object[.requests].map(RequestSettings.init(reading:)) ?? requests
        history = object[.history].map(HistorySettings.init(reading:))
        places = PlaceSettings(visits: object[.visits], zones: object[.zones], historyDays: history?.days)
        http = object[.http].map(HTTPSettings.init(reading:))
        geocoding = object[.geocoding].flatMap(GeocodingSettings.init(reading:))
        homeAssistant = object[.homeAssistant].map(HomeAssistantSettings.init(reading:)) ?? homeAssistant
        owntracks = object[.owntracks].map(OwnTracksSettings.init(reading:)) ?? owntracks
        limits = object[.limits].map(LimitSettings.init(reading:)) ?? limits
        forgetAfter = object[.forgetAfter]?.integer(1...36500, "days")
        log = object[.log].map(LogSettings.init(reading:)) ?? log
        additions.deviceNames = object[.devices].map(DeviceNames.read) ?? [:]
        additions.properties = object[.eventProperties]?.propertyNames() ?? []
        let included = IncludedFiles(object[.include], root: value.reading.file, hash: hash)
        self.hash = included.hash
        let parts = [ConfigurationPart(object)] + included.parts
        if parts.allSatisfy({ $0.sources == nil }) { object.reportMissing(.sources, Self.sourceHint) }
        readSources(parts.compactMap(\.sources))
        let topicKeys = parts.compactMap(\.sources).flatMap(\.elements).compactMap {
            $0.member(Source.Key.topic)
        }
        checkService(object, sources: topicKeys)
        readFences(parts.compactMap(\.fences))
        let files = parts.compactMap(\.fenceFiles)
        readFenceFiles(files, except: elsewhere)
        // The agent has them so: where this list did not, each fence would be in memory twice.
        fences.shareTerms()
        checkHome(object[.homeAssistant], files: files.first, except: elsewhere)
        readPoints(object[.pois], besides: parts.compactMap(\.pointFiles))
        routing = object[.routing].map(RoutingSettings.init(reading:)) ?? routing
        if pois?.settings.travel != nil, routing.router == nil {
            object[.pois]?.report("travel needs a router; name one in routing.url, or leave it out")
        }
        readItineraries(object[.itineraries])
        readFilters(object)
        readShard(object)
        readStandby(object)
    }

    /// What to do where no broker is named.
    static let brokerHint = "name the broker, such as { \"host\": \"localhost\" }"

    private static let sourceHint = "name at least one, such as { \"topic\": \"fleet/{device}/location\" }"

    /// Reads the lists of all files.
    private mutating func readSources(_ lists: [ValueReader]) {
        let list = lists.compactMap { $0.list() }.joined()
        guard let key = lists.last else { return }
        if list.isEmpty, lists.allSatisfy({ $0.isList }) {
            key.report("must not be empty; \(Self.sourceHint)")
        }
        var earlier: [(path: String, source: Source)] = []
        var keys: [ValueReader] = []
        var patterns = PatternTree()
        let own = topics.ownTopics + homeAssistant.ownTopics
        if list.count > Source.most {
            key.report(
                "has \(list.count) entries, and at most \(Source.most) are read; let + stand for devices"
            )
        }
        for value in list.prefix(Source.most) {
            guard let source = Source(reading: value) else { continue }
            let key = value.member(Source.Key.topic) ?? value
            checkLoop(source, key, own)
            if let other = patterns.firstOverlapping(source.topic.pattern) {
                reportOverlap(source, key, earlier[other])
            }
            earlier.append((value.path(in: lists.first?.reading), source))
            keys.append(key)
            patterns.add(source.topic.pattern)
        }
        sources = earlier.map(\.source)
        checkPhoneTopics(keys, patterns)
    }

    private func checkLoop(_ source: Source, _ key: ValueReader, _ own: [TopicPattern]) {
        let pattern = source.topic.pattern
        guard let own = own.first(where: pattern.overlaps) else { return }
        key.report(
            "\(pattern.filter) takes topics of the agent's own (\(own.filter)), a loop; make it narrower, or set \(own.filter.hasPrefix(topics.base + "/") ? "topics.base" : "homeAssistant.prefix") to something else"
        )
    }

    private func reportOverlap(
        _ source: Source,
        _ key: ValueReader,
        _ earlier: (path: String, source: Source)
    ) {
        key.report(
            "\(source.topic.filter) takes topics that \(earlier.path) takes too (\(earlier.source.topic.filter)), whose messages would come twice; let them differ in a fixed level, or remove one"
        )
    }

    private mutating func readFences(_ lists: [ValueReader]) {
        let list = Array(lists.compactMap { $0.list() }.joined())
        fences = list.compactMap { Fence(reading: $0, rules: rules) }
        var firsts: [[UInt8]: String] = [:]
        for value in list {
            guard let key = value.member(Fence.Key.id), let id = key.node.text else { continue }
            if let first = firsts[Array(id.utf8)] {
                key.report("\"\(id)\" is the id of \(first) too; give each fence its own")
            } else {
                firsts[Array(id.utf8)] = value.path(in: lists.first?.reading)
            }
        }
        checkGroups(list, firsts)
    }

    /// A group's events go to topics like a fence's: no group may be called like a fence.
    private func checkGroups(_ fences: [ValueReader], _ firsts: [[UInt8]: String]) {
        for value in fences {
            for group in value.member(Fence.Key.groups)?.elements ?? [] {
                guard let name = group.node.text, let fence = firsts[Array(name.utf8)] else { continue }
                group.report(
                    "\"\(name)\" is the id of \(fence), whose events would look the same; call the group something else"
                )
            }
        }
    }
}
