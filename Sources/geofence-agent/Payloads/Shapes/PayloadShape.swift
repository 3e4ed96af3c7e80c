/// What publishers with a format of their own send: JSON whose members have fixed places.
enum PayloadShape: String, Hashable, Sendable, CaseIterable {
    /// Traccar's server, where it forwards positions and events.
    case traccar
    /// gpsd's reports, one or more in a payload.
    case gpsd
    /// Meshtastic's gateways, where they send JSON.
    case meshtastic
    /// ChirpStack 4.
    case chirpstack
    /// The Things Stack 3.
    case ttn
    /// Tasmota's telemetry: the network alone.
    case tasmota
    /// Shelly devices from the second generation on: the network alone.
    case shelly
    /// AWS Location: a position of a tracker, or the updates of several.
    case awslocation

    /// Where the device's name stands, for publishers that send the messages of all devices on one topic, or
    /// under another's name.
    var devicePointer: JSONPointer? {
        switch self {
        case .traccar: JSONPointer(steps: ["device", "uniqueId"])
        case .meshtastic: Self.meshtasticSender
        case .chirpstack: JSONPointer(steps: ["deviceInfo", "devEui"])
        case .ttn: JSONPointer(steps: ["end_device_ids", "device_id"])
        case .awslocation: JSONPointer(steps: ["DeviceId"])
        case .gpsd, .tasmota, .shelly: nil
        }
    }

    /// The number of the node that a Meshtastic message is of; `sender` is only the gateway.
    static let meshtasticSender = JSONPointer(steps: ["from"])

    /// The shape that the name of a member of the outermost object gives away.
    static let marks = NameTable<Self>([
        (.traccar, ["device"]), (.gpsd, ["class"]), (.meshtastic, ["sender"]), (.chirpstack, ["deviceInfo"]),
        (.ttn, ["end_device_ids"]), (.awslocation, ["SampleTime"]),
    ])
}
