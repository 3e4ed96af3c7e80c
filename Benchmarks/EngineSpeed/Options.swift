/// What the command line asks for.
struct Options {
    var tables = ["circles", "polygons", "features"]
    var fences = [1, 1000, 100_000, 1_000_000]
    var rounds = 15
    var fixes = 200_000

    static let usage = """
        usage: engine-speed [--tables LIST] [--fences LIST] [--rounds N] [--fixes N]

          --tables LIST  which tables to print                                              (circles,polygons,features)
          --fences LIST  numbers of circles; costs are compared with those of 1000, else of the first  (1,1000,100000,1000000)
          --rounds N     rounds of each, in turn; the median is told                        (15)
          --fixes N      fixes a round                                                      (200000)
        """

    /// Takes the arguments after the program's name; nil where they can't be understood.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            let words = (rest.popFirst() ?? "").split(separator: ",").map(String.init)
            if name == "--tables", !words.isEmpty, words.allSatisfy(tables.contains) {
                tables = words
                continue
            }
            let numbers = words.map { Int($0) ?? 0 }
            guard let first = numbers.first, numbers.allSatisfy({ $0 > 0 && $0 <= 100_000_000 }) else {
                return nil
            }
            switch name {
            case "--fences": fences = numbers
            case "--rounds": rounds = first
            case "--fixes": fixes = first
            default: return nil
            }
        }
    }

    /// The loads of a table, and the index of the one that the others are compared with.
    func loads(_ table: String) -> (loads: [Load], base: Int) {
        switch table {
        case "circles": (Load.circles(fences), fences.firstIndex(of: 1000) ?? 0)
        case "polygons": (Load.polygons, 0)
        default: (Load.features, 0)
        }
    }
}
