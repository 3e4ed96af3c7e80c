import CLibrary

/// Where errors and warnings of commands go.
enum StandardError {
    /// Writes a line, or several; where that fails there is nobody to tell.
    ///
    /// They may quote what strangers wrote, which is to steer no terminal.
    static func print(_ line: String) {
        try? OutputFailure.write(Array("\(line.printableLines)\n".utf8), to: STDERR_FILENO)
    }
}
