import BenchmarkSupport
import NoiseCorpus

/// Ways through a fence and past it, under the default rule.
enum DriveTable {
    static func lines(_ sample: Sample) throws -> [String] {
        var table = MarkdownTable([
            "errors, speed", "missed: middle", "chord 87 m", "enter s", "exit s", "false past: 0 m", "30 m",
            "100 m",
        ])
        for model in [ErrorModel.good, .mixed] {
            for speed in [5.0, 10, 50, 130] {
                let middle = try sample.drives(model, offset: 0, speed: speed)
                let chord = try sample.drives(model, offset: 90, speed: speed)
                let past = try [0.0, 30, 100].map { try sample.drives(model, offset: 100 + $0, speed: speed) }
                table.add(
                    [
                        "\(model.name), \(Int(speed)) km/h",
                        Cells.percent(middle.missedShare),
                        Cells.percent(chord.missedShare),
                        Cells.delays(middle.enterDelays),
                        Cells.delays(middle.exitDelays),
                    ]
                        + past.map { Cells.percent(Double($0.extra) / 2 / Double(Sample.drives)) }
                )
            }
        }
        return table.lines
    }
}
