import FlyingFox
import FlyingSocks
import Foundation
import Logging

/// Answers HTTP on threads of its own: what they read is the loop's newest snapshot.
struct HTTPService: Sendable {
    /// The server of the library.
    let server: HTTPServer
    private let settings: HTTPSettings

    /// Makes the server; nothing is bound yet.
    init(_ settings: HTTPSettings, _ board: SnapshotBoard) throws {
        self.settings = settings
        let handler = Handler(pages: HTTPPages(board: board))
        let port = UInt16(clamping: settings.port)
        server =
            settings.host.contains(":")
            ? HTTPServer(
                address: try .inet6(ip6: settings.host, port: port),
                logger: .disabled,
                handler: handler
            )
            : HTTPServer(
                address: try .inet(ip4: settings.host, port: port),
                logger: .disabled,
                handler: handler
            )
    }

    /// Begins to serve, beside what the caller does; where that fails the log says so, and the agent goes on without.
    ///
    /// Positions matter more than what is said about them: a port that another program has is no reason not to start.
    static func start(_ settings: HTTPSettings, _ board: SnapshotBoard, _ log: Logger) {
        Task.detached {
            let failure: String?
            do { failure = try await HTTPService(settings, board).run() } catch { failure = "\(error)" }
            guard let failure else { return }
            log.error("no HTTP on \(settings.authority): \(failure); the agent goes on without")
        }
    }

    /// Serves until its task is cancelled; gives why it can't.
    func run() async -> String? {
        do {
            try await server.run()
            return nil
        } catch {
            // Cancelling it may show as whatever it was about to do.
            return Task.isCancelled ? nil : Self.reason(error)
        }
    }

    /// The port, once it listens; where the settings say 0 a free one.
    var port: Int? {
        get async throws {
            try await server.waitUntilListening(timeout: 60)
            return switch await server.listeningAddress {
            case .ip4(_, let port), .ip6(_, let port): Int(port)
            case .unix, nil: nil
            }
        }
    }

    private static func reason(_ error: any Error) -> String {
        if case SocketError.failed(_, let number, let message) = error {
            return number == EADDRINUSE
                ? "another program has the port; change http.port, or stop it" : message
        }
        return error.localizedDescription
    }
}

/// The pages, as the library asks for them.
private struct Handler: HTTPHandler {
    let pages: HTTPPages

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.method == .GET else {
            return HTTPResponse(
                statusCode: .methodNotAllowed,
                headers: HTTPHeaders([HTTPHeader("Allow"): "GET"])
            )
        }
        let page = pages.page(request.path, at: Clock.uptime, processorTime: Clock.processorTime)
        return HTTPResponse(
            statusCode: HTTPStatusCode(page.status, phrase: Self.phrases[page.status] ?? ""),
            headers: HTTPHeaders([.contentType: page.mediaType]),
            body: Data(page.text.utf8)
        )
    }

    private static let phrases = [200: "OK", 404: "Not Found", 503: "Service Unavailable"]
}
