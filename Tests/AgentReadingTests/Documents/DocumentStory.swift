import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What a page has an agent do: the messages that it says to send, and what comes of them.
struct DocumentStory {
    let page: DocumentPage
    private let folder: ConfigurationFolder
    private var driver: AgentDriver
    /// Messages so far; each arrives a second after the one before, a day after the times in them.
    private var count: Int64 = 0

    /// An agent with the page's own configuration: a whole one in a block, or that which a command names.
    init(_ page: DocumentPage) throws {
        self.page = page
        folder = try ConfigurationFolder()
        let own = page.blocks.last {
            $0.language == "json" && $0.topic == nil && $0.text.contains(#""mqtt""#)
        }
        let named = page.blocks.contains { $0.text.contains("--config config/agent.json") }
        let shipped = ShippedConfigurationTests.folder + "/agent.json"
        let configuration =
            if let own, !named { try folder.load(own.text) } else {
                try Configuration.load(path: shipped, environment: [:])
            }
        var settings = AgentSettings(configuration)
        // What looks at the past is asked, and nobody waits for the answer.
        (settings.history, settings.historyPath) = (HistorySettings(), "agent.sqlite")
        driver = AgentDriver(settings)
    }

    /// Sends a message of a device, which must count.
    mutating func send(_ topic: String, _ payload: String, _ place: String) {
        let accepted = driver.agent.port.counters.accepted
        count += 1
        driver.take(topic, payload, at: 86_400_000 + count * 1000)
        #expect(driver.agent.port.counters.accepted == accepted + 1, "\(place): \(topic) is not accepted")
    }

    /// Puts a request, and gives what it is refused for.
    mutating func refusal(_ command: String, _ payload: String) -> String? {
        count += 1
        return driver.refusal(command, payload, at: 86_400_000 + count * 1000)
    }

    /// Whether the agent has published a payload on a topic, apart from times.
    func hasPublished(_ topic: String, _ payload: String) throws -> Bool {
        let expected = try Self.timeless(payload)
        return try driver.news.contains { line in
            guard line.hasPrefix(topic + " ") else { return false }
            return try Self.timeless(String(line.dropFirst(topic.count + 1))) == expected
        }
    }

    private static func timeless(_ json: String) throws -> NSDictionary? {
        let text = json.replacing(/\d{4}-\d\d-\d\dT[\d:.]+Z/, with: "TIME")
            .replacing(/"duration": ?[\d.]+/, with: #""duration":0"#)
        return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
    }
}
