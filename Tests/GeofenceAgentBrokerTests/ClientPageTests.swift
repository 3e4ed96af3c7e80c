import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// The clients of `docs/app.md`, run; the one in JavaScript is run by `scripts/try-map`.
    @Suite struct ClientPageTests {
        private let site: Site

        init() throws { site = try Site() }

        /// The lines of the blocks of a language on the page, and of the blocks behind them.
        private static func blocks(_ language: String) throws -> [(own: [String], next: [String])] {
            let page = URL(filePath: #filePath).appending(path: "../../../docs/app.md").standardized
            let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n```")
            // Every other part is a block, with its language in front.
            let blocks = stride(from: 1, to: parts.count, by: 2).map {
                parts[$0].components(separatedBy: "\n")
            }
            return zip(blocks, blocks.dropFirst() + [[]]).filter { $0.0.first == language }
                .map { (Array($0.dropFirst()), Array($1.dropFirst())) }
        }

        @Test func `the one in Python prints what the page says`() throws {
            let block = try #require(try Self.blocks("python").first)
            let (agent, client) = try site.start()
            let script = block.own.joined(separator: "\n").replacing(
                #"Agent("localhost", 1883)"#,
                with: #"Agent("localhost", \#(site.broker.port))"#
            )
            let (process, output) = (Process(), Pipe())
            process.executableURL = URL(filePath: "/usr/bin/python3")
            process.arguments = [try site.write(script, to: "client.py")]
            process.standardOutput = output
            try process.runWithAllSignals()
            try client.message("geofence/request/query/contains")
            for (second, latitude) in [(0, 52.6), (60, 52.52)] {
                let place = #""lat":\#(latitude),"lon":13.405,"acc":5,"tst":\#(1_760_000_000 + second)"#
                try client.publish("fleet/courier-7/location", "{\(place)}")
            }
            let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(process.awaitEnd() == 0)
            #expect(said == block.next.joined(separator: "\n") + "\n")
            #expect(agent.stop() == 0)
        }

        @Test func `the one in Swift is answered, and told why it is not`() async throws {
            let port = SilentServer(.refuses).port
            let (agent, _) = try site.start(more: #", "http": { "port": \#(port), "map": true }"#)
            let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
            let client = GeofenceClient(url: url)
            let place = Place(latitude: 52.5, longitude: 13.4)
            let there: FencesThere = try await client.ask("query/contains", place)
            #expect(there.fences.map(\.id) == ["depot"] && there.fences.map(\.distance) == [-150])
            let refusal = await #expect(throws: GeofenceClient.Refusal.self) {
                let _: FencesThere = try await client.ask("query/contains", ["latitude": 91, "longitude": 0])
            }
            #expect(refusal?.reason.contains("latitude") == true)
            #expect(agent.stop() == 0)
        }

        @Test func `the one in Swift is what the page shows`() throws {
            let block = try #require(try Self.blocks("swift").first)
            let file = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "Support/GeofenceClient.swift")
            let source = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
            #expect(block.own == source.dropLast())
        }
    }
}
