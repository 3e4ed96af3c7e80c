import Foundation
import GeofenceCore
import CLibrary
import Logging
import Testing

@testable import geofence_agent

/// Entries of systemd's journal, as its socket gets them.
@Suite struct JournalEntryTests {
    private static func event(_ message: Logger.Message, _ metadata: Logger.Metadata = [:]) -> LogEvent {
        LogEvent(
            level: .warning,
            message: message,
            metadata: metadata,
            source: "",
            file: "",
            function: "",
            line: 0
        )
    }

    private static func entry(_ message: Logger.Message, _ metadata: Logger.Metadata = [:]) -> String {
        String(decoding: LogLine(level: .info, format: .text).fields(event(message, metadata)), as: UTF8.self)
    }

    @Test func `has the line, and what it quotes in fields`() {
        let metadata: Logger.Metadata = [
            "device": "van1", "fence": "depot", "retry": .seconds(milliseconds: 1500),
        ]
        #expect(
            Self.entry("it is so", .of(.event, metadata)) == """
                MESSAGE=it is so device=van1 fence=depot retry=1.5 s
                PRIORITY=4
                SYSLOG_IDENTIFIER=geofence-agent
                DEVICE=van1
                FENCE=depot
                MESSAGE_ID=e00f092020b54cafb588683e3aa656b2
                RETRY=1.5 s

                """
        )
    }

    @Test(
        arguments: [
            ("kept as", "KEPT_AS"), ("clientId", "CLIENTID"), ("_x", "X"), ("2nd", "ND"),
            (String(repeating: "a", count: 70), String(repeating: "A", count: 64)),
        ]
    )
    func `makes names that the journal takes`(_ key: String, _ name: String) {
        var fields = JournalFields()
        fields.add(key, "v")
        #expect(String(decoding: fields.bytes, as: UTF8.self) == "\(name)=v\n")
    }

    @Test func `leaves out what has no name, and gives a value of lines its length`() {
        var fields = JournalFields()
        fields.add("12", "v")
        #expect(fields.bytes == [])
        fields.add("a", "x\ny")
        #expect(fields.bytes == Array("A\n".utf8) + [3, 0, 0, 0, 0, 0, 0, 0] + Array("x\ny\n".utf8))
    }

    @Test func `no value begins a field of its own`() {
        #expect(!Self.entry("a\nPRIORITY=0", ["device": "b\nFENCE=x"]).contains("\nPRIORITY=0"))
        let bytes = LogLine(level: .info, format: .text).fields(Self.event("m", ["device": "b\nFENCE=x"]))
        let length: [UInt8] = [9, 0, 0, 0, 0, 0, 0, 0]
        #expect(
            Data(bytes).range(of: Data(Array("DEVICE\n".utf8) + length + Array("b\nFENCE=x\n".utf8))) != nil
        )
    }

    @Test func `sends an entry as one datagram, and says where nobody takes it`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)").path
        let sender = try #require(DatagramSocket(path))
        #expect(!sender.send([1]))
        let listener = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer {
            close(listener)
            unlink(path)
        }
        var (address, length) = try #require(DatagramSocket.address(path))
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) == 0 }
        }
        #expect(isBound)
        let line = LogLine(level: .info, format: .text, isJournal: true, journal: sender)
        line.log(event: Self.event("one", ["device": "van1"]))
        var buffer = [UInt8](repeating: 0, count: 1000)
        let count = recv(listener, &buffer, buffer.count, 0)
        #expect(
            String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
                == "MESSAGE=one device=van1\nPRIORITY=4\nSYSLOG_IDENTIFIER=geofence-agent\nDEVICE=van1\n"
        )
    }

    @Test func `every kind has a number of its own`() {
        let numbers = LogKind.allCases.map(\.messageID)
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }
}
