import BenchmarkSupport
import GeofenceCore
import NoiseCorpus

/// False pairs a day of a parked device by its distance to the edge, under the default rule.
enum DistanceTable {
    static func lines(_ sample: Sample) throws -> [String] {
        var table = MarkdownTable(["errors, side"] + Sample.distances.map { "\(Int($0)) m" })
        for model in ErrorModel.all {
            let scores = try sample.parked(model, radii: [25, 50, 100, 200, 500]).scores(Setting(.hysteresis))
            for isInside in [true, false] {
                let cells = Sample.distances.map { distance in
                    Cells.rate(scores.total(isInside: isInside, distance: distance).falsePairsPerDay)
                }
                table.add(["\(model.name), \(isInside ? "inside" : "outside")"] + cells)
            }
        }
        return table.lines
    }
}
