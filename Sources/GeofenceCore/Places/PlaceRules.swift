/// Whether and how visits and zones of devices are found.
public struct PlaceRules: Hashable, Sendable {
    /// What makes a stay a visit.
    public var visits = VisitRules()
    /// How visits become zones; nil where they don't.
    public var zones: ZoneRules?
    /// Whose clocks say when it is night, for devices that `timeZones` doesn't name.
    public var timeZone = TimeZoneTable.utc
    /// Clocks of devices by name; the first that names a device counts.
    public var timeZones: [DeviceTimeZone] = []
    /// Seconds after its end for which a visit is kept for the zones; above 0; nil for as long as there is
    /// room.
    ///
    /// Looked at when a visit ends, once a day at most.
    public var keepFor: Double?

    /// Whose clocks say when it is night for some devices.
    public struct DeviceTimeZone: Hashable, Sendable {
        /// Names of the devices.
        public var devices: [DevicePattern]
        /// Their clocks.
        public var timeZone: TimeZoneTable

        /// Takes clocks for some devices.
        public init(devices: [DevicePattern], timeZone: TimeZoneTable) {
            (self.devices, self.timeZone) = (devices, timeZone)
        }
    }

    /// Visits by the defaults, and no zones.
    public init() {}

    /// Whose clocks say when it is night for a device.
    public func timeZone(of device: Identifier) -> TimeZoneTable {
        timeZones.first { $0.devices.contains { $0.matches(device) } }?.timeZone ?? timeZone
    }
}
