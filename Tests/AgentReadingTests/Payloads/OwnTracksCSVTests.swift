import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct OwnTracksCSVTests {
    @Test(
        arguments: [
            (
                "X0,542A46AA,k,30365854,7575769,26,4,7,5,872",
                try Outcome.fix(30.365854, 7.575769, altitude: 70, speed: 4, time: 1_412_056_746_000)
            ),
            (
                "v1,68e77b80,t,-30365854,-7575769,0,0,-3,0,0\r\n",
                try .fix(-30.365854, -7.575769, altitude: -30, speed: 0, time: 1_760_000_896_000)
            ),
            ("X0,542A46AA,k,90000001,7575769,26,4,7,5,872", .rejected(.range)),
            ("X0,0,k,30365854,7575769,26,4,7,5,872", .rejected(.time)),
            ("X0,542A46AA,k,30365854,7575769,26,4,7,5", .rejected(.json)),
            ("X0,542A46AG,k,30365854,7575769,26,4,7,5,872", .rejected(.json)),
            ("X0,542A46AA,k,30.365854,7.575769,26,4,7,5,872", .rejected(.json)),
            ("X0,542A46AA,k,30365854,7575769,26,4,7,5,872,1", .rejected(.json)),
            (",542A46AA,k,30365854,7575769,26,4,7,5,872", .rejected(.json)),
        ] as [(String, Outcome)]
    )
    func `reads a line`(_ payload: String, _ outcome: Outcome) {
        #expect(PayloadDecoder(format: .owntracks).outcome(payload) == outcome)
        #expect(PayloadDecoder(format: .auto).outcome(payload) == outcome)
    }
}
