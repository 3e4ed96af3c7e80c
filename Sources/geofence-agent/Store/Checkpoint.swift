/// What a checkpoint writes besides its batch.
struct Checkpoint {
    /// Devices that changed since the last one.
    var devices = DeviceRows()
    /// Fences in force whose slots changed since the last one; nil where a slot is empty now.
    var fences: [(slot: Int32, bytes: [UInt8]?)] = []
    /// Fences set at run time that changed since the last one; nil where one is gone.
    var runtimeFences: [(id: [UInt8], bytes: [UInt8]?)] = []
    /// Ids of devices of which nothing is to be kept.
    var forgotten: [[UInt8]] = []
    /// Values kept by name.
    var setup: [(name: String, value: [UInt8])] = []
}
