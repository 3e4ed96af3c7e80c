import Foundation

/// An event as it comes out of the broker.
struct EventReport: Hashable, Decodable {
    /// What happened.
    enum Kind: String, Hashable, Decodable, CaseIterable {
        case enter, exit, dwell
    }

    /// What made the device inside.
    enum Via: String, Hashable, Decodable {
        case region, wifi
    }

    var event: Kind
    var device: String
    var fence: String
    var name: String
    /// When the side changed, or the dwell time was reached; ISO 8601, UTC.
    var time: String
    /// When a hold ended.
    var confirmed: String?
    /// Metres.
    var accuracy: Double?
    var via: [Via]
    /// What led to it.
    var cause: String
    /// Seconds of the visit, for an exit.
    var duration: Double?
    /// Seconds, for a dwell.
    var dwell: Double?

    /// Reads a payload; nil for what is no event.
    init?(_ payload: some Sequence<UInt8>) {
        guard let report = try? JSONDecoder().decode(EventReport.self, from: Data(payload)) else {
            return nil
        }
        self = report
    }
}
