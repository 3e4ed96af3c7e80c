import GeofenceCore

/// What a checkpoint writes besides its batch.
struct Checkpoint {
    /// Devices that changed since the last one.
    var devices: PackedRows<Identifier> = []
    /// Fences in force that changed since the last one, by their slots.
    var fences: PackedRows<Int32> = []
    /// Slots that are empty now and were not.
    var emptySlots: [Int32] = []
    /// Fences set at run time that changed since the last one; nil where one is gone.
    var runtimeFences: [(id: [UInt8], bytes: [UInt8]?)] = []
    /// Ids of devices of which nothing is to be kept.
    var forgotten: [[UInt8]] = []
    /// Values kept by name.
    var setup: [(name: String, value: [UInt8])] = []
}
