import GeofenceCore

/// The inputs that the store's last checkpoint doesn't have: those since the last commit in bytes, all of
/// them by their number.
struct Journal {
    private var writer = ByteWriter()
    /// Inputs since the last checkpoint.
    private(set) var count = 0

    /// The inputs since the last commit, for the store.
    var bytes: [UInt8] { writer.bytes }

    /// Keeps an input.
    mutating func append(_ input: Input) {
        input.write(to: &writer)
        count += 1
    }

    /// Keeps what a device has reported, on the road that makes no `Input`.
    mutating func append(
        _ observation: Observation,
        of device: Int,
        _ engine: inout Engine,
        _ mark: Redelivery.Mark?
    ) {
        Input.write(observation, of: device, &engine, mark, to: &writer)
        count += 1
    }

    /// Goes through inputs that the store has, in their order.
    ///
    /// - Returns: how many bytes hold inputs, and what is wrong behind them; nil where all do.
    static func read(_ bytes: [UInt8], _ body: (Input) throws(DamagedBytes) -> Void) -> (
        count: Int, damage: DamagedBytes?
    ) {
        var reader = ByteReader(bytes)
        while !reader.isAtEnd {
            let start = reader.damaged.offset
            do throws(DamagedBytes) {
                try body(try Input(from: &reader))
            } catch {
                return (start, error)
            }
        }
        return (bytes.count, nil)
    }

    /// What has gathered is in the store.
    mutating func didCommit() { writer.removeAll() }

    /// A checkpoint has all of it.
    mutating func didCheckpoint() { count = 0 }

    /// An input that the store has was applied.
    mutating func didRecover() { count += 1 }
}
