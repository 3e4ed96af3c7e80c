import GeofenceCore

/// What can be asked of the engine beyond plain places.
enum Feature: String, CaseIterable {
    case crossing
    case groups
    case speedLimit
    case staleAfter
    case schedule
    case maxSpeed
    case lateEvents
}

extension Set<Feature> {
    /// The rules of each fence.
    var rules: Rules {
        var rules = Rules()
        rules.crossing = contains(.crossing)
        rules.speedLimit = contains(.speedLimit) ? 50 : nil
        rules.staleAfter = contains(.staleAfter) ? 600 : nil
        return rules
    }

    /// Weekdays, with the night left out.
    var schedule: Schedule? {
        get throws {
            guard contains(.schedule) else { return nil }
            let days: Weekdays = [.monday, .tuesday, .wednesday, .thursday, .friday]
            let hours = try WeeklyWindow(days: days, from: 6 * 3600, to: 20 * 3600, timeZone: .utc)
            return Schedule(windows: [hours])
        }
    }

    /// One of ten groups in turn.
    func groups(ofFence index: Int) throws -> [Identifier] {
        contains(.groups) ? [try Identifier("group-\(index % 10)")] : []
    }

    /// What is asked of the messages.
    var stream: StreamRules {
        var stream = StreamRules()
        stream.maxSpeed = contains(.maxSpeed) ? 300 : nil
        stream.lateEvents = contains(.lateEvents)
        return stream
    }
}
