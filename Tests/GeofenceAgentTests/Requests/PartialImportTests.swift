import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// `fence/import` in several requests.
@Suite struct PartialImportTests {
    private static func document(_ ids: [String], groups: [String] = []) -> String {
        let groups = groups.map { "\"\($0)\"" }.joined(separator: ",")
        let features = ids.map { id in
            """
            {"type":"Feature","id":"\(id)","properties":{"radius":100\(groups.isEmpty ? "" : ",\"groups\":[\(groups)]")},\
            "geometry":{"type":"Point","coordinates":[14,52]}}
            """
        }
        return #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    }

    private static func part(_ number: Int, of count: Int, _ document: String, name: String = "x") -> String {
        #"{"import":"\#(name)","part":\#(number),"parts":\#(count),"document":\#(document)}"#
    }

    private static func known(_ driver: AgentDriver) -> [String] {
        driver.agent.tracker.engine.allFences.map(\.id.description)
    }

    @Test func `all parts are in force with the last one`() throws {
        let driver = try AgentDriver(fences: [])
        #expect(
            driver.ask("fence/import", Self.part(1, of: 3, Self.document(["b", "c"])))
                == #"{"status":"ok","data":{"import":"x","part":1,"parts":3,"taken":0}}"#
        )
        _ = driver.ask("fence/import", Self.part(2, of: 3, Self.document(["a"])))
        #expect(Self.known(driver) == [])
        #expect(
            driver.ask("fence/import", Self.part(3, of: 3, Self.document(["d"])))
                == #"{"status":"ok","data":{"import":"x","part":3,"parts":3,"taken":4}}"#
        )
        #expect(Self.known(driver) == ["a", "b", "c", "d"])
        #expect(driver.agent.partialImport == nil)
    }

    @Test func `a part that the broker sends twice counts once`() throws {
        let driver = try AgentDriver(fences: [])
        for number in [1, 2, 2, 3] {
            _ = driver.ask("fence/import", Self.part(number, of: 3, Self.document(["f\(number)"])))
        }
        #expect(Self.known(driver) == ["f1", "f2", "f3"])
    }

    @Test func `the last part has the same answer again, also after a restart`() throws {
        let driver = try AgentDriver(fences: [])
        var store = MemoryStore()
        _ = driver.ask("fence/import", Self.part(1, of: 2, Self.document(["a"])))
        let last = Self.part(2, of: 2, Self.document(["b"]))
        let answer = driver.ask("fence/import", last)
        #expect(answer == #"{"status":"ok","data":{"import":"x","part":2,"parts":2,"taken":2}}"#)
        #expect(driver.ask("fence/import", last) == answer)
        store.commit(&driver.agent)
        let next = try driver.restarted(store)
        #expect(next.ask("fence/import", last) == answer)
        #expect(Self.known(next) == ["a", "b"])
    }

    @Test(arguments: [1, 2])
    func `another import under the same name is another import`(_ count: Int) throws {
        let driver = try AgentDriver(fences: [])
        for (first, last) in [("a", "b"), ("c", "d")] {
            if count == 2 { _ = driver.ask("fence/import", Self.part(1, of: 2, Self.document([first]))) }
            let answer = driver.ask("fence/import", Self.part(count, of: count, Self.document([last])))
            #expect(answer.hasSuffix("\"taken\":\(count)}}"))
        }
        #expect(Self.known(driver) == (count == 2 ? ["a", "b", "c", "d"] : ["b", "d"]))
    }

    @Test func `of more fences than there may be no further part is waited for`() throws {
        let driver = try AgentDriver(fences: [])
        driver.agent.port.settings.limits.fencesAtRunTime = 3
        _ = driver.ask("fence/import", Self.part(1, of: 3, Self.document(["a", "b"])))
        let refusal = driver.refusal("fence/import", Self.part(2, of: 3, Self.document(["a", "b"])))
        #expect(refusal?.hasPrefix("there would be 4 fences set at run time, and limits.") == true)
        #expect(driver.agent.partialImport == nil)
    }

    @Test(arguments: [
        part(2, of: 3, document(["b"]), name: "y"),
        part(2, of: 3, #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"b"}]}"#, name: "y"),
    ])
    func `a part of another import that is refused ends none but its own`(_ payload: String) throws {
        let driver = try AgentDriver(fences: [])
        _ = driver.ask("fence/import", Self.part(1, of: 2, Self.document(["a"])))
        #expect(driver.refusal("fence/import", payload) != nil)
        _ = driver.ask("fence/import", Self.part(2, of: 2, Self.document(["b"])))
        #expect(Self.known(driver) == ["a", "b"])
    }

    @Test(arguments: [(600_000, true), (600_001, false)])
    func `an import that is left off is forgotten after ten minutes`(_ pause: Int64, _ isKept: Bool) throws {
        let driver = try AgentDriver(fences: [])
        _ = driver.ask("fence/import", Self.part(1, of: 2, Self.document(["a"])), at: 1000)
        driver.agent.dropStaleImport(at: AgentDriver.at(1000 + pause))
        #expect((driver.agent.partialImport != nil) == isKept)
    }

    @Test func `the first part begins anew`() throws {
        let driver = try AgentDriver(fences: [])
        _ = driver.ask("fence/import", Self.part(1, of: 2, Self.document(["old"])))
        _ = driver.ask("fence/import", Self.part(1, of: 2, Self.document(["new"])))
        _ = driver.ask("fence/import", Self.part(2, of: 2, Self.document(["other"])))
        #expect(Self.known(driver) == ["new", "other"])
    }

    @Test(arguments: [
        part(3, of: 3, document(["b"])), part(2, of: 4, document(["b"])),
        part(2, of: 3, document(["b"]), name: "y"),
    ])
    func `a part that does not follow is refused with what to do`(_ payload: String) throws {
        let driver = try AgentDriver(fences: [])
        _ = driver.ask("fence/import", Self.part(1, of: 3, Self.document(["a"])))
        let refusal = driver.refusal("fence/import", payload) ?? "taken"
        #expect(refusal.hasSuffix("nothing is taken, so begin again with part 1"), "\(refusal)")
        #expect(Self.known(driver) == [])
    }

    @Test func `an agent that has been started anew has forgotten the parts`() throws {
        let driver = try AgentDriver(fences: [])
        var store = MemoryStore()
        _ = driver.ask("fence/import", Self.part(1, of: 2, Self.document(["a"])))
        store.commit(&driver.agent, checkpoint: true)
        let next = try driver.restarted(store)
        #expect(
            next.refusal("fence/import", Self.part(2, of: 2, Self.document(["b"])))
                == "part 2 of 2 of the import \"x\" does not follow: no import is under way here; nothing is taken, so begin again with part 1"
        )
        #expect(Self.known(next) == [])
    }

    @Test(arguments: [
        (document(["a"]), "\"a\" is the id of two fences"),
        (document(["b"], groups: ["a"]), "\"a\" is a group of fences"),
        (
            #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"b"}]}"#,
            "nothing is taken, 1 of 1"
        ),
    ])
    func `where the last part can't be taken none is`(_ last: String, _ reason: String) throws {
        let driver = try AgentDriver(fences: [])
        _ = driver.ask("fence/import", Self.part(1, of: 2, Self.document(["a"])))
        let refusal = driver.refusal("fence/import", Self.part(2, of: 2, last)) ?? "taken"
        #expect(refusal.hasPrefix(reason), "\(refusal)")
        #expect(Self.known(driver) == [])
        #expect(driver.agent.partialImport == nil)
    }

    @Test(arguments: [
        (#"{"import":"x","part":1,"document":{}}"#, "\"parts\" is missing; a part needs \"import\""),
        (#"{"part":1,"parts":2,"document":{}}"#, "\"import\" is missing"),
        (#"{"import":"x","part":3,"parts":2,"document":{}}"#, "part: must be"),
        (#"{"import":"x","part":0,"parts":2,"document":{}}"#, "part: must be"),
    ])
    func `what a part lacks is named`(_ payload: String, _ reason: String) throws {
        let driver = try AgentDriver(fences: [])
        let refusal = driver.refusal("fence/import", payload) ?? "taken"
        #expect(refusal.hasPrefix(reason), "\(refusal)")
    }
}
