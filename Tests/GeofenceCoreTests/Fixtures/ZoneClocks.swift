import GeofenceCore
import Testing

/// Clocks of real zones over some years, each with something of its own.
///
/// Made with `zdump -V` of glibc 2.36 from tzdata 2025b. The first column is the offset in seconds before the
/// first change; then come pairs: a change, and the offset from then on.
enum ZoneClocks: String, CaseIterable {
    /// 2025 to 2028: an hour, in the night.
    case berlin = """
        Europe/Berlin 3600
        2025-03-30T01:00:00Z 7200   2025-10-26T01:00:00Z 3600
        2026-03-29T01:00:00Z 7200   2026-10-25T01:00:00Z 3600
        2027-03-28T01:00:00Z 7200   2027-10-31T01:00:00Z 3600
        2028-03-26T01:00:00Z 7200   2028-10-29T01:00:00Z 3600
        """
    /// 2025 to 2027: an hour, west of UTC.
    case newYork = """
        America/New_York -18000
        2025-03-09T07:00:00Z -14400   2025-11-02T06:00:00Z -18000
        2026-03-08T07:00:00Z -14400   2026-11-01T06:00:00Z -18000
        2027-03-14T07:00:00Z -14400   2027-11-07T06:00:00Z -18000
        """
    /// 2025 to 2027: half an hour, in the south.
    case lordHowe = """
        Australia/Lord_Howe 39600
        2025-04-05T15:00:00Z 37800   2025-10-04T15:30:00Z 39600
        2026-04-04T15:00:00Z 37800   2026-10-03T15:30:00Z 39600
        2027-04-03T15:00:00Z 37800   2027-10-02T15:30:00Z 39600
        """
    /// 2025 to 2027: the clocks are put back from 01:00 to 00:00.
    case havana = """
        America/Havana -18000
        2025-03-09T05:00:00Z -14400   2025-11-02T05:00:00Z -18000
        2026-03-08T05:00:00Z -14400   2026-11-01T05:00:00Z -18000
        2027-03-14T05:00:00Z -14400   2027-11-07T05:00:00Z -18000
        """
    /// 2025 to 2028: an hour back for Ramadan.
    case casablanca = """
        Africa/Casablanca 3600
        2025-02-23T02:00:00Z 0   2025-04-06T02:00:00Z 3600
        2026-02-15T02:00:00Z 0   2026-03-22T02:00:00Z 3600
        2027-02-07T02:00:00Z 0   2027-03-14T02:00:00Z 3600
        2028-01-23T02:00:00Z 0   2028-03-05T02:00:00Z 3600
        """
    /// 1985 and 1986: once and for all, by a quarter of an hour.
    case kathmandu = """
        Asia/Kathmandu 19800
        1985-12-31T18:30:00Z 20700
        """
    /// 2010 to 2012: 2011-12-30 never was.
    case apia = """
        Pacific/Apia -39600
        2010-09-26T11:00:00Z -36000   2011-04-02T14:00:00Z -39600
        2011-09-24T14:00:00Z -36000   2011-12-30T10:00:00Z 50400
        2012-03-31T14:00:00Z 46800   2012-09-29T14:00:00Z 50400
        """
    /// No change at all.
    case utc = "UTC 0"

    /// The zone.
    func table() throws -> TimeZoneTable {
        let words = rawValue.split(whereSeparator: \.isWhitespace).map(String.init)
        let changes = try stride(from: 2, to: words.count, by: 2).map {
            try TimeZoneTable.Change(from: .iso(words[$0]), offset: #require(Int(words[$0 + 1])))
        }
        return try TimeZoneTable(name: words[0], firstOffset: #require(Int(words[1])), changes: changes)
    }
}

extension Timestamp {
    /// A moment by its name.
    static func iso(_ text: String) throws -> Timestamp {
        try #require(Timestamp(iso8601: text), "\(text)")
    }
}
