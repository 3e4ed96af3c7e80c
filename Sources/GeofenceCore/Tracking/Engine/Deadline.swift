/// Devices by the moment at which one of their timers may be due, earliest first.
///
/// A device has at most one entry that counts, `DeviceState.queuedAt`. Others are leftovers, also of a device
/// that had the number before; the reader skips them.
typealias DeadlineQueue = MinHeap<Deadline>

/// When one of a device's timers may be due.
struct Deadline: Comparable {
    var time: Timestamp
    var device: Int32

    static func < (a: Deadline, b: Deadline) -> Bool {
        (a.time, a.device) < (b.time, b.device)
    }
}
