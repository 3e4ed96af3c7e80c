import GeofenceCore
@testable import geofence_agent

/// What holds for the contents of every file of fences, whichever format they are taken for.
enum FenceFileProperties {
    static func check(_ bytes: [UInt8]) throws(Finding) {
        try check(bytes, nil, "x")
        for format in FenceFileFormat.allCases { try check(bytes, format, "x.\(format.rawValue)") }
    }

    private static func check(_ bytes: [UInt8], _ format: FenceFileFormat?, _ file: String) throws(Finding) {
        let options = FenceFileOptions(width: format == .kml ? 30 : nil, radius: format == .gpx ? 50 : nil)
        let result = FenceDocument.read(bytes, file: file, format: format, options: options)
        let again = FenceDocument.read(bytes, file: file, format: format, options: options)
        try requireSame(again, result, "a document that is read twice")
        let whole = FenceDocument.read(
            bytes,
            file: file,
            format: format,
            options: options,
            readsPlainly: false
        )
        try requireSame(whole, result, "a document whose features are all read whole")
        try checkReport(result, lines: bytes.count { $0 == UInt8(ascii: "\n") } + 1)
        guard !result.isRefused else { return }
        try checkFences(result.fences)
    }

    private static func checkReport(_ result: FenceImport, lines: Int) throws(Finding) {
        try require(!result.isRefused || result.fences.isEmpty, "some of a refused document is taken")
        try requireSame(result.positions.count, result.fences.count, "a place for each fence")
        for problem in result.problems {
            try require(!problem.message.isEmpty, "without a message: \(problem)")
            try require(
                (1...lines).contains(problem.position?.line ?? 1),
                "a line beyond the file: \(problem)"
            )
        }
        for (index, feature) in result.features.shown.enumerated() {
            try requireSame(feature.index, index + 1, "the number of a feature")
            if case .refused(let problems) = feature.outcome {
                try require(
                    !problems.isEmpty,
                    "feature \(index + 1) is refused, and nothing is wrong with it"
                )
            }
        }
        let json = String(decoding: result.json.bytes, as: UTF8.self)
        try require((try? JSONDocument.parse(json)) != nil, "a report that is no JSON: \(json)")
    }

    /// What is exported as GeoJSON comes back the same; the other formats are written and read.
    private static func checkFences(_ fences: [Fence]) throws(Finding) {
        try requireSame(Set(fences.map(\.id)).count, fences.count, "the ids of fences, each once")
        for fence in fences { try FenceProperties.checkBytes(fence) }
        for format in ExportFormat.allCases {
            let export = FenceExport.write(fences, as: format)
            let file = format == .traccar ? "x.json" : "x"
            let read = FenceFileFormat(rawValue: format.rawValue)
            let back = FenceDocument.read(export.bytes, file: file, format: read)
            guard format == .geojson else { continue }
            try requireSame(back.problems, [], "problems of fences that are exported")
            try requireSame(back.fences, fences, "fences that are exported and read")
        }
    }
}
