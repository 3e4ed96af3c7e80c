import BenchmarkSupport
import GeofenceCore
import NoiseCorpus

/// A device parked beside circles, corners and corridors, under the default rule.
enum ShapeTable {
    static let models = [
        ErrorModel.constant(15, within: 300), .constant(15, within: 1800), .silent, .good, .hidden, .phone,
    ]

    static func lines(_ sample: Sample) throws -> [String] {
        let places = RestTable.places
        var table = MarkdownTable(["errors, shape"] + places.map { "\(Int($0)) m" })
        let setting = Setting("the default")
        for model in models {
            for radius in [25.0, 200, 500] {
                let (inside, outside) = (places.filter { $0 < 0 }.map { -$0 }, places.filter { $0 >= 0 })
                let parked = try sample.parked(model, inside: inside, outside: outside, radii: [radius])
                let scores = try parked.scores(setting)
                table.add(
                    ["\(model.name), a circle of \(Int(radius)) m"]
                        + places.map { place in
                            cell(scores.total(isInside: place < 0, distance: abs(place)))
                        }
                )
            }
            let observations = try sample.parked(model, inside: [], outside: [100], radii: [25]).observations
            for shape in ParkedShape.allCases {
                let scores = try shape.scores(
                    observations,
                    edges: places,
                    days: sample.options.days,
                    setting
                )
                table.add(["\(model.name), \(shape.rawValue)"] + scores.map { $0.map(cell) ?? "–" })
            }
        }
        return table.lines
    }

    private static func cell(_ score: ParkedScore) -> String {
        score.seconds > 0 ? Cells.rate(score.falsePairsPerDay) : "–"
    }
}
