import BenchmarkSupport
import GeofenceCore
import NoiseCorpus

/// How late a small move over an edge is told, of a device that rests for two hours before and after it.
enum MoveTable {
    static func lines(_ sample: Sample) throws -> [String] {
        let moves: [(inside: Double, outside: Double)] = [(5, 15), (10, 25), (20, 40)]
        var table = MarkdownTable(
            ["errors, rest"]
                + moves.flatMap {
                    ["-\(Int($0.inside)) to \(Int($0.outside)) m: exit s", "never", "enter s", "never"]
                }
        )
        for model in [ErrorModel.good, .constant(15, within: 300), .silent] {
            for setting in RestTable.settings where setting.rest != .twoFixes {
                let cells = try moves.flatMap { move in
                    let score = try sample.moves(model, inside: move.inside, outside: move.outside, setting)
                    return [
                        Cells.delays(score.exitDelays), Cells.percent(score.exitsNotTold),
                        Cells.delays(score.enterDelays), Cells.percent(score.entersNotTold),
                    ]
                }
                table.add(["\(model.name), \(setting.name)"] + cells)
            }
        }
        return table.lines
    }
}
