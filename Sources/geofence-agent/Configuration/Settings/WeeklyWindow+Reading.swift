import GeofenceCore

extension WeeklyWindow {
    /// The keys of an entry of `schedule`.
    enum Key: String, ConfigurationKey { case days, from, to, timezone }

    /// Reads an entry; nil where something is wrong.
    ///
    /// There is no zone to fall back on: hours that are meant for a place would silently be those of another.
    init?(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return nil }
        let days = object[.days].map { $0.weekdays() } ?? .all
        let from = object[.from].map { $0.timeOfDay(upTo: Self.lastSecond) } ?? 0
        let to = object[.to].map { $0.timeOfDay(upTo: Self.endOfDay) } ?? Self.endOfDay
        let hint = "name the time zone of the hours, such as \"Europe/Berlin\", or \"UTC\""
        let zone = object.required(.timezone, hint)?.timeZone()
        guard let days, let from, let to, let zone else { return nil }
        do {
            try self.init(days: days, from: from, to: to, timeZone: zone)
        } catch {
            value.report("\(error)")
            return nil
        }
    }

    private static let endOfDay = 86_400
    private static let lastSecond = 86_399
}

extension ValueReader {
    /// The clocks of a time zone by its name.
    func timeZone() -> TimeZoneTable? {
        guard let name = text() else { return nil }
        do {
            return try reading.timeZones.table(name)
        } catch {
            return refuse("\(error)")
        }
    }

    /// Seconds after 00:00 of `08:00` or `08:00:30`.
    fileprivate func timeOfDay(upTo last: Int) -> Int? {
        guard let text = text() else { return nil }
        guard let seconds = Self.seconds(text) else {
            return refuse(
                "\"\(text)\" is no time of day; write two digits each, as in \"08:00\" or \"17:30\""
            )
        }
        guard seconds <= last else {
            let last = last == 86_400 ? "24:00" : "23:59:59"
            return refuse("\"\(text)\" is beyond the day; \"00:00\" to \"\(last)\"")
        }
        return seconds
    }

    private static func seconds(_ text: String) -> Int? {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        var seconds = 0
        for (part, unit) in zip(parts, [3600, 60, 1]) {
            guard part.count == 2, let number = UInt8(Substring(part)), !part.contains(UInt8(ascii: "+"))
            else { return nil }
            guard unit == 3600 || number < 60 else { return nil }
            seconds += Int(number) * unit
        }
        return seconds
    }
}
