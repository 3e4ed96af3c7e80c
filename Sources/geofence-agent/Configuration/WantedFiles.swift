/// Which of the files that a configuration names are read with it; the others are not even opened.
struct WantedFiles: OptionSet, Sendable {
    let rawValue: UInt8

    /// Those of `fenceFiles`.
    static let fences = WantedFiles(rawValue: 1)
    /// Those of `pois`; without them there are no points of interest.
    static let points = WantedFiles(rawValue: 2)
    /// What the agent works with.
    static let all: WantedFiles = [.fences, .points]
}
