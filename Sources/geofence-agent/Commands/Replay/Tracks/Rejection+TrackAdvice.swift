extension Rejection {
    /// What is wrong with an entry of a track that is no JSON, for a person.
    var trackAdvice: String {
        switch self {
        case .type: "has a number or a time that can't be read"
        case .missing, .unrelated: "needs a latitude and a longitude, or a network"
        case .range:
            "has a number beyond its range: latitude -90 to 90, longitude -180 to 180, accuracy from 0"
        case .id: "has a device that can't be part of a topic: 1 to 128 bytes without /, + and #"
        case .time:
            "needs a time in ISO 8601, or in seconds or milliseconds since 1970, from the year 2000 on"
        case .empty, .json, .shape, .size, .topic, .inaccurate, .implausible, .locked, .forged, .limited,
            .plain, .ambiguous:
            rawValue
        }
    }
}
