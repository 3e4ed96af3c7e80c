/// What is wrong where the cursor goes no further.
extension JSONDocumentReader {
    /// An error where a cursor is; without one, here.
    func error(_ reason: JSONSyntaxError.Reason, at cursor: PayloadCursor? = nil) -> JSONSyntaxError {
        JSONSyntaxError(position: places.position(at: (cursor ?? self.cursor).at), reason: reason)
    }

    /// The error that something else was expected where a cursor is; without one, here.
    func unexpected(_ expected: String, at cursor: PayloadCursor? = nil) -> JSONSyntaxError {
        let rest = places.bytes[min((cursor ?? self.cursor).at, places.bytes.count)...]
        guard let character = String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first else {
            return error(.end(expected: expected), at: cursor)
        }
        let isComment = ["//", "/*", "#"].contains { rest.starts(with: $0.utf8) }
        return error(isComment ? .comment : .unexpected(found: character, expected: expected), at: cursor)
    }

    /// What is wrong with the string that begins where a cursor is.
    func textError(_ start: PayloadCursor) -> JSONSyntaxError {
        var cursor = start
        cursor.advance()
        while cursor.peek >= 0x20 {
            let escape = cursor
            if cursor.peek != UInt8(ascii: "\\") {
                cursor.advance()
            } else if (try? cursor.escape()) == nil {
                return escapeError(escape)
            }
        }
        return cursor.isAtEnd
            ? unexpected("a quotation mark that closes the string", at: cursor)
            : error(.control(cursor.peek), at: cursor)
    }

    private func escapeError(_ escape: PayloadCursor) -> JSONSyntaxError {
        var cursor = escape
        cursor.advance()
        guard cursor.consume(UInt8(ascii: "u")), let unit = try? cursor.hexadecimal() else {
            return error(.escape, at: escape)
        }
        let trail = cursor
        let isLead = unit & 0xFC00 == 0xD800
        if isLead, cursor.consume(UInt8(ascii: "\\")), cursor.consume(UInt8(ascii: "u")),
            (try? cursor.hexadecimal()) == nil
        {
            return error(.escape, at: trail)
        }
        return error(.surrogate, at: escape)
    }

    /// What is wrong with the number that begins where a cursor is.
    func numberError(_ start: PayloadCursor) -> JSONSyntaxError {
        var cursor = start
        while cursor.isInNumber { cursor.advance() }
        let digits = places.bytes[start.at..<cursor.at]
        return error(.number(String(decoding: digits, as: UTF8.self)), at: start)
    }
}

extension PayloadCursor {
    /// Whether a character stands here that somebody may have taken for a part of a number.
    var isInNumber: Bool {
        switch peek {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
