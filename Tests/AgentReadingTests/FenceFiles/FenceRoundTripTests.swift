import BenchmarkSupport
import GeofenceCore
import Testing

@testable import geofence_agent

/// What is exported comes back.
@Suite struct FenceRoundTripTests {
    private static let seeds = Rounds.seeds(8)

    private static func fences(_ seed: UInt64) throws -> (fences: [Fence], rules: Rules) {
        var random = try RandomFences(seed: seed)
        var general = random.rules()
        (general.wifiExpiry, general.staleAfter, general.speedLimit) = (nil, nil, nil)
        return (try (1...40).map { try random.fence($0) }, general)
    }

    private static func back(_ fences: [Fence], _ format: ExportFormat, _ rules: Rules = Rules())
        -> FenceImport
    {
        let export = FenceExport.write(fences, as: format, rules: rules)
        let file = ["owntracks": "x.otrw", "traccar": "x.json"][format.rawValue] ?? "x.\(format.rawValue)"
        return FenceDocument.read(export.bytes, file: file, rules: rules)
    }

    @Test(arguments: seeds, [ExportFormat.geojson, .kml])
    func `all of a fence, whatever it has`(_ seed: UInt64, _ format: ExportFormat) throws {
        let (fences, rules) = try Self.fences(seed)
        let back = Self.back(fences, format, rules)
        #expect(back.problems == [])
        for (fence, again) in zip(fences, back.fences) { #expect(again == fence) }
        #expect(back.fences.count == fences.count)
    }

    @Test(arguments: seeds, [ExportFormat.csv, .wkt, .traccar])
    func `the place and the id of what the format has`(_ seed: UInt64, _ format: ExportFormat) throws {
        let (fences, _) = try Self.fences(seed)
        let export = FenceExport.write(fences, as: format)
        let leftOut = Set(export.leftOut.map(\.id))
        let back = Self.back(fences, format)
        #expect(back.problems == [])
        let expected = fences.filter { !leftOut.contains($0.id) }
        #expect(back.fences.map(\.id) == expected.map(\.id))
        for (fence, again) in zip(expected, back.fences) where format != .wkt || fence.kind == "circle" {
            if fence.kind != "rectangle" { #expect(again.shape == fence.shape) }
        }
    }

    @Test(arguments: seeds)
    func `circles by way of OwnTracks, to a metre`(_ seed: UInt64) throws {
        let (fences, _) = try Self.fences(seed)
        let circles = fences.filter { $0.circle != nil }
        let back = Self.back(fences, .owntracks)
        #expect(back.problems == [])
        #expect(back.fences.map(\.id) == circles.map(\.id))
        #expect(back.fences.map(\.name) == circles.map(\.name))
        for (fence, again) in zip(circles, back.fences) {
            #expect(again.circle?.center == fence.circle?.center)
            #expect(abs((again.circle?.radius ?? 0) - (fence.circle?.radius ?? 0)) <= 0.5)
        }
    }
}
