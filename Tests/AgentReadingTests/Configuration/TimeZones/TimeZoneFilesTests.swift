import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Which names are zones, and what their clocks show.
@Suite struct TimeZoneFilesTests {
    @Test(arguments: [
        ("Europe/Berln", "\"Europe/Berln\" is unknown, did you mean \"Europe/Berlin\"?"),
        ("europe/berlin", "\"europe/berlin\" is unknown, did you mean \"Europe/Berlin\"?"),
        ("Berlin", "\"Berlin\" is unknown, did you mean \"Europe/Berlin\"?"),
        ("New York", "\"New York\" is unknown, did you mean \"America/New_York\"?"),
        ("cet", "\"cet\" is unknown, did you mean \"CET\"?"),
        ("CEST", none("CEST")), ("BST", none("BST")), ("+01:00", none("+01:00")), ("GMT+2", none("GMT+2")),
        ("Europe", none("Europe")), ("zone.tab", none("zone.tab")), ("leapseconds", none("leapseconds")),
        ("../zones/CET", none("../zones/CET")), ("/etc/passwd", none("/etc/passwd")),
        ("CET/x", none("CET/x")), ("", none("")),
        ("posix/Europe/Rome", none("posix/Europe/Rome")),
    ])
    func `names that are none`(_ name: String, _ text: String) throws {
        let folder = try ConfigurationFolder()
        let files = TimeZoneFiles(environment: try folder.zones())
        let error = #expect(throws: TimeZoneFailure.self) { try files.table(name) }
        #expect(error?.description == text)
    }

    private static func none(_ name: String) -> String {
        "\"\(name)\" is no time zone; name a city's, such as \"Europe/Berlin\", or \"UTC\""
    }

    @Test func `what was meant is looked for a few times alone, since it takes all files`() throws {
        let folder = try ConfigurationFolder()
        var cache = TimeZoneCache(files: TimeZoneFiles(environment: try folder.zones()))
        let suggestions = (0..<10).map { number -> Bool in
            do throws(TimeZoneFailure) {
                _ = try cache.table("Europe/Berli\(number)")
                return true
            } catch { return error.description.contains("did you mean") }
        }
        #expect(suggestions == [true, true, true, true] + Array(repeating: false, count: 6))
    }

    @Test func `a damaged file`() throws {
        let folder = try ConfigurationFolder()
        let files = TimeZoneFiles(environment: try folder.zones())
        let error = #expect(throws: TimeZoneFailure.self) { try files.table("Europe/Damaged") }
        #expect(
            error.map { folder.relative("\($0)") } == "Europe/Damaged is damaged; install tzdata anew"
        )
    }

    @Test func `without the folder there is UTC alone`() throws {
        let files = TimeZoneFiles(environment: ["TZDIR": "/nowhere"])
        #expect(try files.table("UTC") == .utc)
        let error = #expect(throws: TimeZoneFailure.self) { try files.table("Europe/Berlin") }
        #expect(
            error?.description
                == "/nowhere with the time zones is missing; install tzdata, or take \"UTC\""
        )
    }

    /// Foundation's data are as old as the toolchain, so nothing is compared that a government may still
    /// change.
    @Test(arguments: [
        ("Europe/Berlin", 2100), ("America/New_York", 2100), ("Australia/Lord_Howe", 2100),
        ("Asia/Kathmandu", 2100), ("Pacific/Apia", 2025), ("Europe/Istanbul", 2025),
        ("Africa/Casablanca", 2025), ("America/Sao_Paulo", 2025), ("Asia/Tehran", 2025),
        ("Europe/Dublin", 2025), ("Etc/GMT+5", 2100), ("UTC", 2100),
    ])
    func `this machine's files agree with Foundation`(_ name: String, _ year: Int64) throws {
        let files = TimeZoneFiles(environment: [:])
        let zone = try #require(TimeZone(identifier: name))
        let end = try #require(Timestamp(iso8601: "\(year)-01-01T00:00:00Z"))
        let table = try files.table(name)
        #expect(table.name == name)
        #expect(table.firstOffset == zone.secondsFromGMT(for: Date(timeIntervalSince1970: 0)))
        #expect(table.changes.filter { $0.from < end } == zone.changes(before: end))
    }
}

extension TimeZone {
    /// The moments from 1970 on at which the offset changes.
    fileprivate func changes(before end: Timestamp) -> [TimeZoneTable.Change] {
        var changes: [TimeZoneTable.Change] = []
        var date = Date(timeIntervalSince1970: 0)
        var last = secondsFromGMT(for: date)
        while let next = nextDaylightSavingTimeTransition(after: date), next > date {
            let from = Timestamp(milliseconds: Int64(next.timeIntervalSince1970) * 1000)
            guard from < end else { break }
            let offset = secondsFromGMT(for: next)
            if offset != last { changes.append(TimeZoneTable.Change(from: from, offset: offset)) }
            (date, last) = (next, offset)
        }
        return changes
    }
}
