import GeofenceCore

/// What of a damaged store can be decoded, each by itself, so that an agent can start with it.
struct SalvagedState {
    /// What is kept; an agent reads all of it.
    private(set) var state = StoredState()
    /// Ids of the kept devices, in their order.
    private(set) var devices: [Identifier] = []
    /// Ids of the kept fences that were set at run time, in their order.
    private(set) var fences: [Identifier] = []
    private(set) var overrideCount = 0
    /// How many of a kind could not be decoded.
    private(set) var lost: [String: Int] = [:]

    /// Goes through what could be read.
    ///
    /// - Complexity: linear in the bytes.
    init(_ found: StoredState) {
        for (name, bytes) in found.setup {
            state.setup[name] = readable(bytes, name)
        }
        keepRuntimeFences(found)
        keepFencesAndDevices(found)
        for entries in found.journals { keepInputs(entries) }
        state.outbox = found.outbox
        if state.setup[Agent.StoreKey.erasing] != nil {
            // The rows have new numbers, and any of them may name the device that was forgotten.
            var writer = ByteWriter()
            writer.integer(Int64(found.outbox.count))
            state.setup[Agent.StoreKey.erasing] = writer.bytes
        }
    }

    /// The bytes of a value that can be decoded; of a list of overrides as far as it can be.
    private mutating func readable(_ bytes: [UInt8], _ name: String) -> [UInt8]? {
        switch name {
        case Agent.StoreKey.overrides:
            let overrides = prefix(bytes, name) { reader throws(DamagedBytes) in
                (try reader.identifier(), try Override(from: &reader))
            }
            overrideCount = overrides.count
            return Self.bytes(of: overrides) { writer, entry in
                writer.text(entry.0.description)
                entry.1.write(to: &writer)
            }
        default:
            guard Self.isReadable(bytes, name) else {
                lost[name, default: 0] += 1
                return nil
            }
            return bytes
        }
    }

    /// The first values of a list, up to one that can't be decoded.
    private mutating func prefix<Value>(
        _ bytes: [UInt8],
        _ kind: String,
        _ read: (inout ByteReader) throws(DamagedBytes) -> Value
    ) -> [Value] {
        var (reader, values): (ByteReader, [Value]) = (ByteReader(bytes), [])
        guard let count = try? reader.count() else {
            lost[kind, default: 0] += 1
            return []
        }
        while values.count < count {
            do throws(DamagedBytes) {
                values.append(try read(&reader))
            } catch {
                lost[kind, default: 0] += Int(clamping: min(count, UInt64(bytes.count))) - values.count
                break
            }
        }
        return values
    }

    private static func bytes<Value>(
        of values: [Value],
        _ write: (inout ByteWriter, Value) -> Void
    ) -> [UInt8] {
        var writer = ByteWriter()
        writer.list(values, write)
        return writer.bytes
    }

    /// Whether a value of another kind is as an agent wants it.
    private static func isReadable(_ bytes: [UInt8], _ name: String) -> Bool {
        do throws(DamagedBytes) {
            var reader = ByteReader(bytes)
            switch name {
            case Agent.StoreKey.fenceRules: _ = try Engine(fenceRules: &reader, places: nil)
            case Agent.StoreKey.places: _ = try Agent.storedPlaceRules(bytes)
            case Agent.StoreKey.deviceLimit, Agent.StoreKey.fenceLimit: _ = try reader.count()
            case Agent.StoreKey.redelivery:
                var redelivery = Redelivery()
                try redelivery.restore(bytes)
            case Agent.StoreKey.zoneFences:
                var zoneFences = ZoneFences()
                try zoneFences.restore(bytes)
            case Agent.StoreKey.streamed:
                var streamed = StreamedReports()
                try streamed.restore(bytes)
            case Agent.StoreKey.purged, Agent.StoreKey.erasing: _ = try RetentionJob([name: bytes], nil)
            case Agent.StoreKey.silences:
                var silences = Silences()
                try silences.restore(bytes)
            case Agent.StoreKey.monitoring: _ = try Monitoring(from: bytes)
            case Agent.StoreKey.closing: _ = try ClosingFences(from: bytes)
            case Agent.StoreKey.details: _ = try DeviceDetails.entries(bytes)
            case Agent.StoreKey.shares:
                var shares = SourceShares()
                try shares.restore(bytes)
            case Agent.StoreKey.clientId: return SessionName.isName(bytes)
            case Agent.StoreKey.filters, Agent.StoreKey.past, Agent.StoreKey.points, Agent.StoreKey.shard:
                break
            default: return try Outputs.canRestore(bytes, name)
            }
            return true
        } catch {
            return false
        }
    }

    /// Keeps the fences set at run time that can be read.
    private mutating func keepRuntimeFences(_ found: StoredState) {
        var known: Set<Identifier> = []
        for bytes in found.runtimeFences {
            var reader = ByteReader(bytes)
            guard let fence = try? Fence(from: &reader), known.insert(fence.id).inserted else {
                lost["fences", default: 0] += 1
                continue
            }
            fences.append(fence.id)
            state.runtimeFences.append(bytes)
        }
    }

    /// Keeps the fences in force that can be read, and then the devices; without what stood beside the
    /// fences, none.
    private mutating func keepFencesAndDevices(_ found: StoredState) {
        guard var engine = storedEngine() else {
            for (kind, count) in [("fences in force", found.fences.count), ("devices", found.devices.count)]
            where count > 0 {
                lost[kind, default: 0] += count
            }
            state.setup[Agent.StoreKey.fenceLimit] = nil
            return
        }
        keep(found.fences, in: &engine)
        keep(found.devices, in: &engine)
    }

    private mutating func keep(_ fences: PackedRows<Int64>, in engine: inout Engine) {
        // Slots are given out again, so there are seldom more than fences.
        let limit = storedLimit(Agent.StoreKey.fenceLimit) ?? 4 * fences.count + 1024
        for row in fences {
            var reader = ByteReader(row.bytes)
            do throws(DamagedBytes) {
                try engine.restore(fence: row.key, from: &reader, below: limit)
                state.fences.append(row.key) { $0.append(row.bytes) }
            } catch {
                lost["fences in force", default: 0] += 1
            }
        }
        keepLimit(engine.fenceLimit, Agent.StoreKey.fenceLimit)
    }

    /// Keeps the devices that can be read; records of fences that are lost are left out when they are read.
    private mutating func keep(_ found: PackedBytes, in engine: inout Engine) {
        guard !found.isEmpty else { return }
        // Numbers are given out again, so there are seldom more than devices.
        let limit = storedLimit(Agent.StoreKey.deviceLimit) ?? 4 * found.count + 1024
        var last = 0
        for bytes in found {
            var reader = ByteReader(bytes)
            var numbers = reader
            do throws(DamagedBytes) {
                try engine.restore(from: &reader, below: limit)
                let number = Int(clamping: try numbers.count())
                last = max(last, number)
                devices.append(engine.deviceID(number))
                state.devices.append { $0.append(bytes) }
            } catch {
                lost["devices", default: 0] += 1
            }
        }
        keepLimit(last + 1, Agent.StoreKey.deviceLimit)
    }

    /// Keeps a limit where the one that was there can't be read.
    private mutating func keepLimit(_ limit: Int, _ name: String) {
        guard state.setup[name] == nil else { return }
        var writer = ByteWriter()
        writer.count(UInt64(limit))
        state.setup[name] = writer.bytes
    }

    private func storedLimit(_ name: String) -> Int? {
        guard let bytes = state.setup[name] else { return nil }
        var reader = ByteReader(bytes)
        return (try? reader.count()).map { Int(clamping: $0) }
    }

    /// An engine without fences yet.
    private func storedEngine() -> Engine? {
        guard let bytes = state.setup[Agent.StoreKey.fenceRules] else { return nil }
        do throws(DamagedBytes) {
            var reader = ByteReader(bytes)
            let places = try Agent.storedPlaceRules(state.setup[Agent.StoreKey.places])
            return try Engine(fenceRules: &reader, places: places)
        } catch {
            return nil
        }
    }

    /// Keeps the inputs of a batch, up to one that can't be decoded: nobody knows where the next one begins.
    private mutating func keepInputs(_ entries: [UInt8]) {
        let readable = Journal.read(entries) { _ in }
        guard readable.damage == nil else {
            lost["journal", default: 0] += 1
            if readable.count > 0 { state.journals.append(Array(entries[..<readable.count])) }
            return
        }
        state.journals.append(entries)
    }
}
