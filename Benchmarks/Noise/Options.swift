/// What the command line asks for.
struct Options {
    var seed: UInt64 = 1
    var days = 30.0
    /// Whether only the tables of devices at rest are wanted.
    var restAlone = false

    static let usage = """
        usage: noise-table [--seed N] [--days N] [--rest]

          --seed N  another sample of the same errors  (1)
          --days N  days that a device is parked       (30)
          --rest    only the tables of devices at rest
        """

    /// Takes the arguments after the program's name; nil where they can't be understood.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            if name == "--rest" {
                restAlone = true
                continue
            }
            guard let value = rest.popFirst() else { return nil }
            switch name {
            case "--seed":
                guard let number = UInt64(value) else { return nil }
                seed = number
            case "--days":
                guard let number = Double(value), number > 0, number <= 3650 else { return nil }
                days = number
            default: return nil
            }
        }
    }
}
