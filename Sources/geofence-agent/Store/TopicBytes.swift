import CLibrary

/// A topic as a key: two are one only where their bytes are.
///
/// Texts are one to Swift where they differ in Unicode normalisation alone, as the ids of two devices may.
struct TopicBytes: Hashable {
    private let text: String

    init(_ text: String) { self.text = text }

    /// Compares blocks of bytes: each row of the outbox asks once when it comes and once when it goes.
    static func == (a: Self, b: Self) -> Bool {
        guard a.text.utf8.count == b.text.utf8.count else { return false }
        var (a, b) = (a.text, b.text)
        return a.withUTF8 { a in
            b.withUTF8 { b in
                guard let first = a.baseAddress, let second = b.baseAddress else { return true }
                return memcmp(first, second, a.count) == 0
            }
        }
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
