import Testing

@testable import geofence_agent

@Suite struct NMEASentenceTests {
    /// What came of a line: the reports in it, or the first problem.
    private static func told(_ line: String) -> Result<[NMEAReport], NMEAProblem> {
        Array(line.utf8).withUnsafeBytes { bytes in
            Result { () throws(NMEAProblem) in
                var reports: [NMEAReport] = []
                for bytes in NMEASentences(bytes) {
                    guard let sentence = try NMEASentence(bytes) else { continue }
                    if let report = try NMEAReport(sentence) { reports.append(report) }
                }
                return reports
            }
        }
    }

    /// A line with its checksum.
    private static func line(_ body: String) -> String {
        let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
        return "$\(body)*\(sum.count == 1 ? "0" : "")\(sum)\r\n"
    }

    private static let place = NMEAPlace(latitude: 48.856_75, longitude: -2.352_216_666_666_666_5)

    @Test(
        arguments: [
            (
                "GPRMC,120001.25,A,4851.40500,N,00221.13300,W,012.3,045.6,150124,,,A",
                NMEAReport(timeOfDay: 43_201_250, day: 19_737, place: place, speed: 22.78)
            ),
            (
                "GNGGA,235960,4851.405,N,00221.133,W,1,08,0.9,-35.5,M,47.0,M,,",
                NMEAReport(timeOfDay: 86_400_000, place: place, altitude: -35.5)
            ),
            (
                "GARMC,000000,A,0000.0,S,00000.0,W,,,010180",
                NMEAReport(timeOfDay: 0, day: 3652, place: NMEAPlace(latitude: -0.0, longitude: -0.0))
            ),
            ("GPRMC,120001,V,4851.405,N,00221.133,E,,,150124,,,A", NMEAReport(timeOfDay: 43_201_000)),
            ("GPRMC,120001,A,4851.405,N,00221.133,E,,,150124,,,N", NMEAReport(timeOfDay: 43_201_000)),
            ("GPGGA,120001,4851.405,N,00221.133,E,0,,,,,,,,", NMEAReport(timeOfDay: 43_201_000)),
            ("GPGGA,120001", NMEAReport(timeOfDay: 43_201_000)),
            ("GPRMC,120001,A,4851.405,N,00221.133,W", NMEAReport(timeOfDay: 43_201_000, place: place)),
            ("GPRMC,,V,,,,,,,,,,N", nil), ("GPGSV,1,1,00", nil), ("PMTK010,001", nil), ("PGRMC,A,1", nil),
        ] as [(String, NMEAReport?)]
    )
    func `reads RMC and GGA`(_ body: String, _ report: NMEAReport?) throws {
        #expect(try Self.told(Self.line(body)).get() == (report.map { [$0] } ?? []))
    }

    @Test(
        arguments: [
            ("GPRMC,1200,A,4851.405,N,00221.133,E", "time"),
            ("GPRMC,246000,A,4851.405,N,00221.133,E", "time"),
            ("GPRMC,120061,A,4851.405,N,00221.133,E", "time"),
            ("GPRMC,12000x,A,4851.405,N,00221.133,E", "time"),
            ("GPRMC,120001,A,,N,00221.133,E", "latitude"),
            ("GPRMC,120001,A,51.405,N,00221.133,E", "latitude"),
            ("GPRMC,120001,A,4860.0,N,00221.133,E", "latitude"),
            ("GPRMC,120001,A,4851.405,,00221.133,E", "latitude"),
            ("GPRMC,120001,A,-851.405,N,00221.133,E", "latitude"),
            ("GPRMC,120001,A,4851..5,N,00221.1,E", "latitude"),
            ("GPGGA,120001,4851.405,N,221133,E,1", "longitude"),
            ("GPGGA,120001,4851.405,N,00221.133,N,1", "longitude"),
            ("GPRMC,120001,A,4851.405,N,00221.133,E,,,290225", "date"),
            ("GPRMC,120001,A,1.,N,1.,E", "latitude"),
            ("GPRMC,120001,A,4851.405,N,00221.133,E,,,001224", "date"),
            ("GPRMC,120001,A,4851.405,N,00221.133,E,,,011324", "date"),
        ]
    )
    func `says which field can't be read`(_ body: String, _ field: String) {
        #expect(Self.told(Self.line(body)) == .failure(.field(field)))
        #expect("\(NMEAProblem.field(field))" == "has a \(field) that can't be read")
    }

    @Test(
        arguments: [
            ("$GPGGA,120001*05", .failure(.checksum(said: 5, counted: 0x78))),
            ("$GPGGA,120001", .failure(.noChecksum)), ("$GPGGA,120001*", .failure(.noChecksum)),
            ("$GPGGA,120001*4", .failure(.noChecksum)), ("$GPGGA,120001*4G", .failure(.noChecksum)),
            ("$GPGGA,120001*78 and more", .success([NMEAReport(timeOfDay: 43_201_000)])),
            ("$GPGGA,12000*49", .failure(.field("time"))),
            ("$GPGGA,120003*7a", .success([NMEAReport(timeOfDay: 43_203_000)])),
            ("$GPGSV,1,1", .success([])), ("$GPGSV*00", .success([])), ("$", .success([])),
            ("", .success([])),
            ("$$$", .success([])), ("$ 5,", .success([])), ("!AIVDM,1,1,,A,0*00", .success([])),
            ("\\s:r,c:1*00\\$GPGGA,120001*78", .success([NMEAReport(timeOfDay: 43_201_000)])),
            ("$GPGSV,1*00", .failure(.checksum(said: 0, counted: 0x48))),
        ] as [(String, Result<[NMEAReport], NMEAProblem>)]
    )
    func `checks the checksum, and passes over what is no sentence`(
        _ line: String,
        _ result: Result<[NMEAReport], NMEAProblem>
    ) {
        #expect(Self.told(line) == result)
    }
}
