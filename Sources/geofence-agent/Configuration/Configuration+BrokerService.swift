import MQTT

/// Warnings of what the service behind the broker's name is known not to take.
extension Configuration {
    func checkService(_ object: ObjectReader<Key>, sources: [ValueReader]) {
        guard let service = mqtt.addresses.lazy.compactMap(BrokerService.init).first else { return }
        if let most = service.clientIdBytes, mqtt.clientId.utf8.count > most {
            let key = object[.mqtt]?.member(MQTTSettings.Key.clientId)
            key?.warn("has \(mqtt.clientId.utf8.count) bytes, and \(service.name) takes \(most) at most")
        }
        if let most = service.keepAlive, mqtt.keepAlive > most {
            let key = object[.mqtt]?.member(MQTTSettings.Key.keepAlive)
            key?.warn("is above \(most) s, which \(service.name) takes at most")
        }
        if let most = service.levels { checkLevels(most, service, object, sources) }
    }

    private func checkLevels(
        _ most: Int,
        _ service: BrokerService,
        _ object: ObjectReader<Key>,
        _ sources: [ValueReader]
    ) {
        let own = Self.levels(topics.base) + BrokerService.levelsBehindBase
        if own > most {
            let key = object[.topics]?.member(TopicSettings.Key.base)
            key?.warn(
                "leads to topics of \(own) levels, and \(service.name) takes \(most) at most; shorten it"
            )
        }
        for key in sources {
            let levels = Self.levels(key.node.text ?? "")
            guard levels > most else { continue }
            key.warn(
                "has \(levels) levels, and \(service.name) takes \(most) at most: no message comes there"
            )
        }
    }

    private static func levels(_ topic: String) -> Int { topic.utf8.count { $0 == UInt8(ascii: "/") } + 1 }
}
