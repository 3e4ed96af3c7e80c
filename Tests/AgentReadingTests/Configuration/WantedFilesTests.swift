import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Commands read those files alone that they need: of others it is no matter whether they are there.
@Suite struct WantedFilesTests {
    private let folder: ConfigurationFolder

    init() throws { folder = try ConfigurationFolder() }

    private static let text = """
        {"mqtt":{"host":"localhost"},"sources":[{"topic":"a/{device}"}],"fenceFiles":["FENCES"],"pois":{"files":["POINTS"]}}
        """

    private func read(_ text: String, _ files: WantedFiles) throws -> (
        result: Configuration?, errors: [String]
    ) {
        folder.write("agent.json", text.utf8)
        do throws(ConfigurationErrors) {
            let path = folder.path + "agent.json"
            return (try Configuration.load(path: path, files: files, environment: [:]), [])
        } catch {
            return (nil, error.problems.map { folder.relative("\($0)") })
        }
    }

    @Test(arguments: [
        (WantedFiles.all, ["fenceFiles[0]", "pois.files[0]"]), (.fences, ["fenceFiles[0]"]),
        (.points, ["pois.files[0]"]), (WantedFiles(), []),
    ])
    func `a file that isn't there is an error where it is wanted`(_ files: WantedFiles, _ keys: [String])
        throws
    {
        let read = try read(Self.text, files)
        #expect(read.errors.map { $0.split(separator: ": ").dropFirst().first.map(String.init) } == keys)
        #expect((read.result == nil) == !keys.isEmpty)
    }

    @Test func `warnings of files that aren't wanted are not told`() throws {
        folder.write("POINTS", "lat,lon\n91,0\n1,2\n".utf8)
        folder.write("FENCES", "id,latitude,longitude,radius\nf,1,2,100\n".utf8)
        let all = try read(Self.text, .all).result
        #expect(all?.warnings.count == 1 && all?.pois?.table.count == 1 && all?.fences.count == 1)
        let none = try read(Self.text, []).result
        #expect(none?.warnings == [] && none?.pois == nil && none?.fences == [])
    }

    @Test func `what the keys say is looked at all the same`() throws {
        let text = Self.text.replacing("\"FENCES\"", with: "1").replacing("\"POINTS\"", with: "2")
        let errors = try read(text, []).errors
        #expect(errors.map { $0.split(separator: ": ")[1] } == ["fenceFiles[0]", "pois.files[0]"])
    }
}
