import CLibrary
import Foundation

/// How a program that was started has ended, by what the kernel says.
///
/// Foundation reaps all programs on one thread, which may come to wait for one that goes on: whoever asks it
/// for another then waits for both. So the kernel is asked, and the program left to Foundation.
extension Process {
    /// The exit code of a program that has ended; minus the number of the signal where one ended it; nil
    /// while it goes on.
    var exitCode: Int32? { exitCode(WNOHANG) }

    /// Waits for the end of the program, and gives its exit code.
    @discardableResult
    func awaitEnd() -> Int32 {
        while true {
            if let code = exitCode(0) { return code }
        }
    }

    private func exitCode(_ options: Int32) -> Int32? {
        // What it knows is final: the number of a program that was reaped may be another's by now.
        guard isRunning else { return reapedCode }
        var end = siginfo_t()
        while waitid(P_PID, id_t(processIdentifier), &end, WEXITED | WNOWAIT | options) != 0 {
            guard errno != EINTR else { continue }
            // Foundation has reaped it meanwhile.
            waitUntilExit()
            return reapedCode
        }
        guard end.si_signo != 0 else { return nil }
        let status = end.status
        return end.si_code == Int32(CLD_EXITED) ? status : -status
    }

    private var reapedCode: Int32 {
        terminationReason == .exit ? terminationStatus : -terminationStatus
    }
}
