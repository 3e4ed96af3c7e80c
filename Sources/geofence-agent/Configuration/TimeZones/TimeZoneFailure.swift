/// Why a time zone can't be used.
enum TimeZoneFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The database has no such name; perhaps one like it.
    case unknown(String, nearest: String?)
    /// The folder of the database isn't there.
    case noFolder(String)
    /// A file can't be read.
    case file(String, FileError)
    /// A file is not as RFC 8536 says.
    case damaged(String)

    var description: String {
        switch self {
        case .unknown(let name, let nearest?): "\"\(name)\" is unknown, did you mean \"\(nearest)\"?"
        case .unknown(let name, nil):
            "\"\(name)\" is no time zone; name a city's, such as \"Europe/Berlin\", or \"UTC\""
        case .noFolder(let folder):
            "\(folder) with the time zones is missing; install tzdata, or take \"UTC\""
        case .file(let path, let error): "\(path): \(error)"
        case .damaged(let path): "\(path) is damaged; install tzdata anew"
        }
    }
}
