/// The arguments of the command line, before they are parsed.
enum TimeArguments {
    /// With `--from=-24h` in the place of `--from -24h`.
    ///
    /// The parser would take the `h` of a time that begins with `-` for a wish for help, wherever something
    /// else is wrong.
    static func joined(_ arguments: some Sequence<String>) -> [String] {
        var joined: [String] = []
        for argument in arguments {
            if argument.utf8.first == UInt8(ascii: "-"), let last = joined.last, names.contains(last),
                argument.dropFirst().first?.isNumber == true
            {
                joined[joined.count - 1] = "\(last)=\(argument)"
            } else {
                joined.append(argument)
            }
        }
        return joined
    }

    private static let names = ["--from", "--to", "--at"]
}
