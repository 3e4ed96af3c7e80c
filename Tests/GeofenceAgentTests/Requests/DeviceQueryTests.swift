import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Questions about fences and points that concern a device, or are like this or that.
@Suite struct DeviceQueryTests {
    /// A fence for all, one for vans, one for bikes, all around one place; and some points.
    private func driver() throws -> AgentDriver {
        var fences = [try AgentDriver.depot("all")]
        for kind in ["van", "bike"] {
            let own = try AgentDriver.depot("\(kind)s")
            fences.append(
                try Fence(id: own.id, shape: own.shape, devices: [try DevicePattern("\(kind)*")])
            )
        }
        var settings = try AgentDriver.setup(fences: fences)
        var builder = PointTableBuilder(tags: [])
        for (id, name, tag, north) in [
            ("a", "Anton Müller", "pickup", 0.0), ("b", "Berta", "cafe", 0.01),
            ("c", "Café Anton", "cafe", 0.02),
        ] {
            let place = try Coordinate(latitude: 52 + north, longitude: 13)
            var point = ParsedPoint(id: id, name: name, place: place)
            (point.tags, point.types, point.city) = ([tag], ["shop-\(id)"], "Berlin")
            try builder.add(point)
        }
        settings.pois = PointsOfInterest(
            settings: PointSettings(),
            table: PointTable(builder, fingerprint: "3")
        )
        let driver = AgentDriver(settings)
        driver.fix("van1", inside: true, at: 0)
        driver.fix("bike1", inside: false, at: 0)
        return driver
    }

    private func ids(_ answer: String, _ list: String) -> [String] {
        let data = (try? JSONDocument.parse(answer).root)?.member("data")
        return data?.member(list)?.elements.compactMap { $0.member("id")?.text } ?? []
    }

    @Test(arguments: [
        ("", ["all", "bikes", "vans"]), (#","device":"van1""#, ["all", "vans"]),
        (#","device":"bike1""#, ["all", "bikes"]),
    ])
    func `fences for other devices are hidden from a device`(_ device: String, _ fences: [String]) throws {
        let driver = try driver()
        let place = #""latitude":52,"longitude":13"#
        #expect(ids(driver.ask("query/contains", "{\(place)\(device)}"), "fences") == fences)
        #expect(ids(driver.ask("query/nearest", "{\(place),\"count\":9\(device)}"), "fences") == fences)
    }

    @Test func `without a place it is asked where the device is`() throws {
        let driver = try driver()
        #expect(ids(driver.ask("query/contains", #"{"device":"van1"}"#), "fences") == ["all", "vans"])
        #expect(ids(driver.ask("query/contains", #"{"device":"bike1"}"#), "fences") == [])
        #expect(ids(driver.ask("query/nearest", #"{"device":"bike1","count":1}"#), "fences") == ["all"])
        // A kilometre to the north.
        #expect(ids(driver.ask("query/pois", #"{"device":"bike1"}"#), "pois") == ["b"])
    }

    @Test func `says that nothing is known of the device, or of where it is`() throws {
        let driver = try driver()
        driver.take("home/cam/wifi", "DepotNet", at: 1000)
        let place = #""latitude":52,"longitude":13"#
        let unknown = driver.refusal("query/contains", #"{\#(place),"device":"van2"}"#)
        #expect(unknown == "nothing has been heard of a device \"van2\"; did you mean \"van1\"?")
        #expect(ids(driver.ask("query/contains", "{\(place),\"device\":\"cam\"}"), "fences") == ["all"])
        #expect(
            driver.refusal("query/pois", #"{"device":"cam"}"#)
                == "no position of \"cam\" is known; name a place by \"latitude\" and \"longitude\""
        )
        #expect(
            driver.refusal("query/nearest", #"{"device":"van1","latitude":52}"#)?.contains("both") == true
        )
    }

    @Test(arguments: [
        (#""text":"anton""#, ["a", "c"]), (#""text":"MÜLLER""#, ["a"]),
        (#""text":"berlin""#, ["a", "b", "c"]),
        (#""tags":["cafe"]"#, ["b", "c"]), (#""tags":["shop-a"]"#, ["a"]),
        (#""tags":["cafe","pickup"]"#, ["a", "b", "c"]),
        (#""text":"anton","tags":["cafe"]"#, ["c"]), (#""text":"none""#, []),
        (#""tags":[]"#, ["a", "b", "c"]),
        (#""tags":["cafe"],"count":1"#, ["b"]),
    ])
    func `points are found by their text and tags`(_ filter: String, _ points: [String]) throws {
        let driver = try driver()
        let count = filter.contains("count") ? "" : #","count":9"#
        let answer = driver.ask("query/pois", #"{"latitude":52,"longitude":13,\#(filter)\#(count)}"#)
        #expect(ids(answer, "pois") == points)
    }

    @Test(arguments: [
        (#""text":"\#(String(repeating: "x", count: 101))""#, "\"text\" has 100 bytes at most"),
        (#""tags":"cafe""#, "tags: must be a list"), (#""tags":[1]"#, "tags[0]: must be a string"),
        (
            #""tags":[\#(Array(repeating: "\"a\"", count: 21).joined(separator: ","))]"#,
            "\"tags\" names 20 at most"
        ),
    ])
    func `a filter that is none is refused`(_ filter: String, _ problem: String) throws {
        let refusal = try driver().refusal("query/pois", #"{"latitude":52,"longitude":13,\#(filter)}"#)
        #expect(refusal?.hasPrefix(problem) == true, "\(refusal ?? "taken")")
    }

    @Test func `no more points are read than a turn has time for`() throws {
        var builder = PointTableBuilder(tags: [])
        for number in 0..<(PointFilter.mostRead + 10) {
            let place = try Coordinate(latitude: 52 + Double(number) * 1e-7, longitude: 13)
            try builder.add(ParsedPoint(id: "\(number)", name: nil, place: place))
        }
        var settings = try AgentDriver.setup(fences: [])
        settings.pois = PointsOfInterest(
            settings: PointSettings(),
            table: PointTable(builder, fingerprint: "4")
        )
        let driver = AgentDriver(settings)
        let refusal = driver.refusal("query/pois", #"{"latitude":52,"longitude":13,"text":"none"}"#)
        #expect(refusal?.hasPrefix("more than 20000 points would have to be looked through") == true)
    }
}
