import ArgumentParser
import GeofenceCore
import MQTT

/// `geofence-agent simulate`: a recorded track, published as the devices would.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Publishes recorded tracks to the broker as the devices would.",
        discussion: """
            Tracks are those that `replay` reads. Each entry becomes a JSON message with lat, lon, acc, alt, speed, ssid, bssid \
            and timestamp on the topic of its device: that of the first source of the configuration with the format auto and \
            a level {device}, or the one given by --topic.

            Entries follow each other as they were recorded, --speed times as fast. They keep their times; with --now they \
            are stamped as they are sent.

            Exits 0; 65 where a line of a track can't be used; 69 without a broker, or where it refuses; 78 where the configuration has errors, \
            or no topic can be found.
            """
    )

    @OptionGroup var connection: ConnectionOptions

    @Option(
        help: ArgumentHelp(
            "How many times as fast as recorded; 0: as fast as the broker takes it.",
            valueName: "factor"
        )
    )
    var speed = 1.0

    @Option(
        help: ArgumentHelp("The topic to publish on, such as fleet/{device}/location.", valueName: "topic")
    )
    var topic: String?

    @Flag(help: "Stamp each message with the time at which it is sent.")
    var now = false

    @Argument(help: ArgumentHelp("Recorded tracks; - is JSON lines on standard input.", valueName: "track"))
    var tracks: [String]

    func validate() throws {
        guard speed >= 0, speed.isFinite else {
            throw ValidationError("--speed is 0 or more, such as 10 for ten times as fast.")
        }
    }

    func run() throws {
        let (mqtt, _) = try connection.address.resolve()
        guard let topic = try topic ?? sourceTopic() else {
            StandardError.print(
                "no source of the format auto has a level {device}; name the topic by --topic, such as fleet/{device}/location"
            )
            throw ExitStatus.configuration.exitCode
        }
        var merge = TrackMerge(tracks.map { TrackStream(file: $0) })
        do throws(MQTTFailure) {
            try publish(&merge, on: topic, BrokerClient(mqtt))
        } catch {
            StandardError.print("\(error)")
            throw ExitStatus.noBroker.exitCode
        }
        guard merge.problemCount == 0 else { throw ExitStatus.inputData.exitCode }
    }

    private func sourceTopic() throws -> String? {
        guard let file = connection.config else { return nil }
        guard let configuration = Configuration.loadOrReport(file, files: []) else {
            throw ExitStatus.configuration.exitCode
        }
        return configuration.sources.lazy.filter { $0.format == .auto }.compactMap(\.topic.singleDevice).first
    }

    private func publish(
        _ entries: inout TrackMerge,
        on topic: String,
        _ broker: BrokerClient
    ) throws(MQTTFailure) {
        var last: Timestamp?
        try entries.forEachWithProgress { entry throws(MQTTFailure) in
            let time = entry.observation.time
            if let last, speed > 0 {
                let pause = Double(time.millisecondsSince(last)) / speed
                if pause >= 1 { try broker.pause(milliseconds: Int64(min(pause, 1e12))) }
            }
            last = max(last ?? time, time)
            let stamp = now ? Clock.now : time
            try broker.publish(
                topic.replacing("{device}", with: entry.device.description),
                SimulatedMessage.payload(entry.observation, at: stamp)
            )
        }
        try broker.flush()
        broker.close()
    }
}

/// What a device would send.
enum SimulatedMessage {
    /// An observation in the names that the format auto knows; speed goes as `vel`, in km/h.
    static func payload(_ observation: Observation, at time: Timestamp) -> [UInt8] {
        JSONWriter.object { json in
            if let fix = observation.fix {
                json.member("lat", fix.coordinate.latitude)
                json.member("lon", fix.coordinate.longitude)
                if let accuracy = fix.accuracy { json.member("acc", accuracy) }
                if let altitude = fix.altitude { json.member("alt", altitude) }
                if let speed = fix.speed { json.member("vel", speed) }
            }
            switch observation.wifi {
            case nil: break
            case .disconnected: json.member("ssid", "")
            case .connected(let ssid, let bssid):
                if let ssid { json.member("ssid", ssid) }
                if let bssid { json.member("bssid", bssid) }
            }
            json.member("timestamp", time)
        }
    }
}

extension TopicTemplate {
    /// The topic with `{device}` in the place of the one level that is open; nil where there are others, or
    /// the device is elsewhere.
    fileprivate var singleDevice: String? {
        guard case .level(let level) = device else { return nil }
        var levels = pattern.filter.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard levels.count(where: { $0 == "+" }) == 1, levels[level] == "+" else { return nil }
        levels[level] = "{device}"
        return levels.joined(separator: "/")
    }
}
