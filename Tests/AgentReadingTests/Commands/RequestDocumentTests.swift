import MQTT
import Testing

@testable import geofence_agent

/// What `request` sends.
@Suite struct RequestDocumentTests {
    private static func problem(_ json: [UInt8]) -> String? {
        do {
            _ = try RequestDocument(json)
            return nil
        } catch {
            return error.text
        }
    }

    @Test(arguments: [
        ("{}", "}"), (#"{"device":"van"}"#, #","device":"van"}"#), ("\n { \"a\" : [1] }\n", ",\"a\":[1]}"),
    ])
    func `is given a transaction, and is else as it was written`(_ json: String, _ rest: String) throws {
        let document = try RequestDocument(Array(json.utf8))
        let sent = String(decoding: document.bytes, as: UTF8.self)
        let transaction = try #require(try JSONDocument.parse(sent).root.member("transaction"))
        #expect(transaction.value.bytes == document.transaction.bytes)
        #expect(String(decoding: transaction.value.bytes, as: UTF8.self).hasPrefix("\"cli-"))
        let compact = sent.filter { !$0.isWhitespace }
        #expect(compact.hasSuffix(rest))
    }

    @Test(arguments: [#"{"transaction":1}"#, #"{"a":1,"transaction":{"b":[2]}}"#])
    func `keeps a transaction of its own`(_ json: String) throws {
        let document = try RequestDocument(Array(json.utf8))
        #expect(document.bytes == Array(json.utf8))
        let own = try #require(try JSONDocument.parse(json).root.member("transaction"))
        #expect(document.transaction.bytes == own.value.bytes)
    }

    @Test func `says what can't be sent`() {
        #expect(Self.problem(Array("[]".utf8)) == "must be an object in { }, not a list")
        #expect(Self.problem(Array("{".utf8))?.hasPrefix("1:2: ") == true)
        #expect(Self.problem([0x7B, 0xFF, 0x7D]) == "is not UTF-8")
        let most = Inbox.largestRequest - 64
        let long = #"{"a":""# + String(repeating: "a", count: most - 8) + #""}"#
        #expect(Self.problem(Array(long.utf8)) == nil)
        #expect(
            Self.problem(Array((" " + long).utf8))
                == "has more than \(most) bytes, which the agent refuses"
        )
    }

    @Test(arguments: [
        ("device/list", true), ("notify", true), ("query/what-if", true), ("", false), ("/device", false),
        ("device//list", false), ("device/+", false), ("#", false), ("device list", false),
        (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
    ])
    func `knows what can be a request`(_ command: String, _ isCommand: Bool) {
        #expect(RequestDocument.isCommand(command) == isCommand)
    }
}
