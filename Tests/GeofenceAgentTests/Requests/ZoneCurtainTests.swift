import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Who may not see homes can't ask about them, however deep their names stand.
@Suite struct ZoneCurtainTests {
    @Test(arguments: [
        #"{"fence":"home-van"}"#, #"{"id":"home-van"}"#, #"{"fence":{"id":"home-van","wifi":["x"]}}"#,
        #"{"fences":[{"id":"a"},{"id":"home-van"}]}"#,
    ])
    func `refuses what names a home`(_ text: String) throws {
        let request = try Array(text.utf8).withUnsafeBytes { bytes in
            try Request(command: "what-if", payload: bytes)
        }
        var fences = ZoneFences()
        fences[try Identifier("home-van")] = ZoneFence(
            device: try Identifier("van"),
            zone: AgentDriver.at(0),
            label: .home
        )
        let curtain = try #require(ZoneCurtain(fences))
        #expect(throws: RequestProblem("there is no fence \"home-van\"")) { try curtain.check(request) }
    }
}
