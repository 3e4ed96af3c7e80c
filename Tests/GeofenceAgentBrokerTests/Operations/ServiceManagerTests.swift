import Foundation
import Testing

@testable import geofence_agent

@Suite(.timeLimit(.minutes(15))) struct ServiceManagerTests {
    private func manager(_ socket: NotifySocket, _ more: [String: String] = [:]) throws -> ServiceManager {
        try #require(ServiceManager(["NOTIFY_SOCKET": socket.name].merging(more) { $1 }))
    }

    @Test(arguments: ["@", NSTemporaryDirectory()])
    func `sends datagrams to a socket with a path, or an abstract one`(_ start: String) throws {
        let socket = try NotifySocket(start + NotifySocket.freeName)
        #expect(try manager(socket).notify(["READY=1", "STATUS=ä"]))
        #expect(socket.next() == "READY=1\nSTATUS=ä")
    }

    @Test func `goes on where nobody listens, and where nobody reads`() throws {
        let socket = try NotifySocket("@" + NotifySocket.freeName)
        let manager = try manager(socket)
        while manager.notify(["READY=1"]) {}
        #expect(socket.next() == "READY=1")
        #expect(manager.notify(["READY=1"]))
        let gone = try #require(ServiceManager(["NOTIFY_SOCKET": "@" + NotifySocket.freeName]))
        #expect(!gone.notify(["READY=1"]))
    }

    @Test(arguments: [nil, "", "run/notify", "vsock:2:1234", "/" + String(repeating: "a", count: 108)])
    func `is none for names that are no such socket`(_ name: String?) {
        #expect(ServiceManager(name.map { ["NOTIFY_SOCKET": $0] } ?? [:]) == nil)
    }

    @Test(
        arguments: [
            ([:], nil), (["WATCHDOG_USEC": "60000000"], 30_000), (["WATCHDOG_USEC": "0"], nil),
            (["WATCHDOG_USEC": "soon"], nil), (["WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"], nil),
            (["WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "\(getpid())"], 30_000),
        ] as [([String: String], Int64?)]
    )
    func `wants a sign of life at half of its patience`(_ environment: [String: String], _ interval: Int64?)
        throws
    {
        let socket = try NotifySocket("@" + NotifySocket.freeName)
        #expect(try manager(socket, environment).signInterval == interval)
    }
}
