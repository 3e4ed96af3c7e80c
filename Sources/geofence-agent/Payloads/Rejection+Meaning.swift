extension Rejection {
    /// What is wrong with a message, for the person who reads the log.
    var meaning: String {
        switch self {
        case .empty: "there is nothing in it"
        case .shape: "it is JSON, but no object in { }"
        case .json: "it is no JSON, or not in UTF-8, or damaged; has its source the right format?"
        case .type: "a value is of the wrong kind, such as a list where a number belongs"
        case .missing:
            "it has no whole position and no network where its source's format looks for them; name the places by \"format\": \"json\" and \"fields\""
        case .range: "its latitude, longitude, accuracy or time is beyond the range of such a value"
        case .size: "it is larger than \(PayloadDecoder.maximumSize) bytes"
        case .id: "its device has no name that can be part of a topic: 1 to 128 bytes without /, + and #"
        case .time: "its time can't be read, is before 2000, or is missing in a retained message"
        case .topic: "no source asks for its topic any more"
        case .implausible:
            "its position is at 0, 0, or too far from the last one for the time (rules.maxSpeed)"
        case .inaccurate: "its accuracy is worse than rules.maxAccuracy, and a fence is near"
        case .unrelated:
            "no position is found in it; if there is one, name the places by \"format\": \"json\" and \"fields\""
        case .locked:
            "it is encrypted, and its source has no key for it; name a file with the key in \"keyFile\""
        case .limited:
            "its device is new, and there are as many as limits.devices, limits.devicesPerSource or limits.newDevicesPerMinute lets"
        case .forged: "it is encrypted with another key than the one in the source's \"keyFile\", or damaged"
        case .plain:
            "it is not encrypted, and its source has a \"keyFile\", so that only what the key opens is taken; let the device encrypt, or read it by a source without \"keyFile\""
        case .ambiguous:
            "a level of its topic holds the text by which \"device\" of its source joins it to the next level, so that two topics could make one id; join by a text that no such level holds, as in {user}.{device}"
        }
    }
}
