import Testing

@testable import geofence_agent

/// What somebody meant is looked for among so many letters.
@Suite struct NearestNameTests {
    @Test(arguments: [(100, "depot-7c"), (20_000, nil)] as [(Int, String?)])
    func `among very many names not all are compared`(_ count: Int, _ found: String?) {
        let others = (0..<count).map { "zzzzzzz\($0 % 10)" }
        #expect(NearestName.of("depot-7d", among: others + ["depot-7c"]) == found)
    }

    @Test func `letters count, and not the bytes that they are written with`() {
        #expect(NearestName.of("Cafe", among: ["Café"]) == "Café")
    }
}
