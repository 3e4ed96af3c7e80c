import ArgumentParser
import Glibc

/// Where results of commands go.
enum StandardOutput {
    /// Writes a line, or several.
    ///
    /// - Throws: as `write` does.
    static func print(_ text: some CustomStringConvertible) throws(ExitCode) {
        try write(Array("\(text)\n".utf8))
    }

    /// Writes bytes.
    ///
    /// - Throws: what ends the command: exit status 74, which has been reported by then; 0 where nobody reads
    ///   on, as after `| head`.
    static func write(_ bytes: [UInt8]) throws(ExitCode) {
        do throws(OutputFailure) {
            try OutputFailure.write(bytes, to: STDOUT_FILENO)
        } catch {
            if error.number == EPIPE { throw ExitStatus.done.exitCode }
            StandardError.print("standard output: \(error)")
            throw ExitStatus.disk.exitCode
        }
    }
}
