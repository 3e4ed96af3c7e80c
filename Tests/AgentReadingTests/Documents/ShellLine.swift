/// The commands of a line of a shell, as far as pages need it: quotes, and what stands between commands.
struct ShellLine {
    /// The words of each command.
    private(set) var commands: [[String]] = [[]]
    private var word: String?

    init(_ text: String) {
        var quote: Character?
        for character in text {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else {
                switch character {
                case "'", "\"": (quote, word) = (character, word ?? "")
                case " ": endWord()
                case "&", "|", ";": endCommand()
                default: word = (word ?? "") + String(character)
                }
            }
        }
        endCommand()
        commands.removeAll { $0.isEmpty }
    }

    private mutating func endWord() {
        if let word { commands[commands.count - 1].append(word) }
        word = nil
    }

    private mutating func endCommand() {
        endWord()
        commands.append([])
    }

    /// The commands without `sudo` and without settings of the environment before them.
    var plain: [[String]] {
        commands.map { words in
            Array(words.drop { $0 == "sudo" || $0.wholeMatch(of: /[A-Z_]+=.*/) != nil })
        }
    }
}
