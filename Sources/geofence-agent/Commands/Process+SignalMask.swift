import CLibrary
import Foundation

extension Process {
    /// Starts the program with no signal blocked.
    ///
    /// A program inherits the blocked signals of the thread that starts it; those of Dispatch's threads keep
    /// SIGTERM from a broker.
    func runWithAllSignals() throws {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try run()
    }
}
