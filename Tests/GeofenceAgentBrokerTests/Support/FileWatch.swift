import CLibrary
import Foundation

/// Tells when a file that is there has been written to, by the system's own notice (inotify).
final class FileWatch {
    private let descriptor: Int32

    init(_ file: URL) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK))
        inotify_add_watch(descriptor, file.path, UInt32(IN_MODIFY))
    }

    deinit { close(descriptor) }

    /// Returns with a write since the call before, or since the beginning, at the deadline, and now and then
    /// for nothing.
    func wait(until deadline: Date) {
        var notice = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let left = max(0, deadline.timeIntervalSinceNow * 1000)
        guard poll(&notice, 1, Int32(left.rounded(.up))) > 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 4096)
        _ = read(descriptor, &bytes, bytes.count)
    }
}
