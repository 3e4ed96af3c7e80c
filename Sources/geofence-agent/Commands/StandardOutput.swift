import ArgumentParser
import CLibrary

/// Where results of commands go.
enum StandardOutput {
    /// Writes a line, or several.
    ///
    /// - Throws: as `write` does.
    static func print(_ text: some CustomStringConvertible) throws(ExitCode) {
        try write(Array("\(text)\n".utf8))
    }

    /// Whether somebody looks at it.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Empties a terminal, for what is shown anew.
    ///
    /// - Throws: as `write` does.
    static func clear() throws(ExitCode) {
        if isTerminal { try send(Array("\u{1B}[H\u{1B}[2J".utf8)) }
    }

    /// Writes bytes; what goes to a file or another program goes as it is, and a terminal gets no control
    /// characters.
    ///
    /// - Throws: what ends the command: exit status 74, which has been reported by then; 0 where nobody reads
    ///   on, as after `| head`.
    static func write(_ bytes: [UInt8]) throws(ExitCode) {
        try send(isTerminal ? forTerminal(bytes) : bytes)
    }

    private static func send(_ bytes: [UInt8]) throws(ExitCode) {
        do throws(OutputFailure) {
            try OutputFailure.write(bytes, to: STDOUT_FILENO)
        } catch {
            if error.number == EPIPE { throw ExitStatus.done.exitCode }
            StandardError.print("standard output: \(error)")
            throw ExitStatus.disk.exitCode
        }
    }

    /// What a terminal shows of text in UTF-8: control characters, and marks of writing direction, by their
    /// numbers.
    static func forTerminal(_ bytes: [UInt8]) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).printableLines.utf8)
    }
}
