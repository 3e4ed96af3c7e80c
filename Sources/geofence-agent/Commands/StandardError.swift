import Glibc

/// Where errors and warnings of commands go.
enum StandardError {
    /// Writes a line; where that fails there is nobody to tell.
    static func print(_ line: String) {
        try? OutputFailure.write(Array("\(line)\n".utf8), to: STDERR_FILENO)
    }
}
