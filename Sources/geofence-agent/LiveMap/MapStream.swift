import GeofenceCore
import NIOCore
import NIOHTTP1

/// The connection of one page that looks on.
final class MapStream {
    /// Milliseconds without anything after which a sign of life is sent: proxies cut at 60 s.
    static let silence: Int64 = 15_000
    /// Milliseconds after which a page that reads nothing is given up.
    static let patience: Int64 = 30_000

    private let channel: any Channel
    /// What was had last by the page, before it connected again.
    private let last: String?
    /// Nil until everything is there to begin with.
    private var viewer: MapViewer?
    private var lastWrite: Int64
    private var stuckSince: Int64?

    init(_ channel: any Channel, after last: String?, _ uptime: Int64) {
        self.channel = channel
        self.last = last
        lastWrite = uptime
        write(MapMessage.beginning)
        channel.flush()
    }

    func note(_ change: MapScene.Change) { viewer?.note(change) }

    func isOn(_ channel: any Channel) -> Bool { self.channel === channel }

    func end() { channel.close(promise: nil) }

    /// Sends what there is as far as the page takes it; nothing waits here.
    func send(_ scene: inout MapScene, _ link: MapLink, _ uptime: Int64) {
        guard channel.isWritable else { return wait(uptime) }
        stuckSince = nil
        if viewer == nil, scene.isWhole { viewer = MapViewer(scene, after: last) }
        while writeSome(&scene, link) {
            lastWrite = uptime
            channel.flush()
        }
        guard uptime - lastWrite >= Self.silence else { return }
        lastWrite = uptime
        write(MapMessage.ping(at: Clock.now))
        channel.flush()
    }

    /// Writes what there is and the connection takes; says whether that was anything.
    private func writeSome(_ scene: inout MapScene, _ link: MapLink) -> Bool {
        var hasWritten = false
        while channel.isWritable, let message = viewer?.next(&scene, link: link, at: Clock.now) {
            write(message)
            hasWritten = true
        }
        return hasWritten
    }

    private func wait(_ uptime: Int64) {
        let since = stuckSince ?? uptime
        stuckSince = since
        if uptime - since >= Self.patience { end() }
    }

    private func write(_ bytes: [UInt8]) {
        channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: bytes))), promise: nil)
    }
}
