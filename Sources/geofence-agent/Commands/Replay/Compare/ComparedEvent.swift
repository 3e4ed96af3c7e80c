import GeofenceCore

/// An event of a replay, as far as two runs are compared.
struct ComparedEvent: Hashable, Sendable {
    /// Of which events the nearest in time are the same.
    struct Series: Hashable, Comparable, Sendable {
        /// The id of the fence, or of the group of fences.
        var fence: String
        var device: String
        /// `enter`, `exit`, `dwell-300`.
        var kind: String

        static func < (a: Series, b: Series) -> Bool {
            (a.fence, a.device, a.kind) < (b.fence, b.device, b.kind)
        }
    }

    var series: Series
    var time: Timestamp
}

extension ComparedEvent {
    /// Reads a line that `Replay` gives; nil for one that is no event of a fence.
    init?(_ line: some Sequence<UInt8>) {
        guard let node = try? JSONDocument.parse(String(decoding: Array(line), as: UTF8.self)).root,
            let fence = node.member("fence")?.text ?? node.member("group")?.text,
            let device = node.member("device")?.text, let id = node.member("id")?.text,
            let kind = id.split(separator: "/").last,
            let time = node.member("time")?.text.flatMap({ Timestamp(iso8601: $0) })
        else { return nil }
        self.init(series: Series(fence: fence, device: device, kind: String(kind)), time: time)
    }
}
