import MQTT

/// What somebody wants to ask the agent, with a transaction by which the answer is known.
struct RequestDocument {
    /// Why it can't be sent.
    struct Problem: Error, Equatable, CustomStringConvertible {
        let text: String
        var description: String { text }
    }

    /// What is sent.
    let bytes: [UInt8]
    /// What stands in the answer as well.
    let transaction: JSONValue

    /// A request in JSON; one without a transaction is given one.
    ///
    /// - Throws: `Problem` where it is no object, or more than the agent takes.
    init(_ json: [UInt8]) throws(Problem) {
        guard json.count <= Inbox.largestRequest - Self.room else {
            throw Problem(
                text: "has more than \(Inbox.largestRequest - Self.room) bytes, which the agent refuses"
            )
        }
        guard let text = String(validating: json, as: UTF8.self) else {
            throw Problem(text: "is not UTF-8")
        }
        let root = try Self.root(of: text)
        guard case .object(let members) = root.value else {
            throw Problem(text: "must be an object in { }, not \(root.value.kind)")
        }
        if let own = root.member("transaction") {
            (bytes, transaction) = (json, own.value)
            return
        }
        let id = "cli-\(UInt64.random(in: 0...(.max)))"
        let start = json.firstIndex(of: UInt8(ascii: "{")).map { $0 + 1 } ?? 0
        let member = "\"transaction\":\"\(id)\"" + (members.isEmpty ? "" : ",")
        (bytes, transaction) = (json[..<start] + Array(member.utf8) + json[start...], .string(id))
    }

    /// Bytes for the transaction.
    private static let room = 64

    private static func root(of text: String) throws(Problem) -> JSONNode {
        do throws(JSONSyntaxError) {
            return try JSONDocument.parse(text).root
        } catch {
            throw Problem(text: "\(error.position): \(error)")
        }
    }

    /// Whether a text can be a request's name: levels of letters, digits and hyphens.
    static func isCommand(_ text: String) -> Bool {
        let levels = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return text.utf8.count <= 64
            && levels.allSatisfy { level in
                !level.isEmpty && level.allSatisfy { Unicode.Scalar($0).isNameCharacter }
            }
    }
}

extension Unicode.Scalar {
    fileprivate var isNameCharacter: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "-": true
        default: false
        }
    }
}
