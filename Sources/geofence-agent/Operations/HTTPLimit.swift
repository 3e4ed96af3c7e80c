import NIOCore

/// Ends a connection that sends more, or takes longer, than a request does; or that has no other one.
final class HTTPLimit: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Most bytes of a request: of its line, its headers and what else may come.
    static let mostBytes = 8192
    /// Milliseconds from the beginning of a request to the end of its answer.
    static let patience: Int64 = 10_000
    /// Milliseconds from an answer to the next request.
    static let rest: Int64 = 5000

    private let patience: Int64
    /// Bytes that may yet come.
    private var room = HTTPLimit.mostBytes
    private var isOver = false
    /// Whether the last request has its answer, and nothing of another has come.
    private var isResting = false
    private var deadline: Scheduled<Void>?

    init(patience: Int64) {
        self.patience = patience
    }

    func channelActive(context: ChannelHandlerContext) {
        close(after: patience, context)
        context.fireChannelActive()
    }

    private func close(after milliseconds: Int64, _ context: ChannelHandlerContext) {
        let channel = context.channel
        deadline?.cancel()
        deadline = context.eventLoop.scheduleTask(in: .milliseconds(milliseconds)) {
            channel.close(promise: nil)
        }
    }

    /// A request begins, which may have come together with the one before it.
    func begin(_ context: ChannelHandlerContext) {
        guard isResting else { return }
        isResting = false
        close(after: patience, context)
    }

    /// A request is about to have its answer, and another one may follow.
    func end() { (room, isResting) = (Self.mostBytes, true) }

    /// All of the answer has left.
    func rest(_ context: ChannelHandlerContext) {
        if isResting { close(after: min(Self.rest, patience), context) }
    }

    /// So many bytes more may come: somebody has asked who may send them.
    func add(room more: Int) { room += more }

    /// The answer may take so many milliseconds more, as it waits for others.
    func extend(_ more: Int64, _ context: ChannelHandlerContext) {
        close(after: patience + more, context)
    }

    /// The answer has no end, and may take as long as it likes.
    func endPatience() { deadline?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        begin(context)
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
