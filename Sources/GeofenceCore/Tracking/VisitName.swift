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
        let (device, fence, enter) = (device.description.utf8, fence.description.utf8, enter.iso8601Bytes)
        return String(unsafeUninitializedCapacity: device.count + fence.count + enter.count + 2) { text in
            var end = text.initialize(fromContentsOf: device)
            end = text[end...].initialize(fromContentsOf: "/".utf8)
            end = text[end...].initialize(fromContentsOf: fence)
            end = text[end...].initialize(fromContentsOf: "/".utf8)
            for index in enter.indices { text[end + index] = enter[index] }
            return end + enter.count
        }
    }
}
