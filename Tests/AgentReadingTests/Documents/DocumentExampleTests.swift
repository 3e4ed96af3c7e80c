import Foundation
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Tries the examples of README.md, SECURITY.md and the pages in `docs`.
@Suite struct DocumentExampleTests {
    private static let keys = Set(ConfigurationPageTests.topLevel)

    @Test(arguments: try DocumentPage.all)
    func `has JSON that can be read, and says what it is`(_ page: DocumentPage) throws {
        for block in page.blocks where block.language == "json" {
            let value = try? JSONSerialization.jsonObject(with: Data(block.text.utf8)) as? [String: Any]
            let object = try #require(value, "\(block) is no JSON object")
            let isConfiguration = Self.keys.isSuperset(of: object.keys)
            #expect(isConfiguration || block.topic != nil, "\(block): a configuration, or of which topic?")
        }
    }

    /// A block may be a part of a configuration: what it lacks is added.
    @Test(arguments: try DocumentPage.all)
    func `has configurations without an error`(_ page: DocumentPage) throws {
        let folder = try ConfigurationFolder()
        folder.write("stores.csv", "id,latitude,longitude\n1,52.5,13.4\n".utf8)
        folder.write("stores.geojson", #"{"type":"FeatureCollection","features":[]}"#.utf8)
        folder.write("map-view.token", String(repeating: "a", count: 64).utf8)
        folder.write("map-edit.token", String(repeating: "b", count: 64).utf8)
        for block in page.blocks where block.language == "json" && block.topic == nil {
            let data = Data(block.text.utf8)
            var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            object["mqtt"] = object["mqtt"] ?? ["host": "localhost"]
            object["sources"] = object["sources"] ?? [["topic": "fleet/{device}/location"]]
            let whole = try JSONSerialization.data(withJSONObject: object)
            #expect(folder.errors(String(decoding: whole, as: UTF8.self)) == [], "\(block)")
        }
    }

    /// Requests in blocks of JSON, and those that commands publish.
    @Test(arguments: try DocumentPage.all)
    func `has requests that the agent does, but for those marked as refused`(_ page: DocumentPage) throws {
        var story = try DocumentStory(try DocumentPage("docs/requests.md"))
        story.send("fleet/van1/location", #"{"lat":52.53,"lon":13.3661,"acc":8}"#, "the test")
        for block in page.blocks {
            for (topic, payload) in requests(block) {
                let refusal = story.refusal(topic, payload)
                #expect((refusal != nil) == block.isRefused, "\(block): \(refusal ?? "is not refused")")
            }
        }
    }

    private func requests(_ block: DocumentBlock) -> [(String, String)] {
        let start = "geofence/request/"
        let own = block.topic.map { [($0, block.text)] } ?? []
        let published = block.language == "sh" ? messages(block) : []
        return (own + published).filter { $0.0.hasPrefix(start) }
            .map { (String($0.0.dropFirst(start.count)), $0.1) }
    }

    /// What the commands of a block publish.
    private func messages(_ block: DocumentBlock) -> [(String, String)] {
        block.lines.flatMap { ShellLine($0).plain }.compactMap { words in
            guard ["mosquitto_pub", "mosquitto_rr"].contains(words.first ?? "") else { return nil }
            guard let topic = words.firstIndex(of: "-t"), let text = words.firstIndex(of: "-m") else {
                return nil
            }
            return (words[topic + 1], words[text + 1])
        }
    }

    /// A page that says to send messages says what comes of them, too.
    @Test(arguments: try DocumentPage.all)
    func `tells what the agent publishes for its messages`(_ page: DocumentPage) throws {
        var story = try DocumentStory(page)
        var sent = 0
        for block in page.blocks where block.language == "sh" {
            for (topic, payload) in messages(block) where !topic.hasPrefix("geofence/") {
                story.send(topic, payload, "\(block)")
                sent += 1
            }
        }
        guard sent > 0 else { return }
        let outputs = page.blocks.flatMap(Self.outputs)
        #expect(!outputs.isEmpty, "\(page) sends messages and shows nothing")
        for (topic, payload, place) in outputs {
            #expect(try story.hasPublished(topic, payload), "\(place): \(topic)")
        }
    }

    /// What a block says that the agent publishes: a payload as JSON, or lines of topic and payload.
    private static func outputs(_ block: DocumentBlock) -> [(String, String, String)] {
        if let topic = block.topic, block.language == "json" {
            let isOutput = topic.hasPrefix("geofence/") && !topic.hasPrefix("geofence/request/")
            return isOutput ? [(topic, block.text, "\(block)")] : []
        }
        guard block.language == "text" else { return [] }
        return block.lines.compactMap { line in
            guard let match = line.wholeMatch(of: /(geofence\/\S+) (\{.+\})/) else { return nil }
            return (String(match.1), String(match.2), "\(block)")
        }
    }
}
