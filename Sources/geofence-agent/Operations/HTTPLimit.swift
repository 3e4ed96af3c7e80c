import NIOCore

/// Ends a connection that sends more, or takes longer, than a request does.
final class HTTPLimit: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Most bytes of a request: of its line, its headers and what else may come.
    static let mostBytes = 8192
    /// Milliseconds from the beginning of the connection to the end of the answer.
    static let patience: Int64 = 10_000

    private let patience: Int64
    /// Bytes that may yet come.
    private var room = HTTPLimit.mostBytes
    private var isOver = false
    private var end: Scheduled<Void>?

    init(patience: Int64) {
        self.patience = patience
    }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        end = context.eventLoop.scheduleTask(in: .milliseconds(patience)) { channel.close(promise: nil) }
        context.fireChannelActive()
    }

    /// So many bytes more may come: somebody has asked who may send them.
    func add(room more: Int) { room += more }

    /// The answer may take so many milliseconds more, as it waits for others.
    func extend(_ more: Int64, _ context: ChannelHandlerContext) {
        let channel = context.channel
        end?.cancel()
        end = context.eventLoop.scheduleTask(in: .milliseconds(patience + more)) {
            channel.close(promise: nil)
        }
    }

    /// The answer has no end, and may take as long as it likes.
    func endPatience() { end?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        end?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        // What comes with the head says whether there is room for the rest.
        while !isOver, bytes.readableBytes > 0 {
            guard room > 0, let part = bytes.readSlice(length: min(room, bytes.readableBytes)) else {
                return refuse(context)
            }
            room -= part.readableBytes
            context.fireChannelRead(wrapInboundOut(part))
        }
    }

    private func refuse(_ context: ChannelHandlerContext) {
        isOver = true
        let refusal =
            "HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: refusal)), promise: nil)
        context.close(promise: nil)
    }
}
