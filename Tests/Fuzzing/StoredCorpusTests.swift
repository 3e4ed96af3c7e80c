import Foundation
import Testing

/// The corpus of `FuzzStored` is what the encoders write today, so that its inputs get past the first bytes.
@Suite(.serialized) struct StoredCorpusTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Corpus/FuzzStored")

    private static func bytes(_ file: String) throws -> [UInt8] {
        try Array(Data(contentsOf: folder.appendingPathComponent(file)))
    }

    @Test func `every file is as the encoders write it`() throws {
        let inputs = try StoredInput.all()
        if ProcessInfo.processInfo.environment["GEOFENCE_WRITE_CORPUS"] != nil {
            for input in inputs {
                try Data(input.bytes).write(to: Self.folder.appendingPathComponent(input.name))
            }
        }
        for input in inputs {
            #expect(
                (try? Self.bytes(input.name)) == input.bytes,
                "\(input.name): write it anew with GEOFENCE_WRITE_CORPUS=1 swift test --filter StoredCorpusTests"
            )
        }
    }

    @Test func `every file but those at the edge is read to its end`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        for file in files where !file.hasPrefix("edge-") {
            let kind = try StoredInput.kind(of: Self.bytes(file))
            #expect(file.split(separator: "-").first.map(String.init) == kind, "\(file)")
        }
    }
}
