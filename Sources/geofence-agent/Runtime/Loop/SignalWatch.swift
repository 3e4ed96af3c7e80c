import CLibrary
import Foundation

/// Turns signals into commands: SIGTERM and SIGINT stop, SIGHUP reloads, SIGUSR1 copies the store.
///
/// On a thread of its own: other work of the process, however much, can't keep it from a core for long.
enum SignalWatch {
    /// Posts to a mailbox from now on.
    ///
    /// Called before other threads begin: they inherit that these signals are blocked, so that only this one
    /// takes them.
    static func start(_ mailbox: CommandQueue) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGTERM, SIGINT, SIGHUP, SIGUSR1] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        Thread.detachNewThread { [signals] in
            var (signals, number) = (signals, Int32(0))
            while sigwait(&signals, &number) == 0 { mailbox.post(command(number)) }
        }
    }

    private static func command(_ signal: Int32) -> Command {
        switch signal {
        case SIGHUP: .reload
        case SIGUSR1: .backup
        default: .stop
        }
    }
}
