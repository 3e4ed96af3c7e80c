import Foundation
import Testing

/// Every input in the corpus has the properties that fuzzing checks, so that what was found once is found by
/// each test run.
@Suite struct CorpusTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Corpus")

    private static func inputs(_ target: FuzzTarget) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: folder.appendingPathComponent(target.rawValue),
            includingPropertiesForKeys: nil
        )
    }

    @Test(arguments: FuzzTarget.allCases)
    func `every input keeps its properties`(_ target: FuzzTarget) throws {
        let inputs = try Self.inputs(target)
        #expect(!inputs.isEmpty)
        for input in inputs {
            #expect(throws: Never.self, "\(target.rawValue)/\(input.lastPathComponent)") {
                try target.check(Array(Data(contentsOf: input)))
            }
        }
    }

    @Test func `there is a folder of inputs for each target, and no other`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(folders) == Set(FuzzTarget.allCases.map(\.rawValue)))
    }
}
