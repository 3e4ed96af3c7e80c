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
    private var count = 0
    private var end: Scheduled<Void>?

    init(patience: Int64) {
        self.patience = patience
    }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        end = context.eventLoop.scheduleTask(in: .milliseconds(patience)) { channel.close(promise: nil) }
        context.fireChannelActive()
    }

    /// The answer has no end, and may take as long as it likes.
    func endPatience() { end?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        end?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard count <= Self.mostBytes else { return }
        count += unwrapInboundIn(data).readableBytes
        guard count > Self.mostBytes else { return context.fireChannelRead(data) }
        let refusal =
            "HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: refusal)), promise: nil)
        context.close(promise: nil)
    }
}
