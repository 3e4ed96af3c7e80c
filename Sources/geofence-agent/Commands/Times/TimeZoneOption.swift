import ArgumentParser
import Foundation
import GeofenceCore

/// By which clocks times are shown, and read where they have no offset.
struct TimeZoneOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The zone of times without an offset, and of those that a table shows: such as Europe/Berlin. Without it TZ of the environment, else UTC.",
            valueName: "zone"
        )
    )
    var timezone: String?

    func validate() throws {
        do {
            _ = try table()
        } catch {
            throw ValidationError("--timezone: \(error)")
        }
    }

    /// The clocks.
    func table() throws(TimeZoneFailure) -> TimeZoneTable {
        let environment = ProcessInfo.processInfo.environment
        let files = TimeZoneFiles(environment: environment)
        if let timezone { return try files.table(timezone) }
        return Self.usual(environment["TZ"], files)
    }

    /// How tables show times.
    var face: ClockFace { ClockFace(zone: (try? table()) ?? .utc) }

    /// The zone that `TZ` names; UTC where it names none, or a rule instead of a place.
    static func usual(_ name: String?, _ files: TimeZoneFiles) -> TimeZoneTable {
        guard var name else { return .utc }
        if name.utf8.first == UInt8(ascii: ":") { name.removeFirst() }
        return (try? files.table(name, suggests: false)) ?? .utc
    }
}
