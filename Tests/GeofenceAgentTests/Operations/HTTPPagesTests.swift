import Testing

@testable import geofence_agent

@Suite struct HTTPPagesTests {
    private typealias Page = HTTPPages.Page
    private let board = SnapshotBoard()

    private func page(_ path: String, after age: Int64 = 0) -> Page {
        let uptime = (board.newest?.uptime ?? 0) + age
        return HTTPPages(board: board).page(path, at: uptime, .example)
    }

    @Test(arguments: ["/metrics", "/healthz", "/readyz"])
    func `has nothing to tell before the loop has begun`(_ path: String) {
        #expect(page(path) == Page(status: 503, text: "the agent is still starting\n"))
    }

    @Test(arguments: [(0, nil), (9999, nil), (10_000, "10"), (61_999, "61")] as [(Int64, String?)])
    func `is healthy while the loop turns`(_ age: Int64, _ seconds: String?) {
        board.put(.example)
        let answer =
            seconds.map {
                Page(status: 503, text: "the agent is stuck: its loop has not turned for \($0) s\n")
            }
            ?? Page(status: 200, text: "ok\n")
        #expect(page("/healthz", after: age) == answer)
        #expect(page("/readyz", after: age) == answer)
    }

    @Test(
        arguments: [
            (Snapshot.Link.open, true, nil), (.catchingUp, true, "what the broker has kept is still coming"),
            (.down, true, "there is no connection to the broker at localhost:1883"),
            (.open, false, "the store can't be written; the log says why"),
            (.down, false, "the store can't be written; the log says why"),
        ] as [(Snapshot.Link, Bool, String?)]
    )
    func `is ready once it is connected and has caught up`(
        _ link: Snapshot.Link,
        _ isStoreWritable: Bool,
        _ reason: String?
    ) {
        var snapshot = Snapshot.example
        (snapshot.link, snapshot.isStoreWritable) = (link, isStoreWritable)
        board.put(snapshot)
        #expect(page("/readyz") == Page(status: reason == nil ? 200 : 503, text: "\(reason ?? "ok")\n"))
        #expect(page("/healthz") == Page(status: 200, text: "ok\n"))
    }

    @Test(
        arguments: [
            (29_999, nil), (30_000, "33 messages wait for the broker to take them, the oldest for 30 s"),
        ] as [(Int64, String?)]
    )
    func `is not ready while the broker takes no messages`(_ age: Int64, _ reason: String?) {
        var snapshot = Snapshot.example
        (snapshot.oldestUnsent, snapshot.patience) = (age, 30_000)
        board.put(snapshot)
        #expect(page("/readyz") == Page(status: reason == nil ? 200 : 503, text: "\(reason ?? "ok")\n"))
    }

    @Test func `has metrics, and nothing else`() {
        board.put(.example)
        let text = Metrics.page(.example, .example)
        #expect(page("/metrics") == Page(status: 200, mediaType: MetricsWriter.mediaType, text: text))
        #expect(page("/") == Page(status: 404, text: "here are /metrics, /healthz and /readyz\n"))
    }
}
