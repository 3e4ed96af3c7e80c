import Testing

@testable import MQTT

/// Messages that are set aside.
@Suite struct BacklogTests {
    private static func packet(_ topic: String, _ payload: [UInt8]) -> [UInt8] {
        let body = [0, UInt8(topic.utf8.count)] + Array(topic.utf8) + [0] + payload
        return [0x30, UInt8(body.count & 127 | 128), UInt8(body.count >> 7)] + body
    }

    private static func append(_ packet: [UInt8], to backlog: inout Backlog) {
        packet.withUnsafeBytes { backlog.append($0) }
    }

    /// The topics of the first messages, which are kept.
    private static func keep(_ count: Int, of backlog: inout Backlog) throws -> [String] {
        var topics: [String] = []
        for _ in 0..<count where !backlog.isEmpty {
            _ = try backlog.withFirst(.version5) { message throws(MQTTFailure) in
                topics.append(String(decoding: message.topic, as: UTF8.self))
                return true
            }
        }
        return topics
    }

    @Test func `they come in their order, however many are added meanwhile`() throws {
        var backlog = Backlog()
        var (added, kept) = (0, [String]())
        for (adds, keeps) in [(3, 1), (5, 6), (2, 2), (1, 9), (0, 1)] {
            for _ in 0..<adds {
                Self.append(Self.packet("t\(added)", [7]), to: &backlog)
                added += 1
            }
            kept += try Self.keep(keeps, of: &backlog)
        }
        #expect(kept == (0..<added).map { "t\($0)" })
        #expect(backlog.isEmpty)
    }

    @Test func `one for which there is no room stays the first`() throws {
        var backlog = Backlog()
        Self.append(Self.packet("a", []), to: &backlog)
        let isKept = try backlog.withFirst(.version5) { _ throws(MQTTFailure) in false }
        #expect(!isKept)
        #expect(try Self.keep(2, of: &backlog) == ["a"])
    }

    @Test func `once it is full half of it is to go before others come`() throws {
        var backlog = Backlog()
        let packet = Self.packet("a", [UInt8](repeating: 7, count: 16_000))
        var count = 0
        while backlog.hasRoom {
            Self.append(packet, to: &backlog)
            count += 1
        }
        #expect(count == Backlog.most / packet.count + 1)
        #expect(try Self.keep(count / 2 - 1, of: &backlog).count == count / 2 - 1)
        #expect(!backlog.hasRoom)
        _ = try Self.keep(2, of: &backlog)
        #expect(backlog.hasRoom)
    }
}
