/// The way to a value in a document, such as `fences[3].rules.margin`.
///
/// It is put into words where somebody asks for them: of very many values hardly any is reported.
enum ValuePath: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// In words already; empty for the outermost value.
    case words(String)
    indirect case member(ValuePath, String)
    indirect case element(ValuePath, Int)

    init(stringLiteral words: String) { self = .words(words) }

    /// The same in words; empty for the outermost value.
    var description: String {
        switch self {
        case .words(let words): return words
        case .member(let object, let name):
            let words = object.description
            return words.isEmpty ? name : "\(words).\(name)"
        case .element(let list, let index): return "\(list.description)[\(index)]"
        }
    }
}
