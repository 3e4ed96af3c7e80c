import CLibrary

/// Prints how the rules bear position errors, as Markdown.
@main
enum NoiseTable {
    static func main() throws {
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
            print(Options.usage)
            exit(64)
        }
        let sample = Sample(options: options)
        print(
            "Seed \(options.seed); parked for \(Cells.rate(options.days)) days; a fix every 10 s where nothing else is said."
        )
        if options.restAlone {
            try show(
                "At rest: false pairs a day by metres from the edge, negative inside",
                RestTable.parked(sample)
            )
            try show("At rest: what it costs", RestTable.visits(sample))
            return try showMore(sample)
        }
        try show(
            "Each rule: false pairs a day, time on the wrong side at 30 m, visits of 60 s to a fence of 25 m",
            RuleTable.lines(sample)
        )
        try show("The default rule: false pairs a day by distance to the edge", DistanceTable.lines(sample))
        try show(
            "Settings: false pairs a day 30 m inside / 30 m outside; the rest for honest errors of 5–15 m",
            SettingTable.lines(sample)
        )
        try show("The default rule: visits missed of a fence of 25 m", VisitTable.lines(sample))
        try show("The default rule: drives through a fence of 100 m, and past it", DriveTable.lines(sample))
        try show(
            "At rest: false pairs a day by metres from the edge, negative inside",
            RestTable.parked(sample)
        )
        try show("At rest: what it costs", RestTable.visits(sample))
        try showMore(sample)
    }

    private static func showMore(_ sample: Sample) throws {
        try show("At rest by default: false pairs a day by shape", ShapeTable.lines(sample))
        try show("At rest: small moves over an edge, after two hours", MoveTable.lines(sample))
    }

    private static func show(_ title: String, _ lines: [String]) {
        print("\n### \(title)\n")
        for line in lines { print(line) }
    }
}
