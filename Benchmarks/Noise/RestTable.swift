import BenchmarkSupport
import GeofenceCore
import NoiseCorpus

/// What judging a device at rest by where it rests gains where it is parked, and what it costs where it
/// isn't.
enum RestTable {
    static let models =
        [5.0, 15, 30, 65].map { ErrorModel.constant($0, within: 300) }
        + [0.0, 60, 1800].map { ErrorModel.constant(15, within: $0) }
        + [.silent, .good, .heavy, .hidden, .phone]
        + [.heavy.reporting(speedWithin: 0.5), .hidden.reporting(speedWithin: 0.5)]

    static let costs = [
        ErrorModel.good, .constant(15, within: 300), .heavy, .hidden, .phone, .silent,
        .heavy.reporting(speedWithin: 0.5),
    ]

    static let settings = [
        Setting("off", rest: .off), Setting("on", rest: .oneFix), Setting("two fixes", rest: .twoFixes),
        Setting("firm", rest: .firm),
    ]

    /// Metres to the edge, negative inside.
    static let places = [-30.0, -10, 0, 10, 20, 30, 50, 100]

    static func parked(_ sample: Sample) throws -> [String] {
        var table = MarkdownTable(["errors, rest"] + places.map { "\(Int($0)) m" })
        for model in models {
            let (inside, outside) = (places.filter { $0 < 0 }.map { -$0 }, places.filter { $0 >= 0 })
            let parked = try sample.parked(model, inside: inside, outside: outside, radii: [50, 100, 500])
            for setting in settings {
                let scores = try parked.scores(setting)
                table.add(
                    ["\(model.name), \(setting.name)"]
                        + places.map { place in
                            let score = scores.total(isInside: place < 0, distance: abs(place))
                            return Cells.rate(score.falsePairsPerDay)
                        }
                )
            }
        }
        return table.lines
    }

    static func visits(_ sample: Sample) throws -> [String] {
        var table = MarkdownTable([
            "errors, rest", "missed: 60 s, 25 m", "enter s", "exit s", "300 s, 25 m", "drive, 30 km/h",
            "enter s", "exit s", "on foot", "enter s", "exit s",
        ])
        for model in costs {
            for setting in settings {
                let short = try sample.visits(model, setting)
                let long = try sample.visits(model, setting, seconds: 300)
                let drive = try sample.drives(model, offset: 0, speed: 30, setting)
                let walk = try sample.drives(model, offset: 0, speed: 5, setting)
                var cells = ["\(model.name), \(setting.name)", Cells.percent(short.missedShare)]
                cells += [Cells.delays(short.enterDelays), Cells.delays(short.exitDelays)]
                cells.append(Cells.percent(long.missedShare))
                for score in [drive, walk] {
                    cells += [
                        Cells.percent(score.missedShare), Cells.delays(score.enterDelays),
                        Cells.delays(score.exitDelays),
                    ]
                }
                table.add(cells)
            }
        }
        return table.lines
    }
}
