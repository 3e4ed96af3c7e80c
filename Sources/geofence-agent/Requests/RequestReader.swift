/// Reads what a request says, by the readers of the configuration.
struct RequestReader<Key: ConfigurationKey> {
    private let object: ObjectReader<Key>
    private let reading: ConfigurationReading

    /// - Throws: `RequestProblem` for keys that the command doesn't know.
    init(_ request: Request, _ keys: Key.Type) throws(RequestProblem) {
        reading = ConfigurationReading(file: "", environment: [:])
        let value = ValueReader(node: request.body, path: "", reading: reading)
        guard let object = value.object(keys) else { throw reading.requestProblem }
        self.object = object
        try check()
    }

    /// The value of a key; nil where it is absent, or null.
    subscript(key: Key) -> ValueReader? {
        guard let value = object[key], value.node.value != .null else { return nil }
        return value
    }

    /// Whether a key is there, be it with null.
    func has(_ key: Key) -> Bool { object[key] != nil }

    /// The value of a key that must be there.
    ///
    /// - Throws: `RequestProblem` where it isn't, or is not what it should be.
    func required<Value>(
        _ key: Key,
        _ whatToDo: String,
        _ read: (ValueReader) -> Value?
    ) throws(RequestProblem) -> Value {
        guard let value = self[key] else {
            throw RequestProblem("\"\(key.rawValue)\" is missing; \(whatToDo)")
        }
        let result = read(value)
        try check()
        guard let result else { throw RequestProblem("\"\(key.rawValue)\" can't be read") }
        return result
    }

    /// The value of a key, if it is there.
    ///
    /// - Throws: `RequestProblem` where it is not what it should be.
    func optional<Value>(_ key: Key, _ read: (ValueReader) -> Value?) throws(RequestProblem) -> Value? {
        guard let value = self[key] else { return nil }
        let result = read(value)
        try check()
        return result
    }

    /// Throws what has been found wrong so far.
    func check() throws(RequestProblem) {
        guard reading.problems.isEmpty else { throw reading.requestProblem }
    }
}

extension ConfigurationReading {
    /// All that is wrong, in one sentence each, as far as it has room in an answer.
    var requestProblem: RequestProblem {
        let texts = problems.map { $0.path.isEmpty ? $0.message : "\($0.path): \($0.message)" }
        let listed = texts.prefix(Self.mostReported)
        let rest = texts.count > listed.count ? ["and \(texts.count - listed.count) more are wrong"] : []
        return RequestProblem((listed + rest).joined(separator: "; "))
    }

    /// Problems at most that an answer names.
    private static let mostReported = 100
}
