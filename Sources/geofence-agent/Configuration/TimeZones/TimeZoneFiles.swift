internal import CLibrary
import GeofenceCore

/// The time zones that this machine knows: the compiled files of the IANA time zone database in a folder.
///
/// Debian's package tzdata keeps them up to date, also when the program is not built anew. Foundation's
/// `TimeZone` gives the same offsets, but from data built into it, whatever the machine learns later; it also
/// takes names that are none, such as `GMT+2`.
struct TimeZoneFiles: Hashable, Sendable {
    /// The folder, without a slash at the end.
    let folder: String

    /// Where Debian's tzdata puts them.
    static let usual = "/usr/share/zoneinfo"

    /// Looks where the environment variable `TZDIR` says, as the C library does, or else in the usual folder.
    init(environment: [String: String]) {
        folder = environment["TZDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? Self.usual
    }

    /// The clocks of a zone; those of UTC need no file.
    ///
    /// - Throws: `TimeZoneFailure` where there is no such zone, with the one that was meant where `suggests`
    ///   says so, or where its file can't be used.
    /// - Complexity: to find what was meant, all files are read.
    func table(_ name: String, suggests: Bool = true) throws(TimeZoneFailure) -> TimeZoneTable {
        guard name != TimeZoneTable.utc.name else { return .utc }
        guard FileContents.exists(folder) else { throw .noFolder(folder) }
        guard Self.isName(name), let bytes = try bytes(name) else {
            throw .unknown(name, nearest: suggests ? nearest(to: name) : nil)
        }
        guard let file = TimeZoneFile(bytes), let table = file.table(name: name) else {
            throw .damaged("\(folder)/\(name)")
        }
        return table
    }

    /// Whether a text can be a name of the database: words of ASCII letters, digits, `_`, `+` and `-` between
    /// slashes.
    ///
    /// Source: the file `theory.html` of the database, "Names of timezones". The folder holds some files
    /// beside it.
    static func isName(_ text: String) -> Bool {
        let words = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard let first = words.first, !notZones.contains(Substring(first)) else { return false }
        return words.allSatisfy { !$0.isEmpty && $0.allSatisfy(isOfName) }
    }

    private static let notZones: Set<Substring> = ["posix", "right", "posixrules", "localtime", "Factory"]

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: [UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-")].contains(byte)
        }
    }

    /// A zone's file; nil where there is none, or what is there is no zone.
    private func bytes(_ name: String) throws(TimeZoneFailure) -> [UInt8]? {
        let path = "\(folder)/\(name)"
        do {
            let bytes = try FileContents(path: path).bytes
            return bytes.starts(with: TimeZoneFile.magic) ? bytes : nil
        } catch .system(ENOENT), .system(ENOTDIR), .system(EISDIR) {
            return nil
        } catch {
            throw .file(path, error)
        }
    }
}
