@testable import AgentTestSupport
import GeofenceCore
@testable import geofence_agent

/// What holds for every request: the bytes are its command, up to the end of a line, and its payload.
enum RequestProperties {
    private static let oracle = PayloadDecoder(
        format: .json(
            FieldMap(latitude: JSONPointer(steps: ["data"]), longitude: JSONPointer(steps: ["status"]))
        )
    )

    static func check(_ bytes: [UInt8]) throws(Finding) {
        let command = bytes.prefix { $0 != 0x0A }
        let payload = Array(bytes.dropFirst(command.count + 1))
        // The length says which of two agents is asked: both would take twice the time.
        try check(String(decoding: command, as: UTF8.self), payload, bytes.count % 2)
    }

    private static func check(_ command: String, _ payload: [UInt8], _ settings: Int) throws(Finding) {
        let (driver, other) = (try site(settings), try site(settings))
        let state = FuzzedSite.state(of: driver.agent)
        let answer = payload.withUnsafeBytes { payload in
            driver.agent.answer(request: command, payload: payload, at: AgentDriver.at(10_000))
        }
        guard let answer else {
            let mayBeLate = RequestKind.all.contains { $0.name == command && $0.mayBeLate }
            try require(mayBeLate, "\(command) has no answer")
            return try checkJournal(driver, command, isDone: false)
        }
        let isDone = try check(answer, command)
        try checkTransaction(answer, payload)
        try checkJournal(driver, command, isDone: isDone)
        if !isDone {
            try requireSame(FuzzedSite.state(of: driver.agent), state, "what a refused request leaves")
            try requireSame(driver.told, [], "what a refused request publishes")
            try require(!driver.agent.pending.isDue, "a refused request wants a checkpoint")
        }
        if let text = String(validating: payload, as: UTF8.self) {
            let asked = other.ask(command, text)
            try requireSame(asked, String(decoding: answer, as: UTF8.self), "the answer over MQTT and HTTP")
        }
    }

    /// An agent with devices, one of them set by hand, and a fence that a request has set.
    private static func site(_ settings: Int) throws(Finding) -> AgentDriver {
        let driver = try FuzzedSite.driver(settings)
        driver.fix("van", inside: true, at: 1000)
        driver.fix("lead", inside: true, at: 1500)
        driver.fix("van", inside: false, at: 2000)
        driver.take("home/phone/wifi", "DepotNet", at: 2500)
        driver.ask("fence/set", #"{"id":"gate","latitude":52,"longitude":13.003,"radius":50}"#, at: 3000)
        driver.ask("device/override", #"{"device":"set","latitude":52,"longitude":13}"#, at: 3500)
        driver.agent.finishWork(at: AgentDriver.at(4000))
        driver.didCommit()
        driver.agent.pending.isDue = false
        return driver
    }

    /// Both parsers of JSON read an answer, which says that all went well, or what is wrong.
    ///
    /// - Returns: whether it went well.
    private static func check(_ answer: [UInt8], _ command: String) throws(Finding) -> Bool {
        guard let text = String(validating: answer, as: UTF8.self),
            case .object(let members)? = (try? JSONDocument.parse(text))?.root.value
        else { throw Finding("an answer that is no object: \(String(decoding: answer, as: UTF8.self))") }
        if answer.count <= PayloadDecoder.maximumSize {
            let rejection = answer.withUnsafeBytes { bytes -> Rejection? in
                do throws(Rejection) {
                    _ = try oracle.decode(bytes)
                    return nil
                } catch { return error }
            }
            try require(rejection != .json, "an answer that the parser of payloads doesn't read: \(text)")
        }
        let values = Dictionary(members.map { ($0.key, $0.node.value) }) { first, _ in first }
        try requireSame(values.count, members.count, "the keys of an answer, each once")
        switch values["status"] {
        case .string("ok"):
            try require(values["data"] != nil && values["error"] == nil, "without data: \(text)")
            return true
        case .string("error"):
            guard case .string(let error)? = values["error"] else { throw Finding("without a word: \(text)") }
            try require(!error.isEmpty && !error.contains("\n"), "no sentence: \(text)")
            let isKnown = RequestKind.all.contains { $0.name == command }
            // By bytes: a letter of its own may join the quotation mark before it.
            let isNamed = ["the payload ", "there is no command \""].contains { start in
                error.utf8.starts(with: start.utf8)
            }
            try require(
                isKnown || isNamed,
                "an unknown command is not named: \(text)"
            )
            return false
        default: throw Finding("no such status: \(text)")
        }
    }

    /// What is given back stands at the end of the answer, in bytes that the payload has, and means the same.
    private static func checkTransaction(_ answer: [UInt8], _ payload: [UInt8]) throws(Finding) {
        let sent = transactions(payload)
        let returned = transactions(answer)
        guard let sent, !sent.isEmpty else {
            return try require(returned?.isEmpty == true, "a transaction that nobody has sent")
        }
        guard let value = returned?.first, returned?.count == 1, sent.contains(value) else {
            throw Finding("a transaction that isn't given back: \(String(decoding: answer, as: UTF8.self))")
        }
        let key = Array(#","transaction":"#.utf8)
        let starts = answer.indices.filter { answer[$0...].starts(with: key) }
        let isThere = starts.contains { start in
            let bytes = answer[(start + key.count)...].dropLast()
            return payload.indices.contains { payload[$0...].starts(with: bytes) }
        }
        try require(isThere, "a transaction in other bytes: \(String(decoding: answer, as: UTF8.self))")
    }

    /// The values that an object has as its transaction, written anew; nil where the bytes are none.
    private static func transactions(_ json: [UInt8]) -> [[UInt8]]? {
        guard let text = String(validating: json, as: UTF8.self),
            case .object(let members)? = (try? JSONDocument.parse(text))?.root.value
        else { return nil }
        return members.filter { $0.key == "transaction" }.map(\.node.value.bytes)
    }

    /// What reads, or is refused, leaves the journal alone.
    private static func checkJournal(_ driver: AgentDriver, _ command: String, isDone: Bool) throws(Finding) {
        let isReading = RequestKind.all.contains { $0.name == command && $0.isReading }
        guard isReading || !isDone else { return }
        try require(
            driver.agent.port.journal.bytes.isEmpty && !driver.agent.port.outbox.hasChanges,
            "\(command) writes, although it is refused or reads alone"
        )
    }
}
