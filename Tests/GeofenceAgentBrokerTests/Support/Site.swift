import Foundation

@testable import geofence_agent

/// A folder with a broker of its own and room for agents; all of it goes with the object.
final class Site {
    let folder: URL
    let broker: PrivateBroker

    /// What makes a broker keep all that it has taken, also when it is ended by SIGTERM and started again.
    static let lossless = ["persistence true", "max_inflight_messages 100"]

    init(settings: [String] = [], port: Int? = nil) throws {
        folder = URL(fileURLWithPath: NSTemporaryDirectory())
            .appendingPathComponent("geofence-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        broker = try PrivateBroker(
            in: folder,
            port: port,
            settings: settings + ["persistence_location \(folder.path)/"]
        )
    }

    /// One whose broker keeps all that it has taken, with a client that hears all that an agent publishes.
    static func watched() throws -> (Site, Client) {
        let site = try Site(settings: lossless)
        let client = try site.client()
        try client.subscribe("geofence/#")
        return (site, client)
    }

    deinit {
        broker.kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Writes a file into the folder; gives its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        return path(name)
    }

    /// Writes a file that nobody else may read; gives its path.
    @discardableResult
    func writeSecret(_ text: String, to name: String) throws -> String {
        try write(text, to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path(name))
        return path(name)
    }

    /// Writes a configuration with a depot (circle of 150 m and a network) and a network, for this broker or
    /// another port.
    @discardableResult
    func configure(
        port: Int? = nil,
        store: String? = nil,
        fences: String = Site.fences,
        more: String = "",
        mqtt: String = ""
    ) throws -> String {
        let text = """
            {
              "mqtt": { "host": "127.0.0.1", "port": \(port ?? broker.port), "clientId": "agent"\(mqtt) },
              "sources": [
                { "topic": "fleet/{device}/location" },
                { "topic": "home/{device}/wifi", "format": "wifi" }
              ],
              "fences": \(fences),
              "store": { "path": "\(store ?? path("agent.sqlite"))" },
              "status": { "deviceEvery": 0 }\(more)
            }
            """
        return try write(text, to: "agent.json")
    }

    static let fences = """
        [ { "id": "depot", "name": "Depot Nord", "latitude": 52.5, "longitude": 13.4, "radius": 150, "wifi": ["DepotNet"] },
          { "id": "guest", "wifi": ["Guest"] } ]
        """

    /// An agent with the folder's configuration.
    func agent(_ configuration: String = "agent.json", environment: [String: String] = [:]) throws
        -> AgentProcess
    {
        try AgentProcess(
            ["run", "--config", path(configuration)],
            log: folder.appendingPathComponent("agent.log"),
            environment: environment
        )
    }

    /// A client of this broker.
    func client(
        _ id: String = "test",
        cleanStart: Bool = true,
        _ change: (inout MQTTSettings) -> Void = { _ in }
    ) throws -> Client {
        try Client(port: broker.port, id: id, cleanStart: cleanStart, change)
    }

    /// A client that logs in; its password is its name.
    func user(_ name: String) throws -> Client {
        try client("\(name)-client") { ($0.username, $0.password) = (name, Secret(name.utf8)) }
    }

    /// An agent with a configuration written here, and a client that sees all it publishes; the agent has
    /// connected.
    func start(store: String? = nil, more: String = "") throws -> (agent: AgentProcess, client: Client) {
        try configure(store: store, more: more)
        let client = try client()
        try client.subscribe("geofence/#")
        return (try connectedAgent(client), client)
    }

    /// An agent with the folder's configuration, which has connected: a client that is told so waits for it.
    func connectedAgent(_ client: Client, environment: [String: String] = [:]) throws -> AgentProcess {
        let count = client.messages.count
        let agent = try agent(environment: environment)
        try client.message("geofence/agent/state", containing: "online", after: count)
        return agent
    }
}
