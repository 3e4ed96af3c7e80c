import CLibrary

/// Whether standard error leads to systemd's journal.
///
/// Source: systemd.exec(5), `JOURNAL_STREAM`: device and inode of the stream, which must be compared, since a
/// program in between may have led its children's output elsewhere.
enum JournalStream {
    /// Whether a descriptor is the stream that the environment names.
    static func isOpen(on descriptor: Int32 = STDERR_FILENO, _ environment: [String: String]) -> Bool {
        var status = stat()
        guard let named = environment["JOURNAL_STREAM"], fstat(descriptor, &status) == 0 else { return false }
        return named == "\(status.st_dev):\(status.st_ino)"
    }
}
