import GeofenceCore

extension TimeZoneFile {
    /// The years that tables cover; after the last the clocks stay as they are.
    private static let years: ClosedRange<Int64> = 1970...2100

    /// The clocks from 1970 to 2100; nil where the file's offsets or times can't be.
    func table(name: String) -> TimeZoneTable? {
        var (firstOffset, changes) = (firstOffset, [TimeZoneTable.Change]())
        var offset = firstOffset
        for change in self.changes + changesByRule() where change.offset != offset {
            offset = change.offset
            guard change.second >= 0 else {
                firstOffset = offset
                continue
            }
            guard change.second <= Int64.max / 1000 else { return nil }
            let from = Timestamp(milliseconds: change.second * 1000)
            changes.append(TimeZoneTable.Change(from: from, offset: offset))
        }
        return try? TimeZoneTable(name: name, firstOffset: firstOffset, changes: changes)
    }

    /// The changes after the last one of the file.
    private func changesByRule() -> [Change] {
        guard let rule else { return [] }
        let last = changes.last?.second ?? .min
        guard rule.summer != nil else {
            return [Change(second: max(last, 0), offset: rule.standard)]
        }
        return Self.years.flatMap(rule.changes(inYear:)).filter { $0.second > last }
    }
}
