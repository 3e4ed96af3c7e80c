/// Goes through an XML document from one tag to the next, without building anything of it.
///
/// It reads what data files hold: elements, attributes, text, CDATA; comments and processing instructions are
/// passed over, document types and with them own entities refused. Names count without their prefix. Of the
/// encodings only their ASCII matters: UTF-8, Latin and the like. Checked is what makes a reader lose its
/// way: tags that don't match, a missing end. Time and memory are those of one pass, whatever the input.
struct XMLReader {
    enum Event: Hashable {
        /// An element begins; its attributes are in `attributes`.
        case start(ArraySlice<UInt8>)
        /// The innermost element ends.
        case end
        /// Text within an element, maybe a part of it.
        case text(XMLText)
    }

    /// Elements within each other.
    static let maximumDepth = 256

    private var bytes: [UInt8]
    private var at = 0
    private var openNames: [ArraySlice<UInt8>] = []
    /// Whether nothing is appended any more.
    private var isWhole = true
    private var isBegun = true
    private var isEmptyElement = false
    private var hasRoot = false
    /// How far lines and columns are counted.
    private var counted = (at: 0, position: TextPosition())
    private var tagStart = 0
    /// How much of what comes next was looked through for its end, which later pieces may bring, and within
    /// which quote.
    private var searched: (count: Int, quote: UInt8?) = (0, nil)

    /// Of the element that began last: names without prefix, and values.
    private(set) var attributes: [(name: ArraySlice<UInt8>, value: XMLText)] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    }

    /// Begins a document that comes in pieces: nil from `next` asks for the next one, until the last.
    init() {
        (bytes, isWhole, isBegun) = ([], false, false)
    }

    /// Adds a piece, and drops what has been read.
    ///
    /// Slices that were given out stay good.
    mutating func append(_ piece: UnsafeRawBufferPointer, isLast: Bool) {
        while counted.at < at {
            counted.position.advance(over: bytes[counted.at])
            counted.at += 1
        }
        // Each would keep its piece in memory.
        attributes.removeAll()
        openNames = openNames.map { Array($0)[...] }
        bytes.removeFirst(at)
        bytes += piece
        (at, tagStart, counted.at) = (0, 0, 0)
        isWhole = isLast
        guard !isBegun, isLast || bytes.count >= 3 else { return }
        isBegun = true
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    }

    /// How many bytes wait for the rest of what they begin.
    var pending: Int { bytes.count - at }

    /// The number of elements that are open.
    var depth: Int { openNames.count }

    /// The line of the last tag or problem, from 1.
    mutating func line() -> Int { position().line }

    /// The place of the last tag or problem.
    ///
    /// - Complexity: one pass over the document in all, however often it is asked for.
    mutating func position() -> TextPosition {
        while counted.at < tagStart {
            counted.position.advance(over: bytes[counted.at])
            counted.at += 1
        }
        return counted.position
    }

    /// The value of an attribute of the element that began last.
    func attribute(_ name: StaticString) -> XMLText? {
        attributes.first { name.matches($0.name) }?.value
    }

    /// What comes next; nil at the end of the document.
    ///
    /// - Throws: what is wrong; there is no going on from there.
    mutating func next() throws(XMLProblem) -> Event? {
        if isEmptyElement {
            isEmptyElement = false
            openNames.removeLast()
            return .end
        }
        guard isBegun else { return nil }
        while at < bytes.count {
            guard isWhole || hasWholeToken() else { return nil }
            tagStart = at
            if bytes[at] != UInt8(ascii: "<") {
                if let text = try text() { return .text(text) }
            } else if let event = try tag() {
                return event
            }
        }
        guard isWhole else { return nil }
        tagStart = at
        if let name = openNames.last { throw .unclosed(text(name)) }
        guard hasRoot else { throw .noElement }
        return nil
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

// MARK: - Text and tags

extension XMLReader {
    private mutating func text() throws(XMLProblem) -> XMLText? {
        let start = at
        at = bytes[start...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        guard openNames.isEmpty else { return XMLText(bytes: bytes[start..<at]) }
        guard bytes[start..<at].allSatisfy(Self.isSpace) else { throw hasRoot ? .trailing : .noElement }
        return nil
    }

    /// Reads what begins with `<`; nil for what is passed over.
    private mutating func tag() throws(XMLProblem) -> Event? {
        if consume("<!--") {
            _ = try passed("-->")
        } else if consume("<![CDATA[") {
            guard !openNames.isEmpty else { throw .tag }
            return .text(XMLText(bytes: bytes[try passed("]]>")], isLiteral: true))
        } else if consume("<?") {
            _ = try passed("?>")
        } else if consume("<!") {
            throw .doctype
        } else if consume("</") {
            return try endTag()
        } else {
            return try startTag()
        }
        return nil
    }

    private mutating func endTag() throws(XMLProblem) -> Event {
        let name = try name()
        skipSpace()
        guard consume(">"), let open = openNames.popLast() else { throw .tag }
        guard bytes[name] == open else { throw .mismatch(text(open), text(bytes[name])) }
        return .end
    }

    private mutating func startTag() throws(XMLProblem) -> Event {
        at += 1
        let name = try name()
        guard !openNames.isEmpty || !hasRoot else { throw .trailing }
        guard openNames.count < Self.maximumDepth else { throw .depth }
        attributes.removeAll(keepingCapacity: true)
        while true {
            let gap = at
            skipSpace()
            if consume("/>") {
                isEmptyElement = true
                break
            }
            if consume(">") { break }
            guard at > gap else { throw .tag }
            try readAttribute()
        }
        hasRoot = true
        openNames.append(bytes[name])
        return .start(local(name))
    }

    private mutating func readAttribute() throws(XMLProblem) {
        let name = try name()
        skipSpace()
        guard consume("=") else { throw .tag }
        skipSpace()
        guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'"),
            let end = bytes[(at + 1)...].firstIndex(where: { $0 == bytes[at] || $0 == UInt8(ascii: "<") }),
            bytes[end] == bytes[at]
        else { throw .tag }
        attributes.append((local(name), XMLText(bytes: bytes[(at + 1)..<end])))
        at = end + 1
    }
}

// MARK: - Pieces

extension XMLReader {
    /// Whether the text or tag that comes next ends before the end of the piece.
    ///
    /// - Complexity: one pass over it in all, in however many pieces it comes.
    private mutating func hasWholeToken() -> Bool {
        // As many as the longest mark that says what it is.
        guard bytes[at] != UInt8(ascii: "<") || bytes.count - at >= 9 else { return false }
        guard !holdsEnd() else {
            searched = (0, nil)
            return true
        }
        searched.count = bytes.count - at
        return false
    }

    private mutating func holdsEnd() -> Bool {
        let start = at + searched.count
        guard bytes[at] == UInt8(ascii: "<") else { return bytes[start...].contains(UInt8(ascii: "<")) }
        if begins("<!--") { return holds("-->", behind: "<!--", from: start) }
        if begins("<![CDATA[") { return holds("]]>", behind: "<![CDATA[", from: start) }
        if begins("<?") { return holds("?>", behind: "<?", from: start) }
        var quote = searched.quote
        defer { searched.quote = quote }
        for byte in bytes[max(start, at + 1)...] {
            if let open = quote {
                // An attribute may hold no <: that tag is broken, and reported as it is.
                if byte == open || byte == UInt8(ascii: "<") { quote = nil }
            } else if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "<") {
                return true
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
        }
        return false
    }

    private func begins(_ mark: StaticString) -> Bool {
        mark.matches(bytes[at..<min(bytes.count, at + mark.utf8CodeUnitCount)])
    }

    /// Whether a mark stands there, the beginning of which may have come with an earlier piece; what begins
    /// the tag is no part of it.
    private func holds(_ mark: StaticString, behind opening: StaticString, from start: Int) -> Bool {
        let count = mark.utf8CodeUnitCount
        let first = max(at + opening.utf8CodeUnitCount, start - count + 1)
        guard bytes.count >= first + count else { return false }
        return (first...(bytes.count - count)).contains { mark.matches(bytes[$0..<($0 + count)]) }
    }
}

// MARK: - Letters

extension XMLReader {
    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private mutating func skipSpace() {
        while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 }
    }

    private mutating func consume(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - at >= count, text.matches(bytes[at..<(at + count)]) else { return false }
        at += count
        return true
    }

    private mutating func name() throws(XMLProblem) -> Range<Int> {
        let start = at
        while at < bytes.count, bytes[at] > 0x20, !Self.endsName(bytes[at]) { at += 1 }
        guard at > start else { throw .tag }
        return start..<at
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: "\""),
            UInt8(ascii: "'"), UInt8(ascii: "&"):
            true
        default: false
        }
    }

    private func local(_ name: Range<Int>) -> ArraySlice<UInt8> {
        guard let colon = bytes[name].lastIndex(of: UInt8(ascii: ":")) else { return bytes[name] }
        return bytes[(colon + 1)..<name.upperBound]
    }

    /// Passes a mark, and gives what stands before it.
    private mutating func passed(_ mark: StaticString) throws(XMLProblem) -> Range<Int> {
        let start = at
        while at < bytes.count {
            if consume(mark) { return start..<(at - mark.utf8CodeUnitCount) }
            at += 1
        }
        throw .tag
    }
}

extension StaticString {
    /// Whether these are its bytes.
    func matches(_ bytes: ArraySlice<UInt8>) -> Bool {
        withUTF8Buffer { $0.elementsEqual(bytes) }
    }
}
