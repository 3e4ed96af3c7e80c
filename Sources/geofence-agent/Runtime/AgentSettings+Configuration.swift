import GeofenceCore

extension AgentSettings {
    /// Makes the agent's part of a configuration.
    init(_ configuration: Configuration) {
        self.init(
            topics: Topics(
                base: configuration.topics.base,
                shard: configuration.shard?.name,
                standby: configuration.standby?.id
            ),
            shard: configuration.shard,
            standby: configuration.standby,
            eventExpiry: configuration.topics.eventExpiry,
            sources: configuration.sources.map { source in
                Source(
                    template: source.topic,
                    decoder: PayloadDecoder(source),
                    filter: source.filter,
                    rest: source.rest
                )
            },
            configured: ConfiguredFences(configuration.fences),
            stream: configuration.stream,
            deviceFilters: configuration.filters,
            additions: configuration.additions,
            places: configuration.places,
            reportAllUpTo: configuration.status.allUpTo,
            occupantsLimit: configuration.status.occupants,
            deviceEvery: Seconds.milliseconds(configuration.status.deviceEvery),
            limits: configuration.limits,
            forgetAfter: configuration.forgetAfter,
            rules: configuration.rules,
            timeZones: configuration.timeZones,
            requests: configuration.requests,
            homeAssistant: configuration.homeAssistant,
            mapURL: configuration.http?.mapURL,
            owntracks: configuration.owntracks,
            pois: configuration.pois,
            itineraries: configuration.ownItineraries,
            routing: configuration.routing,
            geocoding: configuration.geocoding,
            history: configuration.history,
            historyPath: configuration.history.map { _ in configuration.store.path }
        )
    }
}

extension Configuration {
    /// The itineraries of this agent's devices; those of no device are the collector's.
    fileprivate var ownItineraries: [Itinerary] {
        guard let shard else { return itineraries }
        return itineraries.filter { $0.device.map(shard.owns) ?? shard.isCollector }
    }
}

extension PayloadDecoder {
    /// A decoder for a source's payloads.
    convenience init(_ source: Source) {
        let pointer: JSONPointer? =
            if case .payload(let pointer) = source.topic.device { pointer } else { nil }
        self.init(format: source.format, devicePointer: pointer, keys: source.keys)
    }
}
