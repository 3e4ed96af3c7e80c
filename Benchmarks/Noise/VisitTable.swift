import BenchmarkSupport
import GeofenceCore
import NoiseCorpus

/// Visits missed under the default rule, by how long they last and how often the device tells its place.
enum VisitTable {
    static func lines(_ sample: Sample) throws -> [String] {
        var table = MarkdownTable(["visit"] + ErrorModel.all.map(\.name))
        for (interval, lengths) in [(10.0, [30.0, 60, 120, 600]), (60, [60, 600])] {
            for seconds in lengths {
                let cells = try ErrorModel.all.map { model in
                    let score = try sample.visits(
                        model,
                        Setting(.hysteresis),
                        seconds: seconds,
                        interval: interval
                    )
                    return Cells.percent(score.missedShare)
                }
                table.add(["\(Int(seconds)) s, a fix every \(Int(interval)) s"] + cells)
            }
        }
        return table.lines
    }
}
