import CLibrary

/// Prints what becomes of simulated lives, as Markdown.
@main
enum LifeTable {
    static func main() throws {
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
            print(Options.usage)
            exit(64)
        }
        print("Seed \(options.seed); \(options.lives) lives of each person, \(options.weeks) weeks each.")
        if options.hasNotes { return show("Lives that change", try CourseTable.lines(options)) }
        show("Zones and labels", try PersonTable.lines(options))
        show("Lives that change", try CourseTable.lines(options))
        show("Scatter: all persons together", try ScatterTable.lines(options))
        show("Visits found in fixes of two weeks", try FixTable.lines(options))
        show("Memory", try MemoryTable.lines())
        show("Cost", try CostTable.lines())
    }

    private static func show(_ title: String, _ lines: [String]) {
        print("\n### \(title)\n")
        for line in lines { print(line) }
    }
}
