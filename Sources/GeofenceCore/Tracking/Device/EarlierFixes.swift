/// The fixes that some fences go by because they refused those that came after them.
///
/// A fence that isn't named here goes by the device's last fix. It is empty unless the last fix is too vague
/// for some fence.
struct EarlierFixes: Hashable {
    /// What one fence goes by.
    struct Entry: Hashable {
        var fence: Int32
        /// Where its fix stands in `fixes`; below 0 where it has used none yet.
        fileprivate var index: Int32
    }

    /// Each once; many fences mostly share one.
    private var fixes: [DeviceState.Stamped<Fix>] = []
    /// Ascending by fence.
    private(set) var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    /// Whether a fence has refused the device's last fix.
    func contains(_ fence: Int32) -> Bool { position(of: fence).found }

    /// The fix that a fence goes by, where that isn't the device's last; nil where it has used none yet.
    func fix(_ fence: Int32, orLast last: DeviceState.Stamped<Fix>?) -> DeviceState.Stamped<Fix>? {
        let (place, found) = position(of: fence)
        return found ? fix(entries[place]) : last
    }

    func fix(_ entry: Entry) -> DeviceState.Stamped<Fix>? {
        entry.index < 0 ? nil : fixes[Int(entry.index)]
    }

    /// Some fences have refused a new fix, and all others go by it from here on.
    mutating func refuse(_ fences: [Int32], before last: DeviceState.Stamped<Fix>?) {
        guard !fences.isEmpty || !isEmpty else { return }
        var new = EarlierFixes()
        for fence in fences.sorted() where new.entries.last?.fence != fence {
            new.append(fence, fix(fence, orLast: last))
        }
        self = new
    }

    /// Some fences, ascending, go by this fix from here on, while the device's last one is another.
    mutating func set(_ fences: [Int32], to fix: DeviceState.Stamped<Fix>?) {
        var (new, rest) = (EarlierFixes(), fences[...])
        for entry in entries {
            while let fence = rest.first, fence <= entry.fence {
                new.append(fence, fix)
                rest.removeFirst()
            }
            if new.entries.last?.fence != entry.fence { new.append(entry.fence, self.fix(entry)) }
        }
        for fence in rest { new.append(fence, fix) }
        self = new
    }

    /// A fence goes, or goes by the device's last fix from here on.
    mutating func remove(_ fence: Int32) {
        guard contains(fence) else { return }
        var new = EarlierFixes()
        for entry in entries where entry.fence != fence { new.append(entry.fence, fix(entry)) }
        self = new
    }

    /// Adds a fence behind all others.
    mutating func append(_ fence: Int32, _ fix: DeviceState.Stamped<Fix>?) {
        var index: Int32 = -1
        if let fix {
            let known = fixes.lastIndex(of: fix)
            if known == nil { fixes.append(fix) }
            index = Int32(known ?? fixes.count - 1)
        }
        entries.append(Entry(fence: fence, index: index))
    }

    private func position(of fence: Int32) -> (place: Int, found: Bool) {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].fence < fence { low = middle + 1 } else { high = middle }
        }
        return (low, low < entries.count && entries[low].fence == fence)
    }
}

extension DeviceState {
    /// The last fix that a fence has used, since it was not too vague for it.
    func lastFix(for fence: Int32) -> Stamped<Fix>? {
        earlier.isEmpty ? fix : earlier.fix(fence, orLast: fix)
    }

    /// Has a fence that goes, or starts anew, go by the device's last fix from here on.
    mutating func forgetEarlierFix(of fence: Int32) {
        if !earlier.isEmpty { earlier.remove(fence) }
    }

    /// Whether a fence has used any fix.
    func hasUsedFix(_ fence: Int32) -> Bool {
        earlier.isEmpty ? fix != nil : lastFix(for: fence) != nil
    }
}
