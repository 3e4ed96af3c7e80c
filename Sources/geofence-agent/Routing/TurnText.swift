/// Turns in words, where a router has none: English, by OSRM's types and modifiers.
///
/// Source: OSRM's HTTP documentation, "StepManeuver object"; types that are not known are turns.
enum TurnText {
    /// What is known of a turn.
    struct Turn {
        var type = ""
        var modifier = ""
        var name = ""
        /// Degrees from north behind the turn.
        var bearing: Double?
        var exit: Int?
    }

    /// What the end of a way is called while nobody knows which stop it is.
    static let anyStop = "the stop"

    /// What to do, up to 300 bytes or so.
    static func text(_ turn: Turn, destination: String) -> String {
        let road = turn.name.isEmpty ? "" : " onto \(turn.name)"
        switch turn.type {
        case "depart":
            let along = turn.name.isEmpty ? "" : " on \(turn.name)"
            return "Head \(direction(turn.bearing))\(along)"
        case "arrive":
            let side = ["left", "right"].first { turn.modifier.contains($0) }
            return "Arrive at \(destination)" + (side.map { ", on the \($0)" } ?? "")
        case "roundabout", "rotary", "roundabout turn", "exit roundabout", "exit rotary":
            guard let exit = turn.exit else { return "Go through the roundabout\(road)" }
            return "At the roundabout take exit \(exit)\(road)"
        case "new name": return "Continue\(road)"
        case "continue" where turn.modifier == "straight" || turn.modifier.isEmpty: return "Continue\(road)"
        case "merge": return "Merge\(way(turn.modifier))\(road)"
        case "on ramp": return "Take the ramp\(way(turn.modifier))\(road)"
        case "off ramp": return "Take the exit\(way(turn.modifier))\(road)"
        case "fork": return "Keep\(way(turn.modifier, straight: " straight on"))\(road)"
        case "end of road": return "At the end of the road turn\(way(turn.modifier))\(road)"
        default: return turned(turn.modifier, road)
        }
    }

    private static func turned(_ modifier: String, _ road: String) -> String {
        switch modifier {
        case "uturn": "Make a U-turn\(road)"
        case "straight", "": "Go straight on\(road)"
        default: "Turn\(way(modifier))\(road)"
        }
    }

    /// ` slightly left`, ` sharply right`, ` left`; for straight on as given.
    private static func way(_ modifier: String, straight: String = "") -> String {
        switch modifier {
        case "slight left": " slightly left"
        case "slight right": " slightly right"
        case "sharp left": " sharply left"
        case "sharp right": " sharply right"
        case "left", "right": " \(modifier)"
        default: straight
        }
    }

    /// One of eight directions.
    private static func direction(_ bearing: Double?) -> String {
        let names = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]
        guard let bearing, bearing.isFinite else { return "off" }
        let turned = bearing.truncatingRemainder(dividingBy: 360)
        let positive = turned < 0 ? turned + 360 : turned
        return names[Int((positive / 45).rounded()) % 8]
    }
}
