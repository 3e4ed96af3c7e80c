import Foundation
import Testing

@testable import geofence_agent

/// The corpus of `FuzzStored` is what the encoders write today, so that its inputs get past the first bytes.
@Suite(.serialized) struct StoredCorpusTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Corpus/FuzzStored")

    private static func bytes(_ file: String) throws -> [UInt8] {
        try Array(Data(contentsOf: folder.appendingPathComponent(file)))
    }

    @Test func `every file is as the encoders write it`() throws {
        let inputs = try StoredInput.all()
        if ProcessInfo.processInfo.environment["GEOFENCE_WRITE_CORPUS"] != nil { try write(inputs) }
        for input in inputs {
            #expect(
                (try? Self.bytes(input.name)) == input.bytes,
                "\(input.name): write it anew with GEOFENCE_WRITE_CORPUS=1 swift test --filter StoredCorpusTests"
            )
        }
    }

    /// A file that is there changes only with the codec: older stores would read as damaged otherwise.
    private func write(_ inputs: [StoredInput]) throws {
        let isOther = inputs.contains { input in
            (try? Self.bytes(input.name)).map { $0 != input.bytes } ?? false
        }
        let written = try Self.writtenCodec
        guard !isOther || written != Store.codec else {
            Issue.record("what an encoder writes has changed; raise Store.codec (\(Store.codec)) first")
            return
        }
        for input in inputs {
            try Data(input.bytes).write(to: Self.folder.appendingPathComponent(input.name))
        }
        try Data("\(Store.codec)\n".utf8).write(to: Self.codecFile)
    }

    private static let codecFile =
        folder
        .appendingPathComponent("../../../Fixtures/Stores/corpus-codec").standardized

    /// The codec that the files are of.
    private static var writtenCodec: Int? {
        get throws {
            Int(try String(contentsOf: codecFile, encoding: .utf8).filter { $0.isNumber })
        }
    }

    @Test func `the files are of this codec`() throws {
        #expect(try Self.writtenCodec == Store.codec)
    }

    @Test func `every file but those at the edge is read to its end`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        for file in files where !file.hasPrefix("edge-") {
            let kind = try StoredInput.kind(of: Self.bytes(file))
            #expect(file.split(separator: "-").first.map(String.init) == kind, "\(file)")
        }
    }
}
