import CMosquitto

/// What is said beside messages in MQTT 5: that they are text, of which type, and for how long they count.
///
/// The lists that most messages need are made once for a connection: the library copies what it is given.
struct MessageProperties: ~Copyable {
    /// What a payload is, by its first byte: the agent publishes JSON objects and lists, or plain words.
    enum Content: Int {
        case json, text

        init(_ payload: [UInt8]) {
            switch payload.first {
            case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
            default: self = .text
            }
        }

        fileprivate var type: String {
            switch self {
            case .json: "application/json"
            case .text: "text/plain"
            }
        }
    }

    private var lasting: [OpaquePointer?] = [nil, nil]
    private var expiring: OpaquePointer?
    private var expiry = 0

    init() {}

    deinit {
        for list in lasting + [expiring] { Self.free(list) }
    }

    /// The properties of a message without any of its own; still this object's.
    ///
    /// `expiry` is in seconds, 0 for a message that always counts.
    mutating func common(_ content: Content, expiry: Int) throws(MQTTFailure) -> OpaquePointer? {
        if expiry == 0 {
            if lasting[content.rawValue] == nil { lasting[content.rawValue] = try Self.list(content) }
            return lasting[content.rawValue]
        }
        // What expires is JSON: events and visits.
        if expiring == nil || self.expiry != expiry {
            Self.free(expiring)
            expiring = nil
            expiring = try Self.list(.json, expiry: expiry)
            self.expiry = expiry
        }
        return expiring
    }

    /// A list that the caller frees.
    static func list(
        _ content: Content,
        expiry: Int = 0,
        correlation: [UInt8] = [],
        responseTopic: String? = nil,
        userProperties: UserProperties = UserProperties()
    ) throws(MQTTFailure) -> OpaquePointer? {
        var list: OpaquePointer?
        do throws(MQTTFailure) {
            try add(content, expiry, correlation, responseTopic, to: &list)
            try add(userProperties, to: &list)
            return list
        } catch {
            free(list)
            throw error
        }
    }

    private static func add(
        _ content: Content,
        _ expiry: Int,
        _ correlation: [UInt8],
        _ responseTopic: String?,
        to list: inout OpaquePointer?
    ) throws(MQTTFailure) {
        try check(
            mosquitto_property_add_byte(&list, MQTT_PROP_PAYLOAD_FORMAT_INDICATOR.rawValue.signed, 1),
            "payload format"
        )
        try check(
            mosquitto_property_add_string(&list, MQTT_PROP_CONTENT_TYPE.rawValue.signed, content.type),
            "content type"
        )
        if expiry > 0 {
            let property = MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue.signed
            try check(
                mosquitto_property_add_int32(&list, property, UInt32(clamping: expiry)),
                "message expiry"
            )
        }
        if !correlation.isEmpty {
            let property = MQTT_PROP_CORRELATION_DATA.rawValue.signed
            let count = UInt16(clamping: correlation.count)
            try check(
                mosquitto_property_add_binary(&list, property, correlation, count),
                "correlation data"
            )
        }
        if let responseTopic {
            let property = MQTT_PROP_RESPONSE_TOPIC.rawValue.signed
            try check(mosquitto_property_add_string(&list, property, responseTopic), "response topic")
        }
    }

    private static func add(
        _ properties: UserProperties,
        to list: inout OpaquePointer?
    ) throws(MQTTFailure) {
        let property = MQTT_PROP_USER_PROPERTY.rawValue.signed
        for (name, value) in properties.pairs {
            try check(mosquitto_property_add_string_pair(&list, property, name, value), "user property")
        }
    }

    private static func check(_ status: Int32, _ what: String) throws(MQTTFailure) {
        try MQTTFailure.check(status, what)
    }

    /// Gives a list back.
    static func free(_ list: OpaquePointer?) {
        var list = list
        mosquitto_property_free_all(&list)
    }
}
