/// Kinds of log lines that somebody may look for.
enum LogKind: String, CaseIterable, Sendable {
    case started, ended
    case connected
    case connectionFailed = "connection-failed"
    case configurationInForce = "configuration-in-force"
    case configurationRefused = "configuration-refused"
    case messageRefused = "message-refused"
    case brokerRefuses = "broker-refuses"
    case storeFailed = "store-failed"
    case storeWorks = "store-works"
    case position, event

    /// What systemd's journal knows them by (`MESSAGE_ID`): numbers that were drawn once, and stay.
    var messageID: String {
        switch self {
        case .started: "cb90635b5302474c9e5d0bbc2b0363b0"
        case .ended: "394738866bb545749166f4719ed504bc"
        case .connected: "fc9968d61b6f49a4a616f42cc5b04b10"
        case .connectionFailed: "2143cb86e5a74c848ccdb0f3f9e3e303"
        case .configurationInForce: "1caf06e038034b67abe6fff491b23c27"
        case .configurationRefused: "673df21f5623456daf51e8d676f835a7"
        case .messageRefused: "d1f6222a0027494395d40818e5be12df"
        case .brokerRefuses: "a3e38430ad8747e2843c8156a72bf927"
        case .storeFailed: "260d672842244f8f85c5f6f48d54991a"
        case .storeWorks: "bce62e83970c49bcb382031b0f69c440"
        case .position: "7f8e903d0f2347c0971124c30194beef"
        case .event: "e00f092020b54cafb588683e3aa656b2"
        }
    }
}

extension LogKind: CustomStringConvertible {
    var description: String { rawValue }
}
