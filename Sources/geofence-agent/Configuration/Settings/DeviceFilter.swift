import GeofenceCore

/// A filter for some devices, in the place of their sources'.
struct DeviceFilter: Hashable, Sendable {
    /// Names of the devices.
    var devices: [DevicePattern]
    /// What is left out.
    var filter: FixFilter

    /// The keys of an element of `filters`.
    enum Key: String, ConfigurationKey { case devices, distance, time, accuracy }

    /// Takes a filter for some devices.
    init(devices: [DevicePattern], filter: FixFilter) {
        self.devices = devices
        self.filter = filter
    }

    /// Reads an element of `filters`; nil where something is wrong.
    init?(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return nil }
        let hint = "name the devices that it is for, such as [\"van*\"]"
        guard let devices = object.required(.devices, hint)?.devices(),
            let filter = FixFilter(object[.distance], object[.time], object[.accuracy], of: value)
        else { return nil }
        self.init(devices: devices, filter: filter)
    }

    /// The filter of a device: that of the first element that names it.
    static func filter(of device: Identifier, in list: [DeviceFilter]) -> FixFilter? {
        list.first { $0.devices.contains { $0.matches(device) } }?.filter
    }
}

extension FixFilter {
    /// The keys of a source's `filter`.
    enum Key: String, ConfigurationKey { case distance, time, accuracy }

    /// Reads a source's `filter`; nil where something is wrong.
    init?(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return nil }
        self.init(object[.distance], object[.time], object[.accuracy], of: value)
    }

    fileprivate init?(
        _ distance: ValueReader?,
        _ time: ValueReader?,
        _ accuracy: ValueReader?,
        of object: ValueReader
    ) {
        if distance == nil, time == nil, accuracy == nil {
            object.report(
                "leaves nothing out; say a \"distance\" in metres, a \"time\" in seconds, an \"accuracy\" in metres, or several"
            )
            return nil
        }
        self.init(
            distance: distance?.number(.upTo(1_000_000, "metres")),
            time: time?.number(.upTo(NumberRange.thirtyDays, "seconds")),
            accuracy: accuracy?.number(.positive(upTo: 1_000_000, "metres"))
        )
    }
}
