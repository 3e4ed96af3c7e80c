import MQTT

extension BrokerLimits {
    /// Writes those that are in force as members of an object.
    func write(to json: inout JSONWriter) {
        if let sessionExpiry { json.member("sessionExpiry", sessionExpiry) }
        if let receiveMaximum { json.member("receiveMaximum", receiveMaximum) }
        if let packetSize { json.member("packetSize", packetSize) }
        if maximumQoS == 0 { json.member("maximumQoS", 0) }
        if !retains { json.member("retain", false) }
        if !grantedQoS0.isEmpty { json.member("grantedQoS0", grantedQoS0.sorted()) }
    }
}
