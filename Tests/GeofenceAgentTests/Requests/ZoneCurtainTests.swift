import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Who may not see homes learns nothing of them: not by a name, not by a gap, not by how many there are.
@Suite struct ZoneCurtainTests {
    private let driver: AgentDriver

    /// A yard, 700 m from the home of a van that stands there; its id comes behind that of the home.
    init() throws {
        driver = try AgentDriver(fenceRadius: 60, fences: [try AgentDriver.depot("yard", longitude: 13.01)])
        driver.live(days: 0..<20)
        driver.didCommit()
    }

    private func answer(_ command: String, _ members: String) -> String {
        driver.ask(command, #"{"hideZones":true,\#(members)}"#, at: 20 * AgentDriver.day)
    }

    @Test(arguments: [
        #""fence":"home-van""#, #""id":"home-van""#, #""fence":{"id":"home-van","wifi":["x"]}"#,
        #""fences":[{"id":"a"},{"id":"home-van"}]"#, #""fence":"home2-van""#,
    ])
    func `what names a home, or one that was, is refused as what names no fence`(_ members: String) {
        for command in ["what-if", "explain", "fence/get", "report"] {
            let refused = answer(command, members)
            #expect(refused.contains("\"error\":\"there is no fence \\\"home"), "\(command) \(refused)")
        }
        let (home, none) = (
            answer("fence/get", #""id":"home-van""#), answer("fence/get", #""id":"home-bus""#)
        )
        #expect(home.replacing("home-van", with: "home-bus") == none)
    }

    @Test func `nobody is told of a home whose name is nearly right`() {
        for hides in ["true", "false"] {
            let refused = driver.ask("fence/get", #"{"hideZones":\#(hides),"id":"home-vam"}"#)
            #expect(!refused.contains("home-van"), "\(refused)")
        }
    }

    @Test func `the nearest fence is the nearest that may be shown`() {
        let place = #""latitude":52,"longitude":13"#
        #expect(driver.ask("query/nearest", "{\(place)}").contains("home-van"))
        #expect(answer("query/nearest", place).contains("yard"))
    }

    @Test func `a page of fences, and their count, is of those that may be shown`() {
        let page = answer("fence/list", #""limit":1"#)
        #expect(page.contains(#""count":1,"#) && page.contains("yard"), "\(page)")
        #expect(answer("fence/list", #""type":"zone""#).contains(#""count":0,"#))
    }

    @Test func `homes are neither cleared nor replaced by who may not see them`() {
        #expect(answer("fence/clear", #""type":"zone""#).contains(#""count":0,"#))
        #expect(answer("fence/clear", #""type":"all""#).contains(#""count":0,"#))
        let table = Array("id,latitude,longitude,radius\nhome-van,1,2,30\n".utf8)
        let refused = table.withUnsafeBytes { table in
            driver.agent.answer(
                request: "fence/import",
                payload: table,
                hidesZones: true,
                at: AgentDriver.at(0)
            )
        }
        let text = String(decoding: refused ?? [], as: UTF8.self)
        #expect(text.contains("there is no fence"), "\(text)")
        #expect(driver.agent.zoneFences.count == 2)
    }

    @Test func `a map for a notification has no home`() {
        let stamp = AgentDriver.at(20 * AgentDriver.day).milliseconds
        let members = #""device":"van","timestamp":\#(stamp)"#
        #expect(driver.ask("notify", "{\(members)}", at: 20 * AgentDriver.day).contains("Home"))
        let hidden = answer("notify", members)
        #expect(hidden.contains("<svg") && hidden.contains("yard") && !hidden.contains("Home"), "\(hidden)")
    }
}
