import BenchmarkSupport
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What the history holds, played again through the same fences, gives the events that there were.
@Suite struct PastReplayTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// Lines of events, by device, in an order of their own: those of one moment are kept in no other.
    private typealias Lines = [String: [String]]

    private static func fences() throws -> [Fence] {
        [
            try AgentDriver.depot("plain"),
            try AgentDriver.depot("held") {
                ($0.enterAfter, $0.exitAfter, $0.dwell, $0.wifiExpiry) = (3, 5, [4, 20], 30)
            },
            try Fence(id: Identifier("guests"), shape: nil, wifi: [.ssid("Guest"), .bssid("0a1b*")]),
        ]
    }

    /// A message such as devices send: a position, a network, or both.
    private static func payload(_ random: inout SeededGenerator, at time: Int64) -> String {
        let place = "\"lat\":\(52 + Double(Int.random(in: 0...40, using: &random)) / 10_000),\"lon\":13"
        let networks = [
            "\"ssid\":\"DepotNet\"", "\"ssid\":\"Guest\"", "\"ssid\":\"\"", "\"ssid\":\"other\"",
            "\"ssid\":\"x\",\"bssid\":\"0A:1B:00:00:00:01\"",
        ]
        let network = networks[Int.random(in: 0..<networks.count, using: &random)]
        let members = [place, network, "\(place),\(network)"][Int.random(in: 0..<3, using: &random)]
        return "{\(members),\"timestamp\":\(AgentDriver.beginning + time)}"
    }

    /// Lets two devices report, and gives the events that the store keeps of it.
    private func live(_ settings: AgentSettings, seed: UInt64) throws -> Lines {
        var random = SeededGenerator(seed: seed)
        let (driver, store) = (AgentDriver(settings), try folder.openWithHistory())
        driver.agent.useConfiguredFences(at: AgentDriver.at(0))
        var time: Int64 = 0
        for _ in 0..<300 {
            time += Int64.random(in: 1...4000, using: &random)
            let device = Bool.random(using: &random) ? "van" : "bike"
            driver.agent.advance(to: AgentDriver.at(time))
            driver.take("fleet/\(device)/location", Self.payload(&random, at: time), at: time)
            try driver.commit(to: store, history: true)
        }
        driver.agent.advance(to: AgentDriver.at(time))
        try driver.commit(to: store, history: true)
        return try kept()
    }

    private func kept() throws -> Lines {
        let reader = try HistoryReader(path: folder.path)
        var lines: Lines = [:]
        for device in try reader.devices() {
            var events: [String] = []
            try reader.events(of: device, in: HistoryRange()) { event in
                events.append(String(decoding: event.payload, as: UTF8.self))
            }
            lines["\(device.id)"] = events.sorted()
        }
        return lines
    }

    private func replayed(_ settings: AgentSettings) throws -> Lines {
        let reader = try HistoryReader(path: folder.path)
        var replay = Replay(engine: Engine(fences: settings.fences, stream: settings.stream))
        var tracks: [[TrackEntry]] = []
        for device in try reader.devices() {
            var track = PastTrack()
            try reader.positions(of: device, in: HistoryRange()) { track.add($0) }
            try reader.networks(of: device, in: HistoryRange()) { track.add($0) }
            tracks.append(track.observations.map { TrackEntry(device: device.id, observation: $0) })
        }
        for entry in TrackMerge(tracks) { replay.play(entry) }
        let lines = String(decoding: replay.finish(), as: UTF8.self).split(separator: "\n").map(String.init)
            .sorted()
        return Dictionary(grouping: lines) { line in
            (try? JSONDocument.parse(line).root.member("device")?.text) ?? ""
        }
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func `places and networks together give the same bytes`(_ seed: UInt64) throws {
        var settings = try AgentDriver.setup(fences: try Self.fences())
        settings.history = HistorySettings()
        let live = try live(settings, seed: seed)
        #expect(live.values.joined().contains { $0.contains("\"wifi\"") })
        let replayed = try replayed(settings)
        #expect(replayed.keys.sorted() == live.keys.sorted())
        for (device, lines) in live {
            let others = replayed[device] ?? []
            let first = zip(lines, others).first { $0 != $1 }
            #expect(first == nil && lines.count == others.count, "\(device): \(first.map { "\($0)" } ?? "")")
        }
    }

    @Test func `a network comes back as it was said`() throws {
        let rows = [
            HistoryNetwork(.connected(ssid: "A,\"b", bssid: "0a1b00000001"), at: AgentDriver.at(0)),
            HistoryNetwork(.disconnected, at: AgentDriver.at(1)),
            HistoryNetwork(.connected(ssid: nil, bssid: "0a1b00000001"), at: AgentDriver.at(2)),
        ]
        var batch = Batch()
        batch.history.networks = [(try Identifier("van"), rows)]
        try folder.openWithHistory().commit(batch, time: 1)
        for format in [HistoryFormat.json, .csv] {
            var writer = HistoryWriter(format)
            writer.begin(.networks)
            for row in rows { writer.add(row, try Identifier("van")) }
            var imported = HistoryImport(at: AgentDriver.at(0))
            imported.read(writer.bytes, file: format == .csv ? "a.csv" : "a.jsonl")
            #expect(imported.problems.isEmpty)
            #expect(imported.networks == [try Identifier("van"): rows], "\(format)")
        }
        let reader = try HistoryReader(path: folder.path)
        var found: [HistoryNetwork] = []
        for device in try reader.devices() {
            try reader.networks(of: device, in: HistoryRange()) { found.append($0) }
        }
        #expect(found == rows)
    }
}
