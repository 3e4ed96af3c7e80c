import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct NMEAPayloadTests {
    private static let now: Int64 = 1_760_000_000_000
    private static let rmc = "$GPRMC,085320.00,A,5230.00000,N,01324.00000,E,010.0,045.6,091025,,,A*5B"
    private static let gga = "$GPGGA,085320.00,5230.00000,N,01324.00000,E,1,08,1.1,30.0,M,46.9,M,,*50"
    private static let void = "$GPRMC,085320.00,V,,,,,,,091025,,,N*7E"
    private static let noFix = "$GPGGA,085320.00,,,,,0,00,99.9,,,,,,*53"
    private static let satellites = "$GPGSV,1,1,01,01,40,083,46*44"
    private static let torn = "$GPRMC,085320.00,A,5230.0"

    @Test(
        arguments: [
            (rmc, try Outcome.fix(52.5, 13.4, speed: 18.52, time: now)),
            ("\(rmc)\r\n\(gga)\r\n", try .fix(52.5, 13.4, altitude: 30, speed: 18.52, time: now)),
            ("\(gga)\r\n\(rmc)\r\n", try .fix(52.5, 13.4, altitude: 30, speed: 18.52, time: now)),
            ("\(satellites)\r\n\(rmc)", try .fix(52.5, 13.4, speed: 18.52, time: now)),
            ("\(torn)\r\n\(rmc)", try .fix(52.5, 13.4, speed: 18.52, time: now)),
            (void, .rejected(.unrelated)), ("\(void)\n\(noFix)", .rejected(.unrelated)),
            ("\(gga)\n\(void)", .rejected(.unrelated)), (noFix, .rejected(.unrelated)),
            (satellites, .rejected(.unrelated)), (rmc.replacing("*5B", with: "*5C"), .rejected(.json)),
            (torn, .rejected(.json)),
            (
                "$GPRMC,085320.00,A,5290.00000,N,01324.00000,E,010.0,045.6,091025,,,A*51",
                .rejected(.type)
            ),
            (
                "$GPRMC,085320.00,A,9930.00000,N,01324.00000,E,010.0,045.6,091025,,,A*5C",
                .rejected(.range)
            ),
            ("!AIVDM,1,1,,A,x,0*00", .rejected(.json)), ("", .rejected(.empty)),
        ] as [(String, Outcome)]
    )
    func `reads sentences`(_ payload: String, _ outcome: Outcome) {
        #expect(PayloadDecoder(format: .nmea).outcome(payload) == outcome)
        if payload.hasPrefix("$") { #expect(PayloadDecoder(format: .auto).outcome(payload) == outcome) }
    }

    private static func fix(_ minutes: Double, altitude: Double? = nil, speed: Double? = nil) throws -> Fix {
        let place = try Coordinate(latitude: 52 + minutes / 60, longitude: 13.4)
        return Fix(coordinate: place, altitude: altitude, speed: speed)
    }

    @Test func `reads all moments, and dates a GGA by the RMC beside it, across midnight too`() throws {
        let payload = """
            $GPGGA,235959.00,5231.00000,N,01324.00000,E,1,08,1.1,31.0,M,46.9,M,,*5D
            $GPRMC,000001.00,A,5230.00000,N,01324.00000,E,010.0,045.6,091025,,,A*56
            """
        let midnight: Int64 = 1_759_968_000_000
        var expected = Reading(
            time: Timestamp(milliseconds: midnight + 1000),
            fix: try Self.fix(30, speed: 18.52)
        )
        expected.earlier = [
            Reading(time: Timestamp(milliseconds: midnight - 1000), fix: try Self.fix(31, altitude: 31))
        ]
        #expect(PayloadDecoder(format: .nmea).outcome(payload) == .reading(expected))
    }

    @Test func `reads all moments of GGA sentences alone`() throws {
        let before = "$GPGGA,085319.00,5231.00000,N,01324.00000,E,1,08,1.1,30.0,M,46.9,M,,*5B"
        var expected = Reading(timeOfDay: 32_000_000, fix: try Self.fix(30, altitude: 30))
        expected.earlier = [Reading(timeOfDay: 31_999_000, fix: try Self.fix(31, altitude: 30))]
        #expect(PayloadDecoder(format: .nmea).outcome("\(before)\n\(Self.gga)") == .reading(expected))
    }

    @Test func `leaves the date of a GGA alone to its arrival`() throws {
        var expected = Reading(fix: try Self.fix(30, altitude: 30))
        expected.timeOfDay = 32_000_000
        #expect(PayloadDecoder(format: .nmea).outcome(Self.gga) == .reading(expected))
        let day: Int64 = 86_400_000
        for (arrival, moment) in [
            (0, 0), (-60_000, 0), (-60_001, -day), (day - 60_001, 0), (day - 60_000, day),
        ] {
            #expect(
                expected.moment(before: Timestamp(milliseconds: Self.now + arrival))
                    == Timestamp(milliseconds: Self.now + moment)
            )
        }
    }
}
