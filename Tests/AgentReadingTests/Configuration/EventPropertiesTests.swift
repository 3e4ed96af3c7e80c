import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What fences say of themselves, and what of it is published.
@Suite struct EventPropertiesTests {
    private let folder: ConfigurationFolder

    init() throws { folder = try ConfigurationFolder() }

    private static func text(_ names: String, _ properties: String, _ more: String = "") -> String {
        #"{"mqtt":{"host":"h"},"sources":[{"topic":"fleet/{device}/location"}],"eventProperties":\#(names),"#
            + #""fences":[{"id":"depot","latitude":52,"longitude":13,"radius":150,"properties":\#(properties)}]\#(more)}"#
    }

    private func driver(_ names: String, _ properties: String) throws -> AgentDriver {
        var settings = AgentSettings(try folder.load(Self.text(names, properties)))
        settings.deviceEvery = 0
        return AgentDriver(settings)
    }

    private static func published(_ driver: AgentDriver, _ topic: String) -> String {
        driver.news.last { $0.hasPrefix("geofence/\(topic)/van/depot ") } ?? ""
    }

    @Test(arguments: [
        (#"["customer","floor"]"#, #","properties":{"customer":"ACME","floor":3}"#),
        (#"["open","customer"]"#, #","properties":{"open":true,"customer":"ACME"}"#), (#"["other"]"#, nil),
        ("[]", nil),
    ])
    func `those that are named travel into events and statuses`(_ names: String, _ expected: String?) throws {
        let driver = try driver(names, #"{"floor":3,"customer":"ACME","open":true}"#)
        driver.fix(inside: false, at: 0)
        driver.fix(inside: true, at: 1000)
        for topic in ["event", "status"] {
            let text = Self.published(driver, topic)
            #expect(text.contains(#""properties""#) == (expected != nil), "\(text)")
            #expect(text.contains(expected ?? ""), "\(text)")
        }
        let again = driver.agent.refreshed().first { $0.topic == "geofence/status/van/depot" }
        #expect(
            again.map { "geofence/status/van/depot " + String(decoding: $0.payload, as: UTF8.self) }
                == Self.published(driver, "status")
        )
    }

    @Test func `the exit of a fence that goes has them, and a restart keeps them`() throws {
        var store = MemoryStore()
        let driver = try driver(#"["customer"]"#, #"{"customer":"ACME"}"#)
        _ = driver.ask(
            "fence/set",
            #"{"id":"yard","latitude":52,"longitude":13,"radius":100,"properties":{"customer":"Bolt","n":1.5,"x":false}}"#
        )
        driver.fix(inside: false, at: 0)
        driver.fix(inside: true, at: 1000)
        store.commit(&driver.agent, checkpoint: true)
        let next = try driver.restarted(store)
        #expect(
            next.ask("fence/get", #"{"id":"yard"}"#).contains(
                #""properties":{"customer":"Bolt","n":1.5,"x":false}"#
            )
        )
        _ = next.ask("fence/remove", #"{"id":"yard"}"#)
        let event = next.news.last { $0.hasPrefix("geofence/event/van/yard ") } ?? ""
        #expect(
            event.contains(#""event":"exit""#) && event.contains(#""properties":{"customer":"Bolt"}"#),
            "\(event)"
        )
    }

    @Test(arguments: [
        (#"{"a":[1]}"#, "must be a text, a number, true or false, not a list"),
        (#"{"a":"\#(String(repeating: "x", count: 257))"}"#, "may have 256 bytes, this has 257"),
        (#"{"\#(String(repeating: "x", count: 65))":1}"#, "a name may have 1 to 64 bytes, this has 65"),
        (
            #"{\#((0...16).map { "\"a\($0)\":1" }.joined(separator: ","))}"#,
            "has 17 members, and a fence may have 16"
        ),
        ("1", "must be an object in { }, not a number"),
    ])
    func `says what is wrong with properties`(_ properties: String, _ problem: String) {
        let errors = folder.errors(Self.text("[]", properties))
        #expect(errors.count == 1)
        #expect(
            errors.first?.contains("fences[0].properties") == true
                && errors.first?.hasSuffix(problem) == true,
            "\(errors)"
        )
    }

    @Test(arguments: [
        (#"["a","a"]"#, "[1]: \"a\" is there twice; name each property once"),
        (#"["\#(String(repeating: "x", count: 65))"]"#, "[0]: may have 64 bytes, this has 65"),
        (
            #"[\#((0...16).map { "\"a\($0)\"" }.joined(separator: ","))]"#,
            ": has 17 names, and at most 16 are read"
        ),
    ])
    func `says what is wrong with names`(_ names: String, _ problem: String) {
        let errors = folder.errors(Self.text(names, "{}"))
        #expect(errors.first?.contains("eventProperties\(problem)") == true, "\(errors)")
    }

    @Test(arguments: [
        (
            "a.geojson",
            #"{"type":"Feature","id":"a","geometry":null,"properties":{"wifi":["x"],"customer":"C","other":1,"list":[1],"properties":{"floor":2}}}"#
        ),
        (
            "a.kml",
            #"<kml><Placemark><ExtendedData><Data name="id"><value>a</value></Data><Data name="wifi"><value>x</value></Data><Data name="customer"><value>C</value></Data><Data name="properties"><value>{"floor":2}</value></Data></ExtendedData></Placemark></kml>"#
        ),
    ])
    func `of a file those are kept that are named, and what it says in properties`(
        _ file: String,
        _ text: String
    ) throws {
        folder.write(file, text.utf8)
        let named = #"["customer","list"]"#
        let configuration = try folder.load(Self.text(named, "{}", #","fenceFiles":["\#(file)"]"#))
        let fence = try #require(configuration.fences.first { $0.id.description == "a" })
        #expect(
            fence.properties == [
                FenceProperty(name: "floor", value: .number(2)),
                FenceProperty(name: "customer", value: .text("C")),
            ]
        )
        let none = try folder.load(Self.text("[]", "{}", #","fenceFiles":["\#(file)"]"#))
        #expect(none.fences.first { $0.id.description == "a" }?.properties.map(\.name) == ["floor"])
    }

    @Test func `a column of a table is kept where it is named`() throws {
        folder.write(
            "a.csv",
            "id,latitude,longitude,radius,Customer,other\na,52,13,50,C,1\nb,52,13,50,,1\n".utf8
        )
        let configuration = try folder.load(Self.text(#"["Customer"]"#, "{}", #","fenceFiles":["a.csv"]"#))
        let fences = configuration.fences.dropFirst().map(\.properties)
        #expect(fences == [[FenceProperty(name: "Customer", value: .text("C"))], []])
    }

    @Test func `an export has them, and is read back as it was`() throws {
        let configuration = try folder.load(Self.text("[]", #"{"customer":"A \"C\"","floor":3}"#))
        for format in [ExportFormat.geojson, .kml] {
            let export = FenceExport.write(configuration.fences, as: format)
            let read = FenceDocument.read(export.bytes, file: "a.\(format.rawValue)")
            #expect(read.fences.map(\.properties) == configuration.fences.map(\.properties))
        }
    }

    @Test func `a change of properties alone sends no event`() throws {
        let driver = try driver("[]", #"{"customer":"ACME"}"#)
        driver.fix(inside: true, at: 0)
        let other = AgentSettings(try folder.load(Self.text(#"["customer"]"#, #"{"customer":"Bolt"}"#)))
        driver.agent.change({ $0 = other }, at: AgentDriver.at(1000))
        #expect(driver.events == [])
        driver.fix(inside: false, at: 2000)
        #expect(Self.published(driver, "event").contains(#""properties":{"customer":"Bolt"}"#))
    }
}
