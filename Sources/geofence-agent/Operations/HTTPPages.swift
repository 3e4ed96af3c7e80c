/// What is answered to a GET.
struct HTTPPages: Sendable {
    /// An answer.
    struct Page: Hashable {
        var status: Int
        var mediaType = "text/plain; charset=utf-8"
        var text: String
    }

    /// The paths of those that everybody may see who reaches the port.
    static let paths: Set<String> = ["/metrics", "/healthz", "/readyz"]

    let board: SnapshotBoard
    /// Under which names the agent may be asked.
    var hosts = HostCheck([])

    /// The page at a path, at a moment of `Clock.uptime`.
    func page(_ path: String, at uptime: Int64, _ figures: @autoclosure () -> ProcessFigures) -> Page {
        let snapshot = board.newest
        switch path {
        case "/metrics":
            guard let snapshot else { return Page(status: 503, text: "the agent is still starting\n") }
            let text = Metrics.page(snapshot, figures())
            return Page(status: 200, mediaType: MetricsWriter.mediaType, text: text)
        case "/healthz": return Self.page(Health(snapshot, at: uptime).liveness)
        case "/readyz": return Self.page(Health(snapshot, at: uptime).readiness)
        default: return Page(status: 404, text: "here are /metrics, /healthz and /readyz\n")
        }
    }

    private static func page(_ problem: String?) -> Page {
        Page(status: problem == nil ? 200 : 503, text: "\(problem ?? "ok")\n")
    }
}
