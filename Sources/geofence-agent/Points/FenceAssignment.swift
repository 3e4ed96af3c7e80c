import GeofenceCore

/// The fences that are assigned to a device from now on.
struct FenceAssignment {
    /// When, in the device's own time.
    var time: Timestamp
    var device: Identifier
    var fences: [Fence]
    /// Whether no event says that the device is inside a new one.
    var isQuiet = false

    func write(to writer: inout ByteWriter) {
        writer.timestamp(time)
        writer.text(device.description)
        writer.list(fences) { $1.write(to: &$0) }
        writer.flag(isQuiet)
    }
}

extension FenceAssignment {
    init(from reader: inout ByteReader) throws(DamagedBytes) {
        time = try reader.timestamp()
        device = try reader.identifier()
        fences = try reader.list { reader throws(DamagedBytes) in try Fence(from: &reader) }
        isQuiet = try reader.flag()
    }
}
