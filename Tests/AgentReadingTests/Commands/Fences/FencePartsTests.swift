import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct FencePartsTests {
    private static func fences(_ count: Int) throws -> [Fence] {
        try (0..<count).map { try AgentDriver.depot("f\($0)", longitude: Double($0) / 100) }
    }

    @Test(arguments: [1, 300, 1000, 100_000])
    func `parts have all fences in order, and none is larger than it has to be`(_ size: Int) throws {
        let fences = try Self.fences(20)
        let parts = try FenceParts(fences, rules: Rules(), usual: size)
        let read = parts.documents.map { FenceDocument.read($0, file: "part") }
        #expect(read.flatMap(\.fences) == fences)
        #expect(
            read.allSatisfy { $0.fences.count == 1 } || parts.documents.allSatisfy { $0.count < size + 100 }
        )
        #expect((parts.documents.count == 1) == (size == 100_000))
    }

    @Test func `no fences are no parts`() throws {
        #expect(try FenceParts([], rules: Rules()).documents.isEmpty)
    }

    @Test func `a fence that no request has room for is named`() throws {
        let line = try (0..<40_000).map {
            try Position(longitude: Double($0) / 100_000 + 1e-9, latitude: 52.123_456_789)
        }
        let corridor = try Corridor(line: line, width: 10)
        let fence = try Fence(id: Identifier("motorway"), shape: .corridor(corridor))
        #expect {
            try FenceParts([fence], rules: Rules())
        } throws: { error in
            "\(error)".hasPrefix("motorway: has ") && "\(error)".contains("fenceFiles")
        }
    }
}
