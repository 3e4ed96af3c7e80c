import GeofenceCore
@testable import geofence_agent

/// What holds for every text that is given as a configuration file.
enum ConfigurationProperties {
    static func check(_ bytes: [UInt8]) throws(Finding) {
        let file = try ScratchFile(bytes)
        let loaded = load(file.path)
        try requireSame(load(file.path), loaded, "a configuration that is read twice")
        switch loaded {
        case .success(let configuration): try check(configuration, bytes, file.path)
        case .failure(let errors): try check(errors, bytes, file.path)
        }
    }

    private static func load(_ file: String) -> Result<Configuration, ConfigurationErrors> {
        do throws(ConfigurationErrors) {
            return .success(try Configuration.load(path: file, environment: [:]))
        } catch {
            return .failure(error)
        }
    }

    private static func check(_ configuration: Configuration, _ bytes: [UInt8], _ file: String)
        throws(Finding)
    {
        try require(!configuration.sources.isEmpty, "a configuration without sources is taken")
        for warning in configuration.warnings where warning.file == file { try check(warning, bytes) }
        let fences = configuration.fences
        try requireSame(Set(fences.map(\.id)).count, fences.count, "the ids of fences, each once")
        for fence in fences { try FenceProperties.checkBytes(fence) }
        let setup = AgentSettings(configuration)
        try requireSame(setup.fences, fences, "the fences of the agent")
        for stream in [setup.stream] + StreamRules.all.dropFirst() {
            let engine = Engine(fences: setup.fences, reportAllUpTo: setup.reportAllUpTo, stream: stream)
            var walk = EngineWalk(engine, visiting: fences)
            try walk.check()
        }
    }

    private static func check(_ errors: ConfigurationErrors, _ bytes: [UInt8], _ file: String) throws(Finding)
    {
        try require(!errors.problems.isEmpty, "a configuration is refused, and nothing is wrong with it")
        for problem in errors.problems where problem.file == file { try check(problem, bytes) }
    }

    /// A problem says where it is, at a place that the file has, and what it is, in one line.
    private static func check(_ problem: ConfigurationProblem, _ bytes: [UInt8]) throws(Finding) {
        guard let position = problem.position else { throw Finding("without a position: \(problem)") }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        try require(
            lines.indices.contains(position.line - 1) && position.column >= 1
                && position.column <= lines[position.line - 1].count + 1,
            "a position beyond the file: \(problem)"
        )
        try require(!problem.message.isEmpty, "without a message: \(problem)")
    }
}
