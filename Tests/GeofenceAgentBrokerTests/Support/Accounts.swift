import Foundation

@testable import geofence_agent

/// Users of a broker, each with its name as password, and what they may do.
struct Accounts {
    let site: Site

    /// The access list that this project ships.
    static let shipped = URL(filePath: #filePath).appending(path: "../../../../config/mosquitto.acl")
        .standardized
        .path

    /// A broker in the place of the site's, which takes these users alone; `access` is the path of its access
    /// list.
    func broker(_ users: [String], access: String? = nil, more: [String] = []) throws -> PrivateBroker {
        site.broker.stop()
        try site.write("", to: "passwords")
        for user in users { try set(user, password: user) }
        return try PrivateBroker(
            in: site.folder,
            port: site.broker.port,
            settings: ["allow_anonymous false", "password_file \(site.path("passwords"))"]
                + (access.map { ["acl_file \($0)"] } ?? []) + more
        )
    }

    /// Sets a user's password at the broker, which reads it when it is started.
    func set(_ user: String, password: String) throws {
        try Command.run("mosquitto_passwd", ["-b", site.path("passwords"), user, password])
    }

    /// An agent that logs in as "agent".
    func agent(password: String = "agent", more: String = "") throws -> AgentProcess {
        try configure(password: password, more: more)
        return try site.agent()
    }

    /// The configuration of an agent that logs in as "agent".
    @discardableResult
    func configure(password: String = "agent", more: String = "") throws -> String {
        let file = try site.writeSecret(password, to: "password")
        return try site.configure(mqtt: #", "username": "agent", "passwordFile": "\#(file)"\#(more)"#)
    }
}
