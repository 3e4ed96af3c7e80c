import Testing

@testable import geofence_agent

/// What a change has brought about, each device once.
@Suite struct DistinctTests {
    @Test(arguments: [
        ([], []), ([7], [7]), ([7, 7, 7], [7]), ([1, 2, 3], [1, 2, 3]), ([3, 1, 2, 1, 3], [1, 2, 3]),
    ])
    func `each once, ascending`(_ elements: [Int], _ wanted: [Int]) {
        #expect(elements.distinct() == wanted)
    }
}
