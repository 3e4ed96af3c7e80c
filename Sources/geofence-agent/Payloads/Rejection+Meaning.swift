extension Rejection {
    /// What is wrong with a message, for the person who reads the log.
    var meaning: String {
        switch self {
        case .empty: "there is nothing in it"
        case .shape: "it is JSON, but no object"
        case .json: "it is no JSON, or not in UTF-8, or damaged"
        case .type: "a value is of the wrong kind"
        case .missing: "it has no position and no network under a name that the format knows"
        case .range: "latitude, longitude, accuracy or time is beyond its range"
        case .size: "it is larger than \(PayloadDecoder.maximumSize) bytes"
        case .id: "its device has a name that can't be part of a topic"
        case .time: "its time can't be read, is before 2000, or is missing in a retained message"
        case .topic: "no source has asked for its topic"
        case .implausible: "its position is too far from the last one for the time, or 0, 0"
        case .inaccurate: "its position is too vague for the fences nearby"
        case .unrelated: "it is about something else than where a device is"
        case .locked:
            "it is encrypted, and its source has no key for it; name a file with the key in \"keyFile\""
        case .forged: "it is encrypted with another key than the one in the source's \"keyFile\", or damaged"
        }
    }
}
