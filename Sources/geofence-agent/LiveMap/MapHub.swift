import GeofenceCore
import NIOCore

/// All pages that look on, and what they are sent from; on the thread of HTTP alone.
final class MapHub {
    /// Milliseconds that the loop goes on telling after the last page has gone: one that comes back finds the
    /// events between.
    static let linger: Int64 = 60_000

    let board: MapBoard
    private let snapshots: SnapshotBoard
    private let threads: any EventLoop
    private var scene = MapScene(generation: "")
    private var streams: [MapStream] = []
    private var timer: Scheduled<Void>?
    private var lastSeen: Int64 = 0
    /// Whether something is being written, of which the connection may report at once that it can take more.
    private var isSending = false

    init(_ board: MapBoard, _ snapshots: SnapshotBoard, _ threads: any EventLoop) {
        (self.board, self.snapshots, self.threads) = (board, snapshots, threads)
    }

    /// Whether there is room for no more pages.
    var isFull: Bool { streams.count >= board.settings.viewers }
    /// The points of interest, as far as they are known.
    var points: PointTable? { scene.points }

    /// A page looks on from now on, behind what it has had last.
    func add(_ channel: any Channel, after last: String?) {
        let uptime = Clock.uptime
        lastSeen = uptime
        if timer == nil { begin() }
        let stream = MapStream(channel, after: last, uptime)
        streams.append(stream)
        send(stream, uptime)
    }

    /// A connection can take more; one that is being written to goes on by itself.
    func isWritable(_ channel: any Channel) {
        guard !isSending else { return }
        if let stream = streams.first(where: { $0.isOn(channel) }) { send(stream, Clock.uptime) }
    }

    /// A page is gone.
    func remove(_ channel: any Channel) { streams.removeAll { $0.isOn(channel) } }

    private func begin() {
        var chance = SystemRandomNumberGenerator()
        scene = MapScene(generation: String(chance.next() as UInt64, radix: 36))
        board.beginWatch()
        schedule()
    }

    /// The next turn; soon, while not everything is there to begin with.
    private func schedule() {
        let hub = NIOLoopBound(self, eventLoop: threads)
        let pause = scene.isWhole ? Seconds.milliseconds(board.settings.every) : 50
        timer = threads.scheduleTask(in: .milliseconds(pause)) { hub.value.turn() }
    }

    private func end() {
        timer?.cancel()
        timer = nil
        board.endWatch()
        scene = MapScene(generation: "")
    }

    /// Fetches what has changed, and sends it on.
    private func turn() {
        let uptime = Clock.uptime
        if !streams.isEmpty { lastSeen = uptime }
        guard uptime - lastSeen < Self.linger else { return end() }
        let change = scene.accept(board.drain(), at: Clock.now)
        for stream in streams {
            stream.note(change)
            send(stream, uptime)
        }
        schedule()
    }

    private func send(_ stream: MapStream, _ uptime: Int64) {
        isSending = true
        defer { isSending = false }
        let link = MapLink(broker: snapshots.newest?.link ?? .down, isFleetMissing: board.isFleetMissing)
        stream.send(&scene, link, uptime)
    }
}
