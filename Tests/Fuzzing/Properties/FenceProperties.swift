import GeofenceCore

/// What holds for every fence, wherever it was read from.
enum FenceProperties {
    /// Writes a fence and reads it back.
    static func checkBytes(_ fence: Fence) throws(Finding) {
        let bytes = written { fence.write(to: &$0) }
        var reader = ByteReader(bytes)
        guard let read = try? Fence(from: &reader) else {
            throw Finding("fence \(fence.id) is written, and not read back")
        }
        try requireSame(read, fence, "a fence that is written and read back")
        try require(reader.isAtEnd, "fence \(fence.id) leaves bytes unread")
        try requireSame(written { read.write(to: &$0) }, bytes, "the bytes of a fence written again")
    }
}

/// The bytes that a closure writes.
func written(_ body: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter()
    body(&writer)
    return writer.bytes
}
