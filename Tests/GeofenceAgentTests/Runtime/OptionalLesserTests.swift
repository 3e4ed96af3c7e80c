import Testing

@testable import geofence_agent

@Suite struct OptionalLesserTests {
    @Test(
        arguments: [
            (1, 2, 1), (2, 1, 1), (1, nil, 1), (nil, 1, 1), (nil, nil, nil),
        ] as [(Int?, Int?, Int?)]
    )
    func `of two the lesser counts, and of one that one`(_ a: Int?, _ b: Int?, _ lesser: Int?) {
        #expect(a.orLesser(b) == lesser)
    }
}
