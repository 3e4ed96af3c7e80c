import GeofenceCore

@testable import geofence_agent

/// What tests look at in outputs, and the loop's turns for them.
extension Agent {
    var phones: Phones { outputs.of(OwnTracksOutput.self)?.phones ?? Phones() }
    var homeAssistant: HomeAssistantOutput { outputs.of(HomeAssistantOutput.self) ?? HomeAssistantOutput() }
    var history: HistoryRecorder { outputs.of(HistoryRecorder.self) ?? HistoryRecorder(nil) }

    /// Has outputs do all that there is to do at a moment, be the outbox as full as it may.
    mutating func finishWork(at now: Timestamp, room: Int = .max) {
        port.room = room
        port.now = now
        repeat { outputs.work(tracker, &port) } while outputs.hasWork(port)
    }

    /// One slice of outputs' work.
    mutating func workOnce(at now: Timestamp, room: Int = .max) {
        port.room = room
        port.now = now
        outputs.work(tracker, &port)
    }

    /// New settings, as when the configuration is read again.
    mutating func change(_ body: (inout AgentSettings) -> Void, at now: Timestamp) {
        var settings = port.settings
        body(&settings)
        use(settings)
        useConfiguredFences(at: now)
    }

    /// Whether outputs have something to do in this room.
    func hasWork(room: Int) -> Bool {
        var port = port
        port.room = room
        return outputs.hasWork(port)
    }

    /// The next message of a refresh that has begun.
    mutating func nextRefreshed() -> (topic: String, payload: [UInt8])? {
        outputs.nextRefresh(tracker, port.settings)
    }

    /// All that a refresh publishes.
    mutating func refreshed() -> [(topic: String, payload: [UInt8])] {
        outputs.beginRefresh()
        var messages: [(topic: String, payload: [UInt8])] = []
        while let message = nextRefreshed() { messages.append(message) }
        return messages
    }

    /// Something for a phone, on the topic of events.
    mutating func publish(_ payload: [UInt8], for phone: Identifier) {
        outputs.of(OwnTracksOutput.self)?.publish(phone, on: "event", payload, &port)
    }
}
