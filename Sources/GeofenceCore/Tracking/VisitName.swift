/// What a visit of a device to a fence is called.
package struct VisitName {
    let device, fence: Identifier
    /// When the device came.
    let enter: Timestamp

    /// Of a visit that began at a moment.
    package init(device: Identifier, fence: Identifier, enter: Timestamp) {
        (self.device, self.fence, self.enter) = (device, fence, enter)
    }

    /// `{device}/{fence}/{time of enter}`.
    package var text: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(96)
        bytes += device.description.utf8
        bytes.append(UInt8(ascii: "/"))
        bytes += fence.description.utf8
        bytes.append(UInt8(ascii: "/"))
        enter.appendISO8601(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
