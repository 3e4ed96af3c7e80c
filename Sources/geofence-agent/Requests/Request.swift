import GeofenceCore

/// A message on `geofence/request/{command}`.
struct Request {
    /// The levels of the topic behind `request/`, such as `fence/set`.
    let command: String
    /// The JSON object that came with it; an empty payload is an empty object.
    let body: JSONNode
    /// What the client wants to have back in the answer: JSON, in the very bytes that it has sent.
    let transaction: [UInt8]?
    /// The partition whose agent is asked, where several share a fleet; nil where none is named.
    let partition: Int?
    /// Whether fences that zones have become are left out of the answer: it is for somebody who may not see
    /// them.
    var hidesZones: Bool
    /// The payload as it came.
    let bytes: [UInt8]
    /// The first behind a byte order mark that is no blank; nil where there is none.
    let firstByte: UInt8?

    /// U+FEFF, with which a text in UTF-8 may begin.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The key of what is given back as it came.
    static let transactionKey = "transaction"
    /// The key of the partition whose agent is asked.
    static let partitionKey = "partition"

    /// The key by which another agent's live map asks to leave out fences that zones have become.
    static let hidesZonesKey = "hideZones"
    /// Those of a request that are no command's own.
    private static let commonKeys = [transactionKey, partitionKey, hidesZonesKey]

    /// Reads a payload.
    ///
    /// - Throws: `RequestProblem` where it is no JSON object; only of `fence/import` it may be another
    ///   document.
    init(command: String, payload: UnsafeRawBufferPointer) throws(RequestProblem) {
        self.command = command
        bytes = Array(payload)
        let mark = Self.byteOrderMark
        let text = payload[(payload.starts(with: mark) ? mark.count : 0)...]
        firstByte = text.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        let isOther = command == RequestKind.fenceImport && firstByte != UInt8(ascii: "{")
        guard firstByte != nil, !isOther else {
            body = JSONNode(position: TextPosition(), value: .object([]))
            (transaction, partition, hidesZones) = (nil, nil, false)
            return
        }
        guard let text = String(validating: payload, as: UTF8.self) else {
            throw RequestProblem("the payload is not in UTF-8; send a JSON object")
        }
        let root: JSONNode
        do {
            root = try JSONDocument.parse(text).root
        } catch {
            throw RequestProblem("the payload is no JSON (at \(error.position)): \(error)")
        }
        guard case .object(let members) = root.value else {
            throw RequestProblem("the payload must be a JSON object, not \(root.value.kind)")
        }
        let hasTransaction = members.contains { $0.key == Self.transactionKey }
        transaction = hasTransaction ? Self.transaction(in: bytes) : nil
        // A document may have any members of its own.
        let isDocument = command == RequestKind.fenceImport
        partition = isDocument ? nil : try Self.partition(in: members)
        let common = isDocument ? [Self.transactionKey] : Self.commonKeys
        hidesZones =
            !isDocument && members.contains { $0.key == Self.hidesZonesKey && $0.node.value == .bool(true) }
        let rest = members.filter { !common.contains($0.key) }
        body = JSONNode(position: root.position, value: .object(rest))
    }

    private static func partition(in members: [JSONMember]) throws(RequestProblem) -> Int? {
        guard let node = members.first(where: { $0.key == partitionKey })?.node else { return nil }
        guard let number = node.number, let partition = Int(exactly: number) else {
            throw RequestProblem("\"partition\" must be a whole number")
        }
        return partition
    }

    /// The device that it is about; nil where it names none, and where it is about fences.
    var device: Identifier? {
        guard !command.hasPrefix("fence/") else { return nil }
        let key = Agent.DeviceKey.device.rawValue
        let name = body.member(key) ?? body.member("itinerary")?.member(key)
        return name?.text.flatMap { try? Identifier($0) }
    }

    /// The bytes of what a request, or an answer, has as its transaction: numbers may have more digits than
    /// we could tell apart.
    static func transaction(in json: [UInt8]) -> [UInt8]? {
        var parser = JSONDocumentParser(json)
        guard let place = try? parser.place(of: transactionKey) else { return nil }
        return Array(json[place])
    }
}

/// Why a request is not fulfilled: what is wrong, and what to do.
struct RequestProblem: Error, Hashable, CustomStringConvertible {
    let description: String
    /// What more there is to say, such as the report of an import.
    let details: JSONValue?

    init(_ description: String, details: JSONValue? = nil) {
        self.description = description
        self.details = details
    }
}
