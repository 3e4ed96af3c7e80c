import BenchmarkSupport
import GeofenceCore
import NoiseCorpus

/// What other settings than the default gain, and what they cost.
enum SettingTable {
    static let settings =
        [Setting("default")]
        + [25.0, 50, 100].map { margin in Setting("margin \(Int(margin))") { $0.margin = margin } }
        + [20.0, 60, 120].map { hold in Setting("exitAfter \(Int(hold))") { $0.exitAfter = hold } }
        + [20.0, 60, 120].map { hold in Setting("enterAfter \(Int(hold))") { $0.enterAfter = hold } }
        + [
            Setting("maxSpeed 200", maxSpeed: 200),
            Setting("maxSpeed 200, exitAfter 20", maxSpeed: 200) { $0.exitAfter = 20 },
            Setting("margin 25, both after 20") {
                $0.margin = 25
                $0.enterAfter = 20
                $0.exitAfter = 20
            },
        ]

    static let models = [ErrorModel.good, .mixed, .heavy, .hidden]

    static func lines(_ sample: Sample) throws -> [String] {
        var table = MarkdownTable(
            ["setting"] + models.map(\.name) + ["wrong", "missed", "enter s", "exit s"]
        )
        let parked = try models.map { try sample.parked($0, inside: [30], outside: [30]) }
        for setting in settings {
            let scores = try parked.map { try $0.scores(setting) }
            table.add([setting.name] + scores.map(cell) + (try costs(sample, scores[0], setting)))
        }
        return table.lines
    }

    private static func cell(_ scores: [ParkingLot.Spot: ParkedScore]) -> String {
        let (inside, outside) = (scores.total(isInside: true), scores.total(isInside: false))
        return Cells.rate(inside.falsePairsPerDay) + " / " + Cells.rate(outside.falsePairsPerDay)
    }

    private static func costs(
        _ sample: Sample,
        _ scores: [ParkingLot.Spot: ParkedScore],
        _ setting: Setting
    ) throws -> [String] {
        let visits = try sample.visits(.good, setting)
        return [
            Cells.percent(scores.total().wrongShare),
            Cells.percent(visits.missedShare),
            Cells.delays(visits.enterDelays),
            Cells.delays(visits.exitDelays),
        ]
    }
}
