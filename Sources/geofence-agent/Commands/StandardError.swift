import Foundation

/// Where errors and warnings of commands go.
enum StandardError {
    /// Writes a line.
    static func print(_ line: String) {
        FileHandle.standardError.write(Data("\(line)\n".utf8))
    }
}
