/// What the command line asks for.
struct Options {
    var fences = [1, 1000, 100_000, 1_000_000]
    var rounds = 15
    var fixes = 200_000

    static let usage = """
        usage: engine-speed [--fences LIST] [--rounds N] [--fixes N]

          --fences LIST  numbers of fences; the costs are compared with those of 1000, else of the first  (1,1000,100000,1000000)
          --rounds N     rounds of each, in turn; the median is told                        (15)
          --fixes N      fixes a round                                                      (200000)
        """

    /// Takes the arguments after the program's name; nil where they can't be understood.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            let numbers = (rest.popFirst() ?? "").split(separator: ",").map { Int($0) ?? 0 }
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
}
