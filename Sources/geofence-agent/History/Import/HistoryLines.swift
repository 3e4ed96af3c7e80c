internal import CLibrary

/// Takes events and visits out of JSON lines, piece by piece, and leaves blanks in their place: what is left
/// is a track.
///
/// A class, since the stream of the track reads through it while its owner asks for what was found.
final class HistoryLines {
    /// A line that is an event or a visit.
    struct Line {
        let number: Int
        let node: JSONNode
        let bytes: [UInt8]
    }

    private let source: PieceSource
    private var found: [Line] = []
    /// Lines that have been looked at.
    private var number = 0

    init(_ source: PieceSource) { self.source = source }

    /// What is left.
    var rest: PieceSource {
        PieceSource(size: source.size) { [self] count, bytes throws(FileError) in
            // What stands there already is a line that had no end yet.
            let isOpen = try source.read(count, &bytes)
            takeLines(of: &bytes, isLast: !isOpen)
            return isOpen
        }
    }

    /// What was found since it was asked for last.
    func removeFound() -> [Line] {
        defer { found = [] }
        return found
    }

    private func takeLines(of bytes: inout [UInt8], isLast: Bool) {
        var start = 0
        while let end = bytes[start...].firstIndex(of: 0x0A) ?? (isLast ? bytes.count : nil),
            start < bytes.count
        {
            number += 1
            if let node = Self.node(bytes[start..<end]) {
                found.append(Line(number: number, node: node, bytes: Array(bytes[start..<end])))
                for place in start..<end { bytes[place] = 0x20 }
            }
            start = min(end + 1, bytes.count)
        }
    }

    /// The line as a tree, where it is an event or a visit.
    private static func node(_ line: ArraySlice<UInt8>) -> JSONNode? {
        // Most lines are positions: to look for the names is much cheaper than to read all of them.
        guard line.has("event") || line.has("arrival") || line.has("\\u"),
            let text = String(validating: line, as: UTF8.self),
            let node = try? JSONDocument.parse(text).root,
            node.member("event") != nil || node.member("arrival") != nil
        else { return nil }
        return node
    }
}

extension ArraySlice<UInt8> {
    /// Whether a text stands in it.
    fileprivate func has(_ text: StaticString) -> Bool {
        withUnsafeBytes { bytes in
            let most = bytes.count - text.utf8CodeUnitCount
            guard let start = bytes.baseAddress, most >= 0 else { return false }
            var at = 0
            while at <= most, let next = memchr(start + at, Int32(text.utf8Start.pointee), most - at + 1) {
                at = start.distance(to: UnsafeRawPointer(next))
                if memcmp(next, text.utf8Start, text.utf8CodeUnitCount) == 0 { return true }
                at += 1
            }
            return false
        }
    }
}
