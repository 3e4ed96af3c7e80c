@testable import AgentTestSupport

/// The bytes of a compiled time zone, version 2, with the changes of one offset after another.
struct ZoneFileBytes {
    var firstOffset: Int32 = 0
    var changes: [(second: Int64, offset: Int32)] = []
    var footer = ""
    var version = UInt8(ascii: "2")
    var leapCount: UInt32 = 0

    /// A file whose first part is empty, as `zic -b slim` makes it.
    var bytes: [UInt8] {
        let count = UInt32(changes.count)
        var bytes = header([0, 0, 0, 0, 1, 1]) + [UInt8](repeating: 0, count: 7)
        bytes += header([0, 0, leapCount, count, count + 1, 1])
        for change in changes { bytes += bigEndian(change.second) }
        for index in changes.indices { bytes.append(UInt8(index + 1)) }
        for offset in [firstOffset] + changes.map(\.offset) { bytes += bigEndian(offset) + [0, 0] }
        bytes.append(0)
        for _ in 0..<leapCount { bytes += [UInt8](repeating: 0, count: 12) }
        return bytes + Array("\n\(footer)\n".utf8)
    }

    private func header(_ counts: [UInt32]) -> [UInt8] {
        Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15) + counts.flatMap(bigEndian)
    }

    private func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}

extension ConfigurationFolder {
    /// Makes this the folder of the time zones, with some in it; the environment that says so.
    func zones() throws -> [String: String] {
        let berlin = ZoneFileBytes(firstOffset: 3600, footer: "CET-1CEST,M3.5.0,M10.5.0/3")
        for name in ["Europe/Berlin", "America/New_York", "America/Argentina/Salta", "CET", "EST"] {
            try makeFolder(of: name)
            write(name, berlin.bytes)
        }
        try makeFolder(of: "posix/Europe/Rome")
        write("posix/Europe/Rome", berlin.bytes)
        write("Europe/Damaged", berlin.bytes.dropLast(2))
        write("zone.tab", "# no zone".utf8)
        write("leapseconds", "# no zone".utf8)
        return ["TZDIR": String(path.dropLast())]
    }
}
