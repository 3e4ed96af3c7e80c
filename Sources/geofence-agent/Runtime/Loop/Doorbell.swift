import CLibrary

/// Wakes a thread that waits in `poll`: a descriptor that is readable behind each ring, from any thread.
final class Doorbell: Sendable {
    /// Readable while somebody has rung.
    let descriptor: Int32
    private let button: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        let status = pipe(&ends)
        precondition(status == 0, "a process that can't have a pipe can't have a broker either")
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (descriptor, button) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(button)
    }

    func ring() { _ = write(button, [1], 1) }

    /// Has heard all rings so far.
    func silence() {
        var heard = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &heard, heard.count) > 0 {}
    }
}
