import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// A file that is named more than once is read once.
@Suite struct SameFileTests {
    private let folder: ConfigurationFolder
    private static let circle = "id,latitude,longitude,radius\na,52,13,100\n"

    init() throws {
        folder = try ConfigurationFolder()
        folder.write("a.csv", Self.circle.utf8)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "link.csv",
            withDestinationPath: "a.csv"
        )
    }

    @Test(arguments: [
        ["a.csv", "./a.csv"], ["a.csv", "a.csv"], ["link.csv", "a.csv"], ["a.csv", "*.csv"],
    ])
    func `in fenceFiles`(_ files: [String]) throws {
        let list = files.map { "\"\($0)\"" }.joined(separator: ",")
        let text =
            "{\"mqtt\":{\"host\":\"h\"},\"sources\":[{\"topic\":\"a/{device}\"}],\"fenceFiles\":[\(list)]}"
        let configuration = try folder.load(text)
        #expect(configuration.fences.map(\.id.description) == ["a"])
        #expect(configuration.fenceFiles.count == 1)
    }

    @Test func `in an import, with word of it`() throws {
        folder.write("b.csv", Self.circle.utf8)
        var merge = FenceMerge(
            rules: Rules(),
            fences: [],
            in: "",
            timeZones: TimeZoneFiles(environment: [:])
        )
        let (first, second) = (folder.path + "a.csv", folder.path + "link.csv")
        for file in [first, second] { merge.read(file, format: nil, options: FenceFileOptions()) }
        #expect(!merge.isRefused && merge.fences.map(\.id.description) == ["a"])
        #expect(merge.imports.last?.notes == ["is \(first) once more, and read once"])
        // The same text in another file is a mistake.
        merge.read(folder.path + "b.csv", format: nil, options: FenceFileOptions())
        #expect(merge.isRefused)
    }
}
