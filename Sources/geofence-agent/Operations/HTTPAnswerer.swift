import NIOCore
import NIOHTTP1

/// Answers the requests of a connection; or makes it a stream of the live map.
final class HTTPAnswerer: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let pages: HTTPPages
    private let map: MapSite?
    private let open: NIOLoopBoundBox<HTTPConnections>
    private var request: HTTPRequestHead?
    private var body: [UInt8] = []
    private var isStream = false

    init(_ pages: HTTPPages, _ map: MapSite?, _ open: NIOLoopBoundBox<HTTPConnections>) {
        (self.pages, self.map, self.open) = (pages, map, open)
    }

    /// What a request has is bounded by `HTTPLimit`.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            (request, body) = (head, [])
            open.value.set(context.channel, isAsking: true)
            limit(context)?.begin(context)
            makeRoom(MapRequest(head), context)
        case .body(let part): body += part.readableBytesView
        case .end:
            guard let head = request, !isStream else { return }
            request = nil
            answer(head, context)
        }
    }

    private func makeRoom(_ request: MapRequest, _ context: ChannelHandlerContext) {
        guard let room = map?.room(for: request), room > 0 else { return }
        limit(context)?.add(room: room)
    }

    private func limit(_ context: ChannelHandlerContext) -> HTTPLimit? {
        try? context.pipeline.syncOperations.handler(type: HTTPLimit.self)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if isStream, context.channel.isWritable { map?.hub.isWritable(context.channel) }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if isStream { map?.hub.remove(context.channel) }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        var request = MapRequest(head)
        guard let map, !HTTPPages.paths.contains(request.path) else {
            return send(page(head, request.path), head, context)
        }
        request.body = body
        let address = context.remoteAddress?.ipAddress ?? "?"
        let connection = NIOLoopBound(context, eventLoop: context.eventLoop)
        switch map.answer(request, from: address) {
        case .reply(let reply): send(reply, head, context)
        case .late(let reply, let delay):
            let answerer = NIOLoopBound(self, eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: .milliseconds(delay)) {
                answerer.value.send(reply, head, connection.value)
            }
        case .promised(let future, let patience):
            limit(context)?.extend(patience, context)
            let answerer = NIOLoopBound(self, eventLoop: context.eventLoop)
            future.whenSuccess { answerer.value.send($0, head, connection.value) }
        case .stream(let last): stream(head, map, after: last, context)
        }
    }

    private func page(_ request: HTTPRequestHead, _ path: String) -> MapReply {
        guard pages.hosts.allows(any: request.headers["host"]) else {
            return MapReply(421, "text/plain; charset=utf-8", Array("\(HostCheck.refusal)\n".utf8))
        }
        guard [.GET, .HEAD].contains(request.method) else {
            var reply = MapReply(
                405,
                "text/plain; charset=utf-8",
                Array("GET and HEAD alone are answered\n".utf8)
            )
            reply.headers = [("Allow", "GET, HEAD")]
            return reply
        }
        let page = pages.page(path, at: Clock.uptime, .now)
        return MapReply(page.status, page.mediaType, Array(page.text.utf8))
    }

    private func send(_ reply: MapReply, _ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
        var head = HTTPResponseHead(version: request.version, status: .init(statusCode: reply.status))
        head.headers.add(name: "Content-Type", value: reply.mediaType)
        if reply.status != 304 { head.headers.add(name: "Content-Length", value: "\(reply.body.count)") }
        head.headers.add(name: "Connection", value: request.isKeepAlive ? "keep-alive" : "close")
        for header in reply.headers { head.headers.add(name: header.name, value: header.value) }
        map?.headers.add(to: &head.headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if request.method != .HEAD, !reply.body.isEmpty {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: reply.body)))), promise: nil)
        }
        // Before the end is written: another request, that came together with this one, follows at once.
        open.value.set(context.channel, isAsking: false)
        limit(context)?.end()
        let answerer = NIOLoopBound(self, eventLoop: context.eventLoop)
        let (connection, isKept) = (NIOLoopBound(context, eventLoop: context.eventLoop), request.isKeepAlive)
        context.writeAndFlush(wrapOutboundOut(.end(nil)))
            .whenComplete { _ in
                reply.sent?()
                answerer.value.didSend(connection.value, isKept: isKept)
            }
    }

    private func didSend(_ context: ChannelHandlerContext, isKept: Bool) {
        guard isKept else { return context.close(promise: nil) }
        limit(context)?.rest(context)
    }

    /// Begins a stream, which has no end; one too many is refused.
    private func stream(
        _ request: HTTPRequestHead,
        _ map: MapSite,
        after last: String?,
        _ context: ChannelHandlerContext
    ) {
        guard request.method != .HEAD, !map.hub.isFull else {
            var reply = MapReply(200, "text/event-stream", MapMessage.full)
            reply.headers = [("Cache-Control", "no-store")]
            return send(reply, request, context)
        }
        isStream = true
        open.value.remove(context.channel)
        limit(context)?.endPatience()
        var head = HTTPResponseHead(version: request.version, status: .ok)
        head.headers.add(name: "Content-Type", value: "text/event-stream")
        head.headers.add(name: "Cache-Control", value: "no-store")
        head.headers.add(name: "X-Accel-Buffering", value: "no")
        map.headers.add(to: &head.headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        map.hub.add(context.channel, after: last)
    }
}
