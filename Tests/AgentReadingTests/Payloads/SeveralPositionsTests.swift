import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Several positions in one payload.
@Suite struct SeveralPositionsTests {
    /// One of several: when and where, and of whom.
    struct Moment: Hashable {
        let time: Int64?
        let latitude: Double?
        var device: String?

        init(_ time: Int64?, _ latitude: Double?, of device: String? = nil) {
            (self.time, self.latitude, self.device) = (time, latitude, device)
        }

        init(_ reading: Reading) {
            time = reading.time.map { $0.milliseconds / 1000 }
            latitude = reading.fix?.coordinate.latitude
            device = reading.device?.description
        }
    }

    private static func moments(_ payload: String, device: String? = nil, format: PayloadFormat = .auto)
        throws
        -> [Moment]
    {
        let last = try read(payload, device: device, format: format)
        return (last.earlier + [last]).map(Moment.init)
    }

    private static func read(_ payload: String, device: String? = nil, format: PayloadFormat = .auto) throws
        -> Reading
    {
        let pointer = device.map { JSONPointer(steps: [$0]) }
        let decoder = PayloadDecoder(format: format, devicePointer: pointer)
        return try Array(payload.utf8).withUnsafeBytes { bytes in
            Result { () throws(Rejection) in try decoder.decode(bytes) }
        }.get()
    }

    private static func point(_ time: Int, _ latitude: Int, _ more: String = "") -> String {
        "{\"lat\":\(latitude),\"lon\":9,\"tst\":\(1_760_000_000 + time)\(more)}"
    }

    private static func expected(_ moments: (Int64, Double)...) -> [Moment] {
        moments.map { Moment(1_760_000_000 + $0, $1) }
    }

    @Test(
        arguments: [
            "[\(point(0, 1)),\(point(5, 2))]", " [ \(point(0, 1)) , \(point(5, 2)) ]\n",
            "{\"locations\":[\(point(0, 1)),\(point(5, 2))]}",
            "{\"locations\":[\(point(0, 1)),{},\(point(5, 2)),{\"battery\":5}],\"trip\":{\"mode\":\"walk\"}}",
            "{\"id\":4,\"location\":[\(point(0, 1)),\(point(5, 2))]}",
            "{\"payload\":{\"locations\":[\(point(0, 1)),\(point(5, 2))]}}",
            "[\(point(5, 2)),\(point(0, 1))]",
            "[\(point(0, 1)),{\"lat\":91,\"lon\":9},{\"lat\":5,\"lon\":9},\(point(5, 2))]",
        ]
    )
    func `all that can be read count, by their times`(_ payload: String) throws {
        #expect(Array(try Self.moments(payload).suffix(2)) == Self.expected((0, 1), (5, 2)))
    }

    @Test func `reads what Overland sends`() throws {
        let payload = """
            {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[9,1]},"properties":\
            {"timestamp":"2025-10-09T08:53:20Z","horizontal_accuracy":30,"speed":4,"wifi":"shop","device_id":"x"}},\
            {"type":"Feature","geometry":{"type":"Point","coordinates":[9,2]},"properties":\
            {"timestamp":"2025-10-09T10:53:25+0200","horizontal_accuracy":8,"speed":-1}}]}
            """
        #expect(try Self.moments(payload) == Self.expected((0, 1), (5, 2)))
        #expect(try Self.read(payload).earlier.map(\.wifi) == [.connected(ssid: "shop", bssid: nil)])
    }

    @Test(
        arguments: [
            (
                "[\(point(0, 1)),{\"lat\":91,\"lon\":9},{\"lat\":5},\(point(5, 2))]", .auto,
                [.range, .missing]
            ),
            ("[{\"lat\":91,\"lon\":9},\(point(5, 2))]", .auto, [.range]),
            ("[\(point(0, 1)),{},{\"battery\":5},\(point(5, 2))]", .auto, []),
            (
                """
                $GPGGA,085318.00,5230.00000,N,01324.00000,E,1,08,1.1,30.0,M,46.9,M,,*5C
                $GPGGA,085320.00,5230.00000,N,01324.00000,E,1,08,1.1,30.0,M,46.9,M,,*50
                """, .nmea, [.json]
            ),
            (
                """
                {"class":"TPV","mode":3,"lat":52,"lon":13,"time":1760000000}
                {"class":"SKY"}
                {"class":"TPV","mode":3,"lat":95,"lon":13,"time":1760000001}
                """, .shaped(.gpsd), [.range]
            ),
        ] as [(String, PayloadFormat, [Rejection])]
    )
    func `what can't be read of them is known`(
        _ payload: String,
        _ format: PayloadFormat,
        _ refused: [Rejection]
    ) throws {
        #expect(try Self.read(payload, format: format).refused == refused)
    }

    @Test func `of a device without a clock the last counts`() throws {
        #expect(try Self.moments(#"[{"lat":1,"lon":9},{"lat":2,"lon":9}]"#) == [Moment(nil, 2)])
        let two = #"[{"lat":1,"lon":9,"id":"a"},{"lat":2,"lon":9,"id":"a"},{"lat":3,"lon":9,"id":"b"}]"#
        #expect(try Self.moments(two, device: "id") == [Moment(nil, 2, of: "a"), Moment(nil, 3, of: "b")])
    }

    @Test func `the device stands beside the list, or in each position`() throws {
        let beside = try Self.moments(
            "{\"id\":\"a\",\"locations\":[\(Self.point(0, 1)),\(Self.point(5, 2))]}",
            device: "id"
        )
        #expect(beside.map(\.device) == [nil, "a"])
        let each =
            "[\(Self.point(0, 1, ",\"id\":\"a\"")),\(Self.point(2, 3)),\(Self.point(5, 2, ",\"id\":\"b\""))]"
        #expect(try Self.moments(each, device: "id").map(\.device) == ["a", "b"])
        #expect(throws: Rejection.missing) { try Self.moments("[\(Self.point(0, 1))]", device: "id") }
    }

    @Test(
        arguments: [
            ("[]", Rejection.shape), ("[1,2]", .shape), ("[{}", .json), ("[{}] 5", .json),
            ("[[{}]]", .shape),
            ("[{}]", .unrelated), (#"[{"lat":91,"lon":1}]"#, .range), (#"{"locations":[]}"#, .unrelated),
            (#"{"locations":[{"lat":1}]}"#, .missing), (#"{"locations":{"lat":1,"lon":2}}"#, .unrelated),
            (#"{"location":[52.5,13.4]}"#, .missing), (#"[{"locations":[{"lat":1,"lon":2}]}]"#, .unrelated),
            (#"[{"_type":"transition","lat":1,"lon":2}]"#, .unrelated),
        ] as [(String, Rejection)]
    )
    func `says why none can be read`(_ payload: String, _ reason: Rejection) {
        #expect(throws: reason) { try Self.moments(payload) }
    }

    @Test func `a position beside a list that says nothing counts`() throws {
        #expect(try Self.moments(#"{"lat":1,"lon":9,"features":[{"name":"x"}]}"#) == [Moment(nil, 1)])
    }

    private static let aws =
        #"{"DeviceId":"van-1","Position":[9,1],"SampleTime":"2025-10-09T08:53:20.000Z","Accuracy":{"Horizontal":8.5},"PositionProperties":{"Position":"5"}}"#

    @Test(arguments: [PayloadFormat.auto, .shaped(.awslocation)])
    func `reads positions of AWS Location`(_ format: PayloadFormat) throws {
        let outcome = PayloadDecoder(format: format).outcome(Self.aws)
        #expect(outcome == (try .fix(1, 9, accuracy: 8.5, time: 1_760_000_000_000)))
        let bad = Self.aws.replacing("[9,1]", with: "[9,91]")
        #expect(PayloadDecoder(format: format).outcome(bad) == .rejected(.range))
        let none = Self.aws.replacing("\"Position\":[9,1],", with: "")
        #expect(PayloadDecoder(format: format).outcome(none) == .rejected(.unrelated))
    }

    @Test(arguments: [PayloadFormat.auto, .shaped(.awslocation)])
    func `reads updates of several trackers of AWS Location`(_ format: PayloadFormat) throws {
        let other = Self.aws.replacing("van-1", with: "van-2").replacing("[9,1]", with: "[9,2]")
            .replacing(":20.000Z", with: ":25Z")
        let moments = try Self.moments(
            "{\"Updates\":[\(other),\(Self.aws)]}",
            device: "DeviceId",
            format: format
        )
        #expect(
            moments == [Moment(1_760_000_000, 1, of: "van-1"), Moment(1_760_000_005, 2, of: "van-2")]
        )
    }

    @Test func `reads what a rule of AWS IoT passes on`() throws {
        let payload =
            #"{"payload":{"deviceid":"thing123","timestamp":1760000000,"location":{"lat":1,"long":9},"accuracy":{"Horizontal":20.5}}}"#
        let outcome = PayloadDecoder(format: .auto).outcome(payload)
        #expect(outcome == (try .fix(1, 9, accuracy: 20.5, time: 1_760_000_000_000)))
    }

    @Test func `all devices of a message are decided`() throws {
        var setup = try AgentDriver.setup(fences: [AgentDriver.depot()])
        setup.sources = [try AgentDriver.source("all", .auto, device: "$.id")]
        let driver = AgentDriver(setup)
        let (out, home) = (AgentDriver.fix(inside: false, at: 0), AgentDriver.fix(inside: true, at: 9000))
        func named(_ fix: String, _ id: String) -> String { "{\"id\":\"\(id)\"," + fix.dropFirst() }
        let parts = [named(home, "a"), named(out, "a"), named(out, "b"), named(home, "b")]
        driver.take("all", "[\(parts.joined(separator: ","))]", at: 10_000)
        #expect(driver.events.sorted() == ["a/depot enter 1", "b/depot enter 1"])
        #expect(driver.agent.port.counters.received == 1)
    }
}
