import CLibrary
import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// A store on a small file system of its own, which only root can make.
    @Suite(.enabled(if: canMount, "a file system can only be mounted by root")) final class DiskFullTests {
        private let site: Site
        private let disk: String

        init() throws {
            site = try Site(settings: Site.lossless)
            disk = site.path("disk")
            try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
            try #require(
                mount("tmpfs", disk, "tmpfs", 0, "size=2m") == 0,
                "mount: \(String(cString: strerror(errno)))"
            )
        }

        deinit { umount2(disk, Int32(MNT_DETACH)) }

        /// Fills the disk to its last byte.
        private func fill() throws {
            let file = open(disk + "/ballast", O_WRONLY | O_CREAT, 0o600)
            defer { close(file) }
            let block = [UInt8](repeating: 0, count: 4096)
            while write(file, block, block.count) > 0 {}
        }

        private func fix(_ latitude: Double, _ second: Int) -> String {
            #"{"lat":\#(latitude),"lon":13.4,"tst":\#(1_760_000_000 + second)}"#
        }

        /// An agent whose disk is full, with 400 positions published that make 201 events.
        private func startAndFill() throws -> (agent: AgentProcess, client: Client) {
            let (agent, client) = try site.start(store: disk + "/agent.sqlite")
            try client.publish("fleet/van/location", fix(52.6, 0))
            try client.message("geofence/device/van")
            try fill()
            for second in 1...400 {
                try client.publish("fleet/van/location", fix(second % 4 < 2 ? 52.5 : 52.6, second))
            }
            #expect(agent.waitForLog("nothing is acknowledged until it can be written"), "\(agent.text)")
            return (agent, client)
        }

        @Test(arguments: [SIGTERM, SIGKILL])
        func `a full disk stops the acknowledgements and loses nothing`(_ signal: Int32) throws {
            let (agent, client) = try startAndFill()
            agent.send(signal)
            let code = agent.end()
            #expect(code == (signal == SIGTERM ? 74 : -SIGKILL))
            unlink(disk + "/ballast")

            let next = try site.agent()
            try client.wait(for: "201 events") { Set($0.events).count >= 201 }
            #expect(Set(client.events).count == 201)
            next.stop()
        }

        @Test func `goes on by itself once there is room again`() throws {
            let (agent, client) = try startAndFill()
            unlink(disk + "/ballast")
            try client.wait(for: "201 events") { Set($0.events).count >= 201 }
            #expect(Set(client.events).count == 201)
            #expect(agent.stop() == 0)
        }

        @Test func `a change over HTTP is not answered as done while it can't be kept`() throws {
            let token = "fedcba9876543210"
            try site.writeSecret(token, to: "edit")
            let port = SilentServer(.refuses).port
            let http = #""port": \#(port), "map": { "edit": true }, "editTokenFile": "edit""#
            let (agent, _) = try site.start(store: disk + "/agent.sqlite", more: ", \"http\": { \(http) }")
            try fill()
            let ask = { HTTPAnswer(port: port, asking: $0, $1, token: token) }
            // More than the space that the store has already.
            let corners = (0..<20_000).map { "[13.\(10_000 + $0),52.\($0.isMultiple(of: 2) ? 1 : 2)]" }
            let line = #"{"type":"LineString","coordinates":[\#(corners.joined(separator: ","))]}"#
            let first = ask("fence/set", #"{"id":"long","geometry":\#(line),"width":9}"#)
            #expect(first.status == 503, "\(first.body)")
            #expect(agent.waitForLog("nothing is acknowledged until it can be written"), "\(agent.text)")
            let second = ask("fence/set", #"{"id":"yard","wifi":["Yard"]}"#)
            #expect(second.status == 400)
            #expect(second.body.contains("the store can't be written"), "\(second.body)")
            #expect(ask("fence/list", "{}").status == 200)
            agent.kill()
        }

        @Test func `says what is wrong where the disk is full at the start`() throws {
            try fill()
            try site.configure(store: disk + "/agent.sqlite")
            let agent = try site.agent()
            #expect(agent.end() == 74)
            #expect(agent.text.contains(disk), "\(agent.text)")
        }
    }
}

extension Client {
    /// The payloads of all events that have come.
    fileprivate var events: [String] {
        messages.filter { $0.topic.hasPrefix("geofence/event/") }.map(\.payload)
    }
}

/// Whether a file system can be mounted here: by root, and not in every container.
private let canMount: Bool = {
    let folder = NSTemporaryDirectory() + "mount-\(getpid())"
    guard mkdir(folder, 0o700) == 0 else { return false }
    defer { rmdir(folder) }
    guard mount("tmpfs", folder, "tmpfs", 0, "size=1m") == 0 else { return false }
    return umount2(folder, Int32(MNT_DETACH)) == 0
}()
