import NIOCore
import NIOHTTP1

/// Answers the request of a connection, and ends it.
final class HTTPAnswerer: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let pages: HTTPPages
    private var request: HTTPRequestHead?

    init(_ pages: HTTPPages) {
        self.pages = pages
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): request = head
        case .body: break
        case .end:
            guard let request else { return }
            answer(request, page(request), context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func page(_ request: HTTPRequestHead) -> HTTPPages.Page {
        guard [.GET, .HEAD].contains(request.method) else {
            return HTTPPages.Page(status: 405, text: "GET and HEAD alone are answered\n")
        }
        let path = request.uri.prefix { $0 != "?" }
        return pages.page(String(path), at: Clock.uptime, processorTime: Clock.processorTime)
    }

    private func answer(_ request: HTTPRequestHead, _ page: HTTPPages.Page, _ context: ChannelHandlerContext)
    {
        var head = HTTPResponseHead(version: request.version, status: .init(statusCode: page.status))
        head.headers.add(name: "Content-Type", value: page.mediaType)
        head.headers.add(name: "Content-Length", value: "\(page.text.utf8.count)")
        head.headers.add(name: "Connection", value: "close")
        if page.status == 405 { head.headers.add(name: "Allow", value: "GET, HEAD") }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if request.method != .HEAD {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: page.text)))), promise: nil)
        }
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil)))
            .whenComplete { _ in channel.close(promise: nil) }
    }
}
