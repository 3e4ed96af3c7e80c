extension RequestSettings {
    /// Why a command is not fulfilled, and what to do; nil where it may be.
    func problem(with command: String) -> RequestProblem? {
        guard !allows(command: command) else { return nil }
        guard !allow.isEmpty else {
            return RequestProblem(
                "no request is allowed; \"requests\" in the configuration of the agent turns them off"
            )
        }
        return RequestProblem(
            "\"\(command)\" is not allowed; \"requests.allow\" in the configuration of the agent says which commands are"
        )
    }

    /// What is said about entries of `allow` that stand for no command that there is.
    var warnings: [String] {
        let names = RequestKind.all.map(\.name)
        let families = names.filter { $0.contains("/") }.map { name in "\(name.prefix { $0 != "/" })/*" }
        let known = names + Set(families).sorted()
        return allow.filter { pattern in !names.contains { Self.matches(pattern, $0) } }.map { pattern in
            let hint =
                NearestName.of(pattern, among: known).map { "did you mean \"\($0)\"?" }
                ?? "there are \(known.joined(separator: ", "))"
            return "requests.allow: there is no command \"\(pattern)\"; \(hint)"
        }
    }
}
