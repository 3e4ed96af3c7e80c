import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Commands that ask a running agent need its broker and its topics, and nothing else of the configuration.
@Suite struct ConnectionReadingTests {
    private let folder: ConfigurationFolder

    init() throws { folder = try ConfigurationFolder() }

    private func read(_ text: String) -> (host: String?, base: String?, errors: [String]) {
        folder.write("agent.json", text.utf8)
        do throws(ConfigurationErrors) {
            let path = folder.path + "agent.json"
            let (mqtt, topics) = try Configuration.loadConnection(path: path, environment: ["HOST": "h"])
            return (mqtt.host, topics.base, [])
        } catch {
            return (nil, nil, error.problems.map { folder.relative("\($0)") })
        }
    }

    @Test(arguments: [
        #""sources":[]"#, #""fences":[{"id":"a/b","latitude":91}]"#, #""fenceFiles":["gone.geojson"]"#,
        #""unknown":1"#, #""log":{"level":"${LEVEL}"}"#, #""history":7"#, #""store":{"path":"/gone/x"}"#,
    ])
    func `what else is wrong is not looked at`(_ member: String) {
        let (host, base, errors) = read(#"{"mqtt":{"host":"${HOST}"},"topics":{"base":"b"},\#(member)}"#)
        #expect(host == "h" && base == "b", "\(errors)")
    }

    @Test func `without topics they are the usual ones`() {
        #expect(read(#"{"mqtt":{"host":"h"}}"#).base == "geofence")
    }

    @Test(arguments: [
        (#"{"mqtt":{"host":"h"}"#, "agent.json:1:21: the file ends here, but a comma or } is missing"),
        (#"{"mqtt":{"host":"h","port":0}}"#, "agent.json:1:28: mqtt.port: "),
        (##"{"mqtt":{"host":"h"},"topics":{"base":"#"}}"##, "agent.json:1:39: topics.base: "),
        (#"{"topics":{}}"#, "agent.json:1:1: mqtt: missing; "), ("[]", "agent.json:1:1: must be an object"),
    ])
    func `what is wrong with them is said`(_ text: String, _ start: String) {
        let errors = read(text).errors
        #expect(errors.count == 1 && errors.first?.hasPrefix(start) == true, "\(errors)")
    }
}
