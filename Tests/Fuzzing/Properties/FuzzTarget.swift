internal import CLibrary

/// What is fuzzed: a kind of bytes that reaches the agent from outside, and what must hold for any of them.
///
/// Each case is the name of a program in this folder, and of the folder of its first inputs in `Corpus`.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// The text of a configuration file.
    case configuration = "FuzzConfiguration"
    /// The contents of a file of fences.
    case fences = "FuzzFences"
    /// What a broker sends.
    case packets = "FuzzPackets"
    /// The payload of a message.
    case payload = "FuzzPayload"
    /// A request, with its command.
    case request = "FuzzRequest"
    /// A script for an agent.
    case runtime = "FuzzRuntime"
    /// Bytes from the store.
    case stored = "FuzzStored"
    /// The contents of a recorded track.
    case track = "FuzzTrack"

    /// Checks all properties for one input; what the input decodes to is put to use.
    ///
    /// - Throws: `Finding` for the first property that doesn't hold.
    public func check(_ bytes: [UInt8]) throws(Finding) {
        switch self {
        case .configuration: try ConfigurationProperties.check(bytes)
        case .fences: try FenceFileProperties.check(bytes)
        case .packets: try PacketProperties.check(bytes)
        case .payload: try PayloadProperties.check(bytes)
        case .request: try RequestProperties.check(bytes)
        case .runtime: try RuntimeProperties.check(bytes)
        case .stored: try StoredProperties.check(bytes)
        case .track: try TrackProperties.check(bytes)
        }
    }

    /// Checks one input of libFuzzer; a finding ends the program, which makes libFuzzer keep the input.
    ///
    /// - Returns: 0, for libFuzzer.
    public func run(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        do {
            try check(Array(UnsafeBufferPointer(start: start, count: count)))
        } catch {
            let line = Array("\(rawValue) has found: \(error)\n".utf8)
            write(STDERR_FILENO, line, line.count)
            abort()
        }
        return 0
    }
}
