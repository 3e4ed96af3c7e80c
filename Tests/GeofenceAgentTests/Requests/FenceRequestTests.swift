import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct FenceRequestTests {
    private static let yard = #"{"id":"yard","latitude":52,"longitude":14,"radius":100}"#

    @Test func `a fence that is set works like any other`() throws {
        let driver = try AgentDriver(fences: [])
        driver.fix(inside: false, at: 0)
        #expect(
            driver.ask("fence/set", #"{"id":"here","latitude":52,"longitude":13,"radius":100}"#, at: 1000)
                == #"{"status":"ok","data":{"fences":["here"]}}"#
        )
        driver.fix(inside: true, at: 2000)
        #expect(driver.events.filter { !$0.isEmpty && $0.hasPrefix("van") } == ["van/here enter 1"])
    }

    @Test(arguments: [
        yard, #"{"fence":\#(yard)}"#, #"{"fences":[\#(yard)]}"#,
        #"{"id":"yard","latitude":52,"longitude":14,"radius":100,"transaction":1}"#,
    ])
    func `its keys stand in the request, under fence, or in a list`(_ payload: String) throws {
        let driver = try AgentDriver(fences: [])
        #expect(driver.ask("fence/set", payload).hasPrefix(#"{"status":"ok","data":{"fences":["yard"]}"#))
        #expect(driver.agent.tracker.engine.allFences.map(\.id.description) == ["yard"])
    }

    @Test func `several are set at once or, where one is wrong, none`() throws {
        let driver = try AgentDriver(fences: [])
        let refusal = driver.refusal(
            "fence/set",
            #"{"fences":[\#(Self.yard),{"id":"b","latitude":99,"longitude":14,"radius":100}]}"#
        )
        #expect(
            refusal
                == "fences[1].latitude: latitude 99.0 is not within -90…90 degrees; it looks swapped with the longitude"
        )
        #expect(driver.agent.tracker.engine.fenceCount == 0)
    }

    @Test(arguments: [
        (
            #"{"id":"a"}"#,
            "a fence needs a place (latitude, longitude and radius, or geometry, bbox, follows), or wifi, or both"
        ),
        (
            #"{"id":"a","latitude":1,"longitude":2,"radius":0}"#,
            "radius: a radius must be above 0 and at most 20000000 metres, not 0.0"
        ),
        (#"{"id":"a/b","wifi":["x"]}"#, "id: "),
        (#"{"id":"a","wifi":["x"],"raduis":1}"#, "raduis: unknown key, did you mean \"radius\"?"),
        (
            #"{"fences":[{"id":"a","wifi":["x"]},{"id":"a","wifi":["y"]}]}"#,
            "\"a\" is the id of two fences; give each its own"
        ),
        (
            #"{"id":"a","wifi":["x"],"groups":["depot"]}"#,
            "\"depot\" is the id of a fence, whose events would look the same; call the group something else"
        ),
        (
            #"{"fence":\#(yard),"fences":[\#(yard)]}"#,
            "fences: stands beside \"fence\"; put all fences into the list"
        ),
        (#"{"fences":[\#(yard)],"dryRun":true}"#, "dryRun: unknown key; known here: fence, fences"),
        (#"{"fence":\#(yard),"id":"b"}"#, "id: unknown key; known here: fence, fences"),
        (#"[1]"#, "the payload must be a JSON object, not a list"),
        (#"{"id":"a","#, "the payload is no JSON (at 1:11): "),
    ])
    func `what can't be is refused with what to do`(_ payload: String, _ expected: String) throws {
        let driver = try AgentDriver()
        let refusal = driver.refusal("fence/set", payload) ?? "taken"
        #expect(refusal.hasPrefix(expected), "\(refusal)")
        #expect(driver.agent.tracker.engine.fenceCount == 1)
        #expect(driver.agent.port.counters.refusedRequests == 1)
    }

    @Test func `one with an id of the configuration stands in its place until it is removed`() throws {
        let driver = try AgentDriver()
        driver.fix(inside: true, at: 0)
        driver.didCommit()
        _ = driver.ask("fence/set", #"{"id":"depot","latitude":52,"longitude":14,"radius":100}"#)
        #expect(
            driver.ask("fence/get", #"{"id":"depot"}"#).hasPrefix(
                #"{"status":"ok","data":{"id":"depot","latitude":52,"longitude":14,"radius":100,"type":"custom","#
            )
        )
        #expect(driver.told.contains { $0.hasPrefix(#"geofence/status/van/depot {"status":"outside""#) })
        #expect(
            driver.ask("fence/remove", #"{"id":"depot"}"#) == #"{"status":"ok","data":{"removed":["depot"]}}"#
        )
        #expect(driver.ask("fence/get", #"{"id":"depot"}"#).contains(#""type":"file","#))
        #expect(
            driver.refusal("fence/remove", #"{"id":"depot"}"#)
                == "\"depot\" stands in the configuration file; remove it there and let the agent read the file again (SIGHUP)"
        )
    }

    @Test func `a fence that is removed sends exits and takes its topics along`() throws {
        let driver = try AgentDriver(fences: [])
        driver.fix(inside: false, at: 0)
        _ = driver.ask(
            "fence/set",
            #"{"id":"here","latitude":52,"longitude":13,"radius":100,"groups":["g"]}"#,
            at: 1000
        )
        driver.fix(inside: true, at: 2000)
        driver.didCommit()
        _ = driver.ask("fence/clear", #"{"type":"custom"}"#, at: 3000)
        #expect(driver.events.filter { $0.hasPrefix("van") } == ["van/here exit 2", "van/g exit 2"])
        for topic in ["status/van/here", "fence/here", "group/g/van"] {
            #expect(driver.told.contains("geofence/\(topic) "), "\(topic)")
        }
        #expect(driver.ask("fence/list") == #"{"status":"ok","data":{"count":0,"fences":[]}}"#)
    }

    @Test func `a list goes on where the last one ended`() throws {
        let driver = try AgentDriver(fences: [])
        let fences = (1...5).map { #"{"id":"f\#($0)","wifi":["x"]}"# }.joined(separator: ",")
        _ = driver.ask("fence/set", #"{"fences":[\#(fences)]}"#)
        let list = driver.ask("fence/list", #"{"limit":2,"after":"f2"}"#)
        let shown = try JSONDocument.parse(list).root.member("data")
        #expect(shown?.member("count")?.number == 5)
        #expect(shown?.member("fences")?.elements.map { $0.member("id")?.text } == ["f3", "f4"])
        #expect(shown?.member("fences")?.elements.first?.member("type")?.text == "custom")
        #expect(
            driver.ask("fence/list", #"{"type":"file"}"#)
                == #"{"status":"ok","data":{"count":0,"fences":[]}}"#
        )
    }

    @Test(arguments: [
        ("fence/get", #"{"id":"deopt"}"#, "there is no fence \"deopt\"; did you mean \"depot\"?"),
        ("fence/remove", "{}", "\"id\" is missing; say which fence, such as \"id\": \"depot\""),
        ("fence/clear", #"{"type":"custm"}"#, "type: \"custm\" is unknown, did you mean \"custom\"?"),
        ("fence/list", #"{"limit":0}"#, "limit: must be"),
        ("fence/sett", "{}", "there is no command \"fence/sett\"; did you mean \"fence/set\"?"),
        (
            "query/contains", #"{"latitude":52,"longitude":13,"count":1}"#,
            "count: unknown key; known here: device, latitude, longitude"
        ),
        ("xyz", "{}", "there is no command \"xyz\"; there are fence/set, fence/get"),
    ])
    func `what isn't there is named with what there is`(
        _ command: String,
        _ payload: String,
        _ expected: String
    ) throws {
        let driver = try AgentDriver()
        let refusal = driver.refusal(command, payload) ?? "taken"
        #expect(refusal.hasPrefix(expected), "\(refusal)")
    }

    @Test(arguments: [false, true])
    func `what was set survives the end of the process, with a checkpoint or without`(_ checkpoint: Bool)
        throws
    {
        let driver = try AgentDriver()
        var store = MemoryStore()
        driver.fix(inside: false, at: 0)
        store.commit(&driver.agent, checkpoint: true)
        _ = driver.ask(
            "fence/set",
            #"{"fences":[{"id":"a","latitude":52,"longitude":13,"radius":100},{"id":"b","wifi":["x"]}]}"#,
            at: 1000
        )
        driver.fix(inside: true, at: 2000)
        _ = driver.ask("fence/remove", #"{"id":"b"}"#, at: 3000)
        store.commit(&driver.agent, checkpoint: checkpoint)
        let next = try driver.restarted(store)
        #expect(next.agent.hasConfiguredFences == true)
        #expect(next.agent.runtimeFences == driver.agent.runtimeFences)
        #expect(next.agent.tracker.engine.allFences == driver.agent.tracker.engine.allFences)
        next.fix(inside: false, at: 4000)
        driver.didCommit()
        driver.fix(inside: false, at: 4000)
        #expect(next.events.filter { $0.hasPrefix("van/a") } == ["van/a exit 2"])
        #expect(Set(next.told) == Set(driver.told))
    }

    @Test func `the configuration read again leaves what was set`() throws {
        let driver = try AgentDriver()
        _ = driver.ask("fence/set", Self.yard)
        var setup = driver.agent.port.settings
        setup.fences = [try AgentDriver.depot("other", longitude: 15)]
        driver.agent.port.settings = setup
        driver.agent.useConfiguredFences(at: AgentDriver.at(20_000))
        #expect(driver.agent.tracker.engine.allFences.map(\.id.description) == ["other", "yard"])
        #expect(driver.agent.hasConfiguredFences == true)
    }
}

/// `fence/import`: whole documents.
@Suite struct ImportRequestTests {
    private static let feature =
        #"{"type":"Feature","id":"yard","properties":{"radius":100},"geometry":{"type":"Point","coordinates":[14,52]}}"#

    @Test(arguments: [
        #"{"type":"FeatureCollection","features":[\#(feature)],"transaction":1}"#,
        #"{"document":{"type":"FeatureCollection","features":[\#(feature)]}}"#,
        #"{"format":"csv","document":"id,latitude,longitude,radius\nyard,52,14,100\n"}"#,
        "id,latitude,longitude,radius\nyard,52,14,100\n",
        #"{"_type":"waypoints","waypoints":[{"_type":"waypoint","desc":"yard","lat":52,"lon":14,"rad":100,"tst":1}]}"#,
    ])
    func `a document is taken as it is, or as a member`(_ payload: String) throws {
        let driver = try AgentDriver(fences: [])
        let answer = driver.ask("fence/import", payload)
        #expect(answer.contains(#""taken":1"#), "\(answer)")
        let place = try Circle(center: Coordinate(latitude: 52, longitude: 14), radius: 100)
        #expect(driver.agent.tracker.engine.allFences.map(\.id.description) == ["yard"])
        #expect(driver.agent.tracker.engine.allFences.first?.shape == .circle(place))
    }

    @Test func `where one feature is refused nothing is taken, and the report says why`() throws {
        let driver = try AgentDriver(fences: [])
        let bad =
            #"{"type":"Feature","id":"b","properties":{},"geometry":{"type":"Point","coordinates":[14,52]}}"#
        let answer = driver.ask(
            "fence/import",
            #"{"type":"FeatureCollection","features":[\#(Self.feature),\#(bad)]}"#
        )
        #expect(
            answer.hasPrefix(#"{"status":"error","error":"nothing is taken, 1 of 2 features are refused: "#),
            "\(answer)"
        )
        #expect(answer.contains(#""result":"refused""#))
        #expect(driver.agent.tracker.engine.fenceCount == 0)
    }

    @Test(arguments: [
        ("", "there is no document; send one as the payload, or in an object as \"document\""),
        (" \n", "there is no document"), ("{}", "there is no document"),
        (#"{"format":"csv","transaction":1}"#, "there is no document"),
        (#"{"document":null,"radius":5}"#, "there is no document"),
        (
            #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[14,52]}}"#,
            "nothing is taken, 1 of 1 features are refused: document:1:1: a point needs \"radius\" in its properties, in metres, or one for all by \"radius\" beside \"document\""
        ),
        (
            "hello",
            "nothing is taken: document: is no GeoJSON, KML, GPX, OwnTracks, CSV or WKT that is known; name the format by \"format\" beside \"document\""
        ),
    ])
    func `what is missing is named as a request would have it`(_ payload: String, _ expected: String) throws {
        let driver = try AgentDriver(fences: [])
        let answer = try JSONDocument.parse(driver.ask("fence/import", payload)).root
        let refusal = answer.member("error")?.text ?? "taken"
        #expect(refusal.hasPrefix(expected), "\(refusal)")
    }
}
