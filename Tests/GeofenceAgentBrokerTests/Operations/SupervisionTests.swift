import GeofenceCore
import Testing

@testable import geofence_agent

@Suite(.timeLimit(.minutes(15))) struct SupervisionTests {
    private let socket: NotifySocket

    init() throws { socket = try NotifySocket("@" + NotifySocket.freeName) }

    private func supervision(watchdog microseconds: Int = 20_000_000) -> Supervision {
        Supervision(ServiceManager(["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "\(microseconds)"]))
    }

    /// What has been sent.
    private var sent: [String] {
        var datagrams: [String] = []
        while let datagram = socket.next(within: 0) { datagrams.append(datagram) }
        return datagrams
    }

    private static func snapshot(_ uptime: Int64) -> Snapshot {
        let about = About(version: "1", started: Timestamp(milliseconds: 0), configuration: "")
        return Snapshot(uptime: uptime, about: about, broker: "h:1883", link: .open, devices: 2, fences: 3)
    }

    @Test func `takes a snapshot a second, and gives a sign of life before half of the patience`() {
        var supervision = supervision()
        var signs: [Int64] = []
        var snapshots: [Int64] = []
        for uptime in stride(from: Int64(5000), through: 25_000, by: 250) {
            supervision.turned(uptime) {
                snapshots.append($0)
                return Self.snapshot($0)
            }
            #expect(supervision.board.newest?.uptime == snapshots.last)
            if sent.contains(where: { $0.hasPrefix("WATCHDOG=1") }) { signs.append(uptime) }
        }
        #expect(snapshots == Array(stride(from: 5000, through: 25_000, by: 1000)))
        #expect(signs == [5000, 14_000, 23_000])
    }

    @Test func `tells a status that changes, once`() {
        var supervision = supervision()
        var snapshot = Self.snapshot(0)
        func turn(_ uptime: Int64, _ change: (inout Snapshot) -> Void) -> [String] {
            change(&snapshot)
            supervision.turned(uptime) { _ in snapshot }
            return sent
        }
        let size = "3 fences, 2 devices"
        #expect(turn(0) { _ in } == ["WATCHDOG=1\nSTATUS=connected to h:1883; \(size)"])
        #expect(turn(1000) { $0.counters.received = 7 } == [])
        #expect(turn(2000) { $0.link = .catchingUp } == ["STATUS=connected to h:1883, catching up; \(size)"])
        #expect(turn(3000) { $0.link = .down } == ["STATUS=no connection to h:1883; \(size)"])
        #expect(turn(4000) { $0.isStoreWritable = false } == ["STATUS=the store can't be written; \(size)"])
    }

    @Test func `tells what the process is doing`() {
        let supervision = supervision()
        supervision.isReady()
        supervision.isReloading(77)
        supervision.isReady()
        supervision.isStopping()
        #expect(
            sent == ["READY=1", "RELOADING=1\nMONOTONIC_USEC=77", "READY=1", "STOPPING=1\nSTATUS=ending"]
        )
    }

    @Test func `hangs its snapshots out without a manager, too`() {
        var supervision = Supervision()
        supervision.turned(9, Self.snapshot)
        #expect(supervision.board.newest == Self.snapshot(9))
    }
}
