import CLibrary
import Foundation

extension Process {
    /// Waits for the end of the program, and gives its exit code; minus the number of the signal where one
    /// ended it.
    ///
    /// Foundation reaps all programs on one thread, which may come to wait for one that goes on: whoever
    /// waits for another by `waitUntilExit` then waits for both. The kernel is asked instead, and the program
    /// left to Foundation.
    @discardableResult
    func awaitEnd() -> Int32 {
        var end = siginfo_t()
        while waitid(P_PID, id_t(processIdentifier), &end, WEXITED | WNOWAIT) != 0 {
            guard errno != EINTR else { continue }
            // Foundation has reaped it already.
            waitUntilExit()
            return terminationReason == .exit ? terminationStatus : -terminationStatus
        }
        let status = end.status
        return end.si_code == Int32(CLD_EXITED) ? status : -status
    }
}
