import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Lists that are too long for one answer.
@Suite struct PageTests {
    @Test(arguments: [0, 1, 7, 100, 250], [1, 3, 100, 1000])
    func `the smallest are those of the whole in order`(_ count: Int, _ wanted: Int) {
        let numbers = (0..<count).map { ($0 * 7919) % 1009 }
        for order in [numbers, numbers.sorted(), numbers.sorted(by: >)] {
            #expect(order.smallest(wanted) == Array(numbers.sorted().prefix(wanted)))
        }
    }

    @Test(arguments: [
        ([], []), ([600_000], [600_000]), ([10, 20, 30], [10, 20, 30]),
        ([100_000, 90_000, 10_000], [100_000, 90_000]), ([90_000, 200_000], [90_000]),
    ])
    func `a page has as much as fits into an answer, and one entry in any case`(_ sizes: [Int], _ page: [Int])
    {
        let entries = sizes.map { [UInt8](repeating: 0, count: $0) }
        #expect(Agent.page(entries) { $0 }.map(\.count) == page)
    }

    @Test func `the list names the rules by which its fences are to be read`() throws {
        let driver = try AgentDriver()
        var setup = driver.agent.port.settings
        setup.rules.margin = 20
        driver.agent.port.settings = setup
        #expect(
            driver.ask("fence/list", #"{"limit":1}"#)
                .hasPrefix(
                    #"{"status":"ok","data":{"count":1,"rules":{"margin":20},"fences":[{"id":"depot","#
                )
        )
    }
}
