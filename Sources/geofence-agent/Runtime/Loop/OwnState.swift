/// The agent's own state topic, on which it says that it is there, as the agent hears it.
///
/// The subscription stays after the backlog is through: another agent with our topics, or the broker in our
/// name, may say something else there.
struct OwnState {
    /// Milliseconds after which the copy of it is asked for once more at first; then each time twice as many.
    private static let patience: Int64 = 2000
    /// Milliseconds for which word that we are gone is left alone.
    private static let pause: Int64 = 1000

    /// The bytes of the topic.
    private let topic: [UInt8]
    /// How often we have said "online" while subscribed to it.
    private var echoes = 0
    /// When somebody has said that we are not there.
    private var offlineHeard: Int64?
    /// Whether that was nothing but our own will, which the broker has published late.
    private(set) var isOwnWill = false
    /// Whether the retained copy has come that we ask for with each connection: what is queued in front of it
    /// was said while we were away.
    private(set) var isRead = false
    /// Milliseconds of a connection after which the copy is asked for once more.
    private var nextAsking = Self.patience
    /// The broker hasn't sent the state that we have just published: it may not let us read it.
    var isMissing = false

    init(_ topics: Topics) {
        topic = Array(topics.ownState.utf8)
        isOfPair = topics.standby != nil
    }

    /// Whether this agent is one of two, which reads the states of both at QoS 0, too.
    private let isOfPair: Bool
    /// At which QoS the broker sends it by its own subscription.
    var qos: Int32 = 1

    /// Whether a message is a retained copy that may have passed by what the broker kept for us.
    func isPassing(packet: UInt16, isRetained: Bool) -> Bool {
        isOfPair && isRetained && packet == 0 && qos > 0
    }

    /// Whether a message is of this topic.
    func isTopic(_ other: UnsafeRawBufferPointer) -> Bool {
        other.count == topic.count && other.elementsEqual(topic)
    }

    /// A connection is greeted by a broker that sends at a QoS at most: nothing has been heard on it.
    mutating func begin(qos: Int32 = 1) {
        (echoes, offlineHeard, isRead, self.qos, nextAsking) = (0, nil, false, qos, Self.patience)
    }

    /// Whether to ask once more for the copy that has not come, after so many milliseconds of a connection;
    /// it is asked for then.
    mutating func shouldAskAgain(_ elapsed: Int64) -> Bool {
        guard elapsed >= nextAsking else { return false }
        nextAsking = 2 * elapsed
        return true
    }

    /// What another agent with our topics has just said of itself; nil where a message is our own, or may be
    /// from before this connection.
    ///
    /// `sendsRetained` is false where the broker keeps no retained messages, so that no copy marks the end of
    /// what was queued.
    mutating func another(
        _ payload: UnsafeRawBufferPointer,
        isRetained: Bool,
        sendsRetained: Bool
    ) -> String? {
        guard !isRetained else {
            isRead = true
            return nil
        }
        guard isRead || !sendsRetained else { return nil }
        let state = String(decoding: payload, as: UTF8.self)
        guard echoes == 0 || state != "online" else {
            echoes -= 1
            return nil
        }
        return state
    }

    /// Another agent has said that it is gone, or the broker has said so of us.
    mutating func heardOffline(_ uptime: Int64, isOwnWill: Bool) {
        self.isOwnWill = isOwnWill && (offlineHeard == nil || self.isOwnWill)
        offlineHeard = offlineHeard ?? uptime
    }

    /// Whether it is time to say once more that we are there.
    func isContradicted(_ uptime: Int64) -> Bool { offlineHeard.map { uptime - $0 >= Self.pause } ?? false }

    /// We are about to say so.
    mutating func forgetOffline() { offlineHeard = nil }

    /// We have said so, and will hear it.
    mutating func noteEcho() { echoes += 1 }
}
