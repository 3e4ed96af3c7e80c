import ArgumentParser

/// How the program ends, as supervisors and scripts see it; the numbers are those of `sysexits.h`.
enum ExitStatus: Int32, Hashable, Sendable, CaseIterable {
    /// Done.
    case done = 0
    /// The command line is wrong.
    case usage = 64
    /// A track, or other data to be read, is wrong.
    case inputData = 65
    /// There is no broker; only for commands that end by themselves, the agent keeps trying.
    case noBroker = 69
    /// A part of the program has ended that should not have; only of the demonstration.
    case software = 70
    /// The disk refuses to read or write.
    case disk = 74
    /// Another agent has the store, or none has it where one should.
    case storeLocked = 75
    /// The configuration is wrong, or another version wrote the store: a new start changes nothing.
    case configuration = 78

    /// How to end where the store can't be used.
    init(_ failure: StoreFailure) {
        switch failure {
        case .locked: self = .storeLocked
        case .tooNew, .tooOld, .otherShard: self = .configuration
        case .damaged, .disk, .gone: self = .disk
        }
    }

    /// What a command throws to end like this.
    var exitCode: ExitCode { ExitCode(rawValue) }
}
