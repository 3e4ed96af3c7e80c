import CLibrary
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix

/// Answers HTTP on a thread of its own: what it reads is the loop's newest snapshot.
final class HTTPService: Sendable {
    /// Why there is no HTTP.
    struct Failure: Error, Hashable, CustomStringConvertible {
        let description: String
    }

    private let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let listener: any Channel

    /// Begins to listen, and to answer.
    ///
    /// - Throws: `Failure`, as where another program has the port.
    init(
        _ settings: HTTPSettings,
        _ board: SnapshotBoard,
        map: MapBoard? = nil,
        code: Secret? = nil,
        patience: Int64 = HTTPLimit.patience,
        log: Logger = Logger(label: "geofence-agent")
    ) throws(Failure) {
        do {
            let address = try SocketAddress(ipAddress: settings.host, port: settings.port)
            let thread = threads.next()
            let site = map.map { Self.site(settings, $0, board, thread, code, log) }
            let bootstrap = Self.bootstrap(
                threads,
                HTTPPages(board: board, hosts: HostCheck(settings.hosts)),
                site,
                patience
            )
            listener = try bootstrap.bind(to: address).wait()
        } catch {
            threads.shutdownGracefully { _ in }
            throw Failure(description: Self.reason(error))
        }
    }

    /// Begins to serve; where that fails the log says so, and the agent goes on without.
    ///
    /// Positions matter more than what is said about them: a port that another program has is no reason not
    /// to start.
    static func start(
        _ settings: HTTPSettings,
        _ board: SnapshotBoard,
        map: MapBoard?,
        code: Secret?,
        _ log: Logger
    ) -> HTTPService? {
        do throws(Failure) {
            let service = try HTTPService(settings, board, map: map, code: code, log: log)
            if map != nil { log.notice("the map is at http://\(settings.authority)/") }
            return service
        } catch {
            log.error("no HTTP on \(settings.authority): \(error); the agent goes on without")
            return nil
        }
    }

    /// The port; where the settings say 0 a free one.
    var port: Int? { listener.localAddress?.port }

    /// Ends all connections, and listens no more.
    func close() {
        threads.shutdownGracefully { _ in }
    }

    /// Each connection has a limit of bytes in front of the library's parser, and all together one of their
    /// number.
    private static func bootstrap(
        _ threads: MultiThreadedEventLoopGroup,
        _ pages: HTTPPages,
        _ site: NIOLoopBoundBox<MapSite>?,
        _ patience: Int64
    ) -> ServerBootstrap {
        let open = NIOLoopBoundBox.makeBoxSendingValue(HTTPConnections(), eventLoop: threads.next())
        return ServerBootstrap(group: threads)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { listener in
                // Without descriptors it tries again a second later.
                listener.eventLoop.makeCompletedFuture {
                    try listener.pipeline.syncOperations.addHandler(AcceptBackoffHandler())
                }
            }
            .childChannelInitializer { connection in
                connection.eventLoop.makeCompletedFuture {
                    open.value.add(connection)?.close(promise: nil)
                    connection.closeFuture.whenComplete { _ in open.value.remove(connection) }
                    let pipeline = connection.pipeline.syncOperations
                    try pipeline.addHandler(HTTPLimit(patience: patience))
                    try pipeline.configureHTTPServerPipeline()
                    try pipeline.addHandler(HTTPAnswerer(pages, site?.value, open))
                }
            }
    }

    /// The live map, on the thread that answers.
    private static func site(
        _ settings: HTTPSettings,
        _ board: MapBoard,
        _ snapshots: SnapshotBoard,
        _ thread: any EventLoop,
        _ code: Secret?,
        _ log: Logger
    ) -> NIOLoopBoundBox<MapSite> {
        let hub = MapHub(board, snapshots, thread)
        let site = MapSite(settings, hub, thread, port: settings.port, code: code, log)
        return NIOLoopBoundBox.makeBoxSendingValue(site, eventLoop: thread)
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? IOError else { return "\(error)" }
        return error.errnoCode == EADDRINUSE
            ? "another program has the port; change http.port, or stop it"
            : String(cString: strerror(error.errnoCode))
    }
}
