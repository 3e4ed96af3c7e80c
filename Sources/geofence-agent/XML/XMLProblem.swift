/// Why a text is no XML that is read here.
enum XMLProblem: Error, Hashable, CustomStringConvertible {
    /// There is no element in it.
    case noElement
    /// It ends within an element: its name.
    case unclosed(String)
    /// A tag, a comment or the like is not as XML has it.
    case tag
    /// An element is closed by the tag of another: both names.
    case mismatch(String, String)
    /// There is something behind the outermost element.
    case trailing
    /// It defines a document type, which may hold anything.
    case doctype
    /// Elements are within each other deeper than `XMLReader.maximumDepth`.
    case depth

    var description: String {
        switch self {
        case .noElement: "is no XML"
        case .unclosed(let name): "is cut off within <\(name)>"
        case .tag: "has a tag that is no XML"
        case .mismatch(let open, let close): "closes <\(open)> with </\(close)>"
        case .trailing: "goes on behind its outermost element"
        case .doctype: "has a DOCTYPE, which is not read; remove it"
        case .depth: "has more than \(XMLReader.maximumDepth) elements within each other"
        }
    }
}
