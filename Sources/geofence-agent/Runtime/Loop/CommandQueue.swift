import Glibc
import Synchronization

/// What other parts of the process ask of the loop.
enum Command: Hashable, Sendable {
    /// Finish what is begun, say so to the broker, and end.
    case stop
    /// Read the configuration again.
    case reload
    /// It has been read.
    case reloaded
    /// Turn: an output has something to do.
    case turn
    /// Answer somebody who asks over HTTP.
    case ask(Question)
}

/// The one way in which other threads reach the loop: they post, and a descriptor wakes its poll.
final class CommandQueue: Sendable {
    private let commands = Mutex<[Command]>([])
    /// Readable while there may be commands.
    let descriptor: Int32
    private let wakeUp: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        let status = pipe(&ends)
        precondition(status == 0, "a process that can't have a pipe can't have a broker either")
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (descriptor, wakeUp) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(wakeUp)
    }

    /// Leaves a command; from any thread.
    func post(_ command: Command) {
        commands.withLock { $0.append(command) }
        _ = write(wakeUp, [1], 1)
    }

    /// Takes all commands, in the order in which they came.
    func drain() -> [Command] {
        var drain = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &drain, drain.count) > 0 {}
        return commands.withLock { commands in
            defer { commands = [] }
            return commands
        }
    }
}
