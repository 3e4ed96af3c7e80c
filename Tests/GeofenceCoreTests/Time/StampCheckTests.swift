import GeofenceCore
import Testing

@Suite struct StampCheckTests {
    static let arrival = Timestamp(milliseconds: 1_800_000_000_000)
    static let rollover: Int64 = 619_315_200_000
    static let days30: Int64 = 2_592_000_000

    /// Milliseconds the stamp is ahead of arrival, the same of the time it becomes, and why.
    @Test(
        arguments: [
            (0, 0, .asIs), (-1, -1, .asIs), (60_000, 60_000, .asIs), (60_001, 0, .clamped),
            (86_400_000, 0, .clamped), (-days30 - 1, -days30 - 1, .asIs),
            (-rollover / 2, -rollover / 2, .asIs),
            (-rollover, 0, .rolledOver), (rollover, 0, .rolledOver),
            (-rollover + 60_000, 60_000, .rolledOver), (-rollover + 60_001, -rollover + 60_001, .asIs),
            (-rollover - days30, -days30, .rolledOver),
            (-rollover - days30 - 1, -rollover - days30 - 1, .asIs),
            (rollover + 60_000, 60_000, .rolledOver), (rollover + 60_001, 0, .clamped),
            (rollover - days30, -days30, .rolledOver), (rollover - days30 - 1, 0, .clamped),
            (2 * rollover, 0, .clamped), (-2 * rollover, -2 * rollover, .asIs),
        ] as [(Int64, Int64, JudgedStamp.Verdict)]
    )
    func `judges by how far ahead`(_ ahead: Int64, _ lead: Int64, _ verdict: JudgedStamp.Verdict) {
        let judged = StampCheck(hasClock: true).judge(Self.moment(ahead), arrival: Self.arrival)
        #expect(judged == JudgedStamp(time: Self.moment(lead), verdict: verdict))
    }

    @Test(
        arguments: [
            0, 60_001, 86_400_000, rollover, rollover - days30, rollover + 60_001, 2 * rollover,
            -days30 - 1, -rollover / 2, -2 * rollover, -rollover + days30 + 1, -rollover - days30 - 1,
        ]
    )
    func `moves nothing back in a replay, nor what is just old`(_ ahead: Int64) {
        let judged = StampCheck(hasClock: false).judge(Self.moment(ahead), arrival: Self.arrival)
        #expect(judged == JudgedStamp(time: Self.moment(ahead), verdict: .asIs))
    }

    @Test(arguments: [0, 60_001, days30, -days30])
    func `repairs in a replay, too, also what comes much later than the one before`(_ lead: Int64) {
        let stamp = Self.moment(lead - Self.rollover)
        let judged = StampCheck(hasClock: false).judge(stamp, arrival: Self.arrival)
        #expect(judged == JudgedStamp(time: Self.moment(lead), verdict: .rolledOver))
    }

    @Test func `survives the ends of time`() {
        let replayed = StampCheck(hasClock: false).judge(.distantPast, arrival: .distantFuture)
        #expect(replayed == JudgedStamp(time: .distantPast, verdict: .asIs))
        let check = StampCheck(hasClock: true)
        let judged = [Timestamp.distantPast, .distantFuture].map { check.judge($0, arrival: Self.arrival) }
        let expected: [JudgedStamp] = [
            JudgedStamp(time: .distantPast, verdict: .asIs),
            JudgedStamp(time: Self.arrival, verdict: .clamped),
        ]
        #expect(judged == expected)
    }

    private static func moment(_ ahead: Int64) -> Timestamp {
        arrival.advanced(byMilliseconds: ahead)
    }
}
