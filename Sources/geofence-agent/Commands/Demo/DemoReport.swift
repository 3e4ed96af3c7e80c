/// What a simulated device says at one moment, and the messages that say it.
struct DemoReport: Hashable {
    var device: String
    /// Where its receiver sees it.
    var fix: DemoPlace
    /// Metres.
    var accuracy: Double
    /// The network that it is on; nil where it is the same as before, and so not published again.
    var network: Network?
    /// What is worth saying about what the device begins to do.
    var note: String?

    /// What a device says of WiFi.
    enum Network: Hashable {
        case joined(String)
        case left(String)
        /// None, and none before: said once at the start, so that it is known.
        case none
    }

    /// A message as it goes to the broker.
    struct Message: Hashable {
        var topic: String
        var payload: String
    }

    /// What the demonstration prints of it.
    var remarks: [String] {
        switch network {
        case .joined(let name): ["joins \(name)"] + [note].compactMap { $0 }
        case .left(let name): ["is off \(name)"] + [note].compactMap { $0 }
        case .some(.none), nil: [note].compactMap { $0 }
        }
    }

    /// The messages: the fix, stamped with milliseconds since 1970, and the network where there is news of
    /// it.
    func messages(at milliseconds: Int64) -> [Message] {
        let location = Message(topic: "fleet/\(device)/location", payload: payload(milliseconds))
        guard let network else { return [location] }
        let name = if case .joined(let name) = network { name } else { "Not Connected" }
        return [location, Message(topic: "fleet/\(device)/wifi", payload: name)]
    }

    private func payload(_ milliseconds: Int64) -> String {
        let position = "\"lat\":\(fix.latitude),\"lon\":\(fix.longitude),\"acc\":\(accuracy)"
        return "{\(position),\"tst\":\(Double(milliseconds) / 1000)}"
    }
}
