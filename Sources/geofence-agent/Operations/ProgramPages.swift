import CLibrary

/// The pages of the program and its libraries that this process has in memory because it has read them.
///
/// Only parts count that were there when this was made. A library that is loaded later, by another thread
/// too, may be given memory where it has just been read, and be changed at once.
struct ProgramPages {
    private let parts: Set<Range<UInt>>

    /// Takes up what is there now; at the beginning, while nothing is loaded any more.
    init() { parts = Set(Self.current) }

    /// Has the system take them out of the process, until they are read again.
    ///
    /// For where much of the program has run that will not run again soon, as at a start. The system keeps
    /// them as it keeps any file that was read, and may use the memory for something else first. A page that
    /// is read again costs no reading from the disk until then. Where the system doesn't say what is in
    /// memory, nothing happens.
    func giveBack() {
        for range in Self.current where parts.contains(range) {
            // What the system refuses, such as locked memory, stays.
            _ = madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
        }
    }

    private static var current: [Range<UInt>] {
        (try? FileContents(path: "/proc/self/smaps")).map { ranges(in: $0.bytes) } ?? []
    }

    /// Where the pages lie that are as they are in their files.
    ///
    /// What the process may write is left out, and any part of which it has pages of its own, in memory or in
    /// the swap: those would be lost.
    /// Source: proc(5), `/proc/pid/smaps`.
    static func ranges(in table: [UInt8]) -> [Range<UInt>] {
        var found: [Range<UInt>] = []
        var candidate: Range<UInt>?
        for line in table.split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
            guard let first = words.first else { continue }
            if first.last != UInt8(ascii: ":") {
                candidate = fileRange(words)
                continue
            }
            let isNone = words.count > 1 && words[1].elementsEqual("0".utf8)
            if first.elementsEqual("Anonymous:".utf8), !isNone { candidate = nil }
            // The last figure that counts: what is not in memory now would be lost as well.
            if first.elementsEqual("Swap:".utf8) {
                if let range = candidate, isNone { found.append(range) }
                candidate = nil
            }
        }
        return found
    }

    /// Of a line such as `55d0-55e0 r-xp 00000000 fe:00 1234    /usr/lib/a.so`; nil where the process may write
    /// it, shares it, or has it from no file.
    private static func fileRange(_ words: [ArraySlice<UInt8>]) -> Range<UInt>? {
        let isOfFile = words.count == 6 && words[5].contains(UInt8(ascii: "/"))
        guard isOfFile, words[1].elementsEqual("r-xp".utf8) || words[1].elementsEqual("r--p".utf8) else {
            return nil
        }
        let ends = words[0].split(separator: UInt8(ascii: "-")).map {
            UInt(String(decoding: $0, as: UTF8.self), radix: 16)
        }
        guard ends.count == 2, let start = ends[0], let end = ends[1], start < end else { return nil }
        return start..<end
    }
}
