import CMosquitto

extension BrokerLimits {
    /// Reads the properties of a CONNACK of MQTT 5; what was asked for is compared later.
    init(_ properties: OpaquePointer?) {
        guard let properties else { return }
        sessionExpiry = Self.read(properties, MQTT_PROP_SESSION_EXPIRY_INTERVAL.rawValue.signed) {
            mosquitto_property_read_int32($0, $1, $2, false)
        }
        receiveMaximum = Self.read(properties, MQTT_PROP_RECEIVE_MAXIMUM.rawValue.signed) {
            mosquitto_property_read_int16($0, $1, $2, false)
        }
        keepAlive = Self.read(properties, MQTT_PROP_SERVER_KEEP_ALIVE.rawValue.signed) {
            mosquitto_property_read_int16($0, $1, $2, false)
        }
        packetSize = Self.read(properties, MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue.signed) {
            mosquitto_property_read_int32($0, $1, $2, false)
        }
        let qos = Self.read(properties, MQTT_PROP_MAXIMUM_QOS.rawValue.signed) {
            mosquitto_property_read_byte($0, $1, $2, false)
        }
        maximumQoS = min(1, Int32(clamping: qos ?? 1))
        let retain = Self.read(properties, MQTT_PROP_RETAIN_AVAILABLE.rawValue.signed) {
            mosquitto_property_read_byte($0, $1, $2, false)
        }
        retains = retain != 0
    }

    private static func read<Number: FixedWidthInteger>(
        _ properties: OpaquePointer,
        _ identifier: Int32,
        _ read: (OpaquePointer, Int32, UnsafeMutablePointer<Number>) -> OpaquePointer?
    ) -> Int? {
        var number: Number = 0
        return read(properties, identifier, &number) == nil ? nil : Int(clamping: number)
    }
}
