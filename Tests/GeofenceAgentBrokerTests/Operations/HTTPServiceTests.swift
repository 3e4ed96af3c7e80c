import Foundation
import GeofenceCore
import Testing

@testable import geofence_agent

@Suite(.timeLimit(.minutes(5))) struct HTTPServiceTests {
    private let board = SnapshotBoard()

    private func settings(port: Int, host: String = "127.0.0.1") -> HTTPSettings {
        var settings = HTTPSettings()
        (settings.host, settings.port) = (host, port)
        return settings
    }

    @Test func `answers over HTTP`() async throws {
        let service = try HTTPService(settings(port: 0), board)
        let serving = Task { await service.run() }
        let port = try #require(try await service.port)
        let about = About(version: "1", started: Timestamp(milliseconds: 0), configuration: "f")
        board.put(Snapshot(uptime: Clock.uptime, about: about, broker: "h:1", link: .open))

        let metrics = await HTTPAnswer.awaiting(port: port, "/metrics")
        #expect(metrics.status == 200)
        #expect(metrics.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(metrics.headers["content-length"] == "\(metrics.body.utf8.count)")
        #expect(metrics.body.hasPrefix("# HELP geofence_agent_build_info "))
        #expect(await HTTPAnswer.awaiting(port: port, "/healthz").body == "ok\n")
        #expect(await HTTPAnswer.awaiting(port: port, "/other").status == 404)
        #expect(await HTTPAnswer.awaiting(port: port, "/readyz?now").status == 200)
        #expect(await HTTPAnswer.awaiting(port: port, "/metrics", method: "POST").status == 405)
        serving.cancel()
        #expect(await serving.value == nil)
    }

    @Test func `goes without where the port is taken`() async throws {
        let other = SilentServer(.accepts)
        let service = try HTTPService(settings(port: other.port), board)
        #expect(await service.run() == "another program has the port; change http.port, or stop it")
        withExtendedLifetime(other) {}
    }

    @Test func `goes without where the address is another machine's`() async throws {
        let service = try HTTPService(settings(port: 9464, host: "2001:db8::1"), board)
        #expect(await service.run() == "Cannot assign requested address")
    }
}
