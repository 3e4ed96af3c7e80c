import GeofenceCore

/// Devices, each after a story that leaves one thing more in its record.
extension StoredInput {
    static func devices() throws -> [StoredInput] {
        try [
            device("new") { _ in },
            device("inside") { try inside(&$0) },
            device("outside") { try outside(&$0) },
            device("entering") { story in
                try story.fix(after: 0, 52.6, 13.4)
                try story.fix(after: 60, 52.5432, 13.3661, altitude: 40, speed: 12)
            },
            device("leaving") { story in
                try inside(&story)
                story.wifi(after: 5, .disconnected)
                try story.fix(after: 5, 52.55, 13.3661)
            },
            device("vague") { story in
                try story.fix(after: 0, 52.6, 13.4)
                try story.fix(after: 60, 52.5432, 13.3661, accuracy: 400)
            },
            device("speeding") { story in
                try inside(&story)
                try story.fix(after: 5, 52.5433, 13.3661, speed: 55)
                try story.fix(after: 6, 52.5434, 13.3661, speed: 62)
            },
            device("stale") { story in
                try inside(&story)
                story.wait(4000)
            },
            device("crossing") { story in
                try story.fix(after: 0, 52.005, 12.99)
                try story.fix(after: 60, 52.005, 13.02)
                try story.fix(after: 60, 52.005, 13.005)
            },
            device("closed") { story in
                try story.fix(after: 0, 52.52, 13.405)
                story.wait(8 * 3600)
            },
            device("retired") { story in
                try inside(&story)
                story.remove("depot")
            },
            device("lead", name: "lead") { try inside(&$0) },
            device("held", sorted) { story in
                try story.fix(after: 0, 52.5432, 13.3661)
                try story.fix(after: 4, 52.5433, 13.3661, delayed: 2)
                story.wifi(after: 1, .connected(ssid: "DepotNet", bssid: nil))
            },
            device("suspect", bounded) { story in
                try inside(&story)
                try story.fix(after: 5, 48.1, 11.6)
            },
            device("late", late) { try lateStory(&$0) },
            device("late-told", late) { story in
                try lateStory(&story)
                story.wait(120)
            },
        ]
    }

    private static var sorted: StreamRules { stream { $0.reorder = 10 } }
    private static var bounded: StreamRules { stream { $0.maxSpeed = 250 } }
    private static var late: StreamRules { stream { $0.lateEvents = true } }

    private static func stream(_ change: (inout StreamRules) -> Void) -> StreamRules {
        var rules = StreamRules()
        change(&rules)
        return rules
    }

    private static func device(
        _ name: String,
        _ stream: StreamRules = StreamRules(),
        name id: String = "van1",
        _ happens: (inout StoredStory) throws -> Void
    ) throws -> StoredInput {
        var story = try StoredStory(id, stream: stream)
        try happens(&story)
        return StoredInput("device-\(name)", bytes: story.bytes)
    }

    /// In the depot by fix and network, for longer than its first dwell time.
    static func inside(_ story: inout StoredStory) throws {
        try story.fix(after: 0, 52.6, 13.4)
        try story.fix(after: 60, 52.5432, 13.3661, altitude: 41, speed: 27)
        story.wifi(after: 15, .connected(ssid: "DepotNet", bssid: "aabbcc001122"))
        try story.fix(after: 40, 52.5433, 13.3661)
    }

    private static func outside(_ story: inout StoredStory) throws {
        try inside(&story)
        story.wifi(after: 5, .disconnected)
        try story.fix(after: 5, 52.6, 13.4)
        story.wait(60)
    }

    /// Outside twice, and a visit between that is heard of later.
    private static func lateStory(_ story: inout StoredStory) throws {
        try story.fix(after: 0, 52.6, 13.4)
        try story.fix(after: 600, 52.61, 13.4)
        try story.fix(after: 5, 52.5432, 13.3661, delayed: 400)
        try story.fix(after: 1, 52.5433, 13.3661, delayed: 350)
        try story.fix(after: 1, 52.6, 13.4, delayed: 200)
    }
}
