/// The configuration file that the demonstration's agent runs with: a newcomer's first to read.
struct DemoConfiguration: Hashable {
    /// The broker's port on this machine.
    var port: Int
    var fences: [DemoFence]
    /// The live map; nil: none.
    var map: DemoMap?

    /// The file's text; the store lies beside the file.
    var text: String {
        """
        {
          "mqtt": { "host": "127.0.0.1", "port": \(port) },
          "topics": { "base": "geofence" },
          "sources": [
            { "topic": "fleet/{device}/location" },
            { "topic": "fleet/{device}/wifi", "format": "wifi" }
          ],
          "fences": [
            \(fences.map(Self.line).joined(separator: ",\n    "))
          ],
          "store": { "path": "agent.sqlite" }\(http)
        }

        """
    }

    /// The map, and what is to be seen on it alone.
    private var http: String {
        map.map { ",\n  \(DemoItinerary.shown.setting),\n  \($0.setting)" } ?? ""
    }

    private static func line(_ fence: DemoFence) -> String {
        var members = ["\"id\": \(quoted(fence.id))", "\"name\": \(quoted(fence.name))"]
        if let shape = fence.shape {
            members += [
                "\"latitude\": \(shape.middle.latitude)", "\"longitude\": \(shape.middle.longitude)",
                "\"radius\": \(Int(shape.radius))",
            ]
        }
        if !fence.networks.isEmpty { members.append("\"wifi\": \(fence.networks)") }
        let rules = rules(fence)
        if !rules.isEmpty { members.append("\"rules\": { \(rules.joined(separator: ", ")) }") }
        return "{ \(members.joined(separator: ", ")) }"
    }

    private static func rules(_ fence: DemoFence) -> [String] {
        let exit = fence.exitAfter > 0 ? ["\"exitAfter\": \(fence.exitAfter)"] : []
        return exit + (fence.dwell.isEmpty ? [] : ["\"dwell\": \(fence.dwell)"])
    }

    private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
