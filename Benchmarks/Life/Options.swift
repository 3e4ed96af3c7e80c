/// What the command line asks for.
struct Options {
    var seed: UInt64 = 1
    var lives = 10
    var weeks = 12
    /// Whether lives that change alone are wanted, and each mistake.
    var hasNotes = false

    static let usage = """
        usage: life-table [--seed N] [--lives N] [--weeks N] [--changes]

          --seed N   other lives of the same persons  (1)
          --lives N  lives of each person             (10)
          --weeks N  weeks of a life, 4 to 500        (12)
          --changes  the table of lives that change alone, and each wrong or lost label
        """

    /// Takes the arguments after the program's name; nil where they can't be understood.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            if name == "--changes" {
                hasNotes = true
                continue
            }
            guard let value = rest.popFirst(), let number = UInt64(value) else { return nil }
            switch name {
            case "--seed": seed = number
            case "--lives" where (1...1000).contains(number): lives = Int(number)
            case "--weeks" where (4...500).contains(number): weeks = Int(number)
            default: return nil
            }
        }
    }

    /// A seed for each life.
    var seeds: [UInt64] { (0..<UInt64(lives)).map { seed &* 1_000 &+ $0 } }
}
