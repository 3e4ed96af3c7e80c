import GeofenceCore

extension Configuration {
    /// Reads `filters`, and looks at the filters of the sources with them, which have been read.
    mutating func readFilters(_ object: ObjectReader<Key>) {
        let list = object[.filters]?.list() ?? []
        filters = list.compactMap(DeviceFilter.init(reading:))
        let ofSources = object[.sources]?.elements.compactMap { $0.member(Source.Key.filter) } ?? []
        for key in ofSources + list where key.reading.problems.isEmpty { warnOfSilence(key) }
    }

    /// The filter of a device whose track names no source: its own, or that of the sources where they have
    /// the same.
    func filter(ofTrack device: Identifier) -> FixFilter? {
        if let own = DeviceFilter.filter(of: device, in: filters) { return own }
        let common = Set(sources.compactMap(\.filter))
        return common.count == 1 ? common.first : nil
    }

    /// A device that stands still must report before its status goes stale.
    private func warnOfSilence(_ key: ValueReader) {
        let time =
            key.member(FixFilter.Key.time)?.number(.upTo(NumberRange.thirtyDays, "seconds")) ?? .infinity
        let stale = fences.filter { ($0.rules.staleAfter ?? .infinity) <= time }
        guard let fence = stale.first, let limit = fence.rules.staleAfter else { return }
        let text = NumberRange.text(limit)
        key.warn(
            "a device that stands still goes stale in the fence \(fence.id) after \(text) s, as fixes that are left out are no news of it; set \"time\" below \(text)"
        )
    }
}
