import GeofenceCore
import Logging
import NIOCore
import NIOHTTP1

/// The live map over HTTP: what is answered at each path, and to whom; on the thread of HTTP alone.
final class MapSite {
    /// What is done with a request.
    enum Outcome {
        case reply(MapReply)
        /// Later, by milliseconds.
        case late(MapReply, Int64)
        /// When the agent has answered, within so many milliseconds.
        case promised(EventLoopFuture<MapReply>, Int64)
        /// The connection becomes a stream, behind what was had last.
        case stream(after: String?)
    }

    let hub: MapHub
    let headers: MapHeaders
    private let access: MapAccess
    private var code: OneTimeCode
    let tileFile: TileFile?
    let tileWorker = MapWorker(most: MapSite.mostTileQuestions)
    let pastWorker = MapWorker(most: MapSite.mostPastQuestions)
    private let settings: MapSettings
    private let files: [String: MapFile]
    let threads: any EventLoop
    let log: Logger
    private var brake = GuessBrake()

    init(
        _ http: HTTPSettings,
        _ hub: MapHub,
        _ threads: any EventLoop,
        port: Int,
        code: Secret? = nil,
        _ log: Logger
    ) {
        self.code = OneTimeCode(code)
        (self.hub, self.threads, self.log) = (hub, threads, log)
        settings = hub.board.settings
        tileFile = settings.tileFile
        access = MapAccess(http, port: port)
        headers = MapHeaders(settings)
        files = MapFile.own.merging(MapFile.leaflet(in: settings.leaflet)) { own, _ in own }
    }

    /// Whether the fences that zones have become, and visits, are shown.
    var showsZones: Bool { settings.zones }

    /// Answers a request from an address.
    func answer(_ request: MapRequest, from address: String) -> Outcome {
        do throws(MapAccess.Refusal) {
            try access.checkHost(request.headers)
            if request.path == "/session" { return .reply(try session(request)) }
            if request.path.hasPrefix("/api/") { return try answerAPI(request) }
            if request.path.hasPrefix("/tiles/") { return try tile(request) }
            return .reply(file(request))
        } catch {
            return refuse(error, address)
        }
    }

    private func refuse(_ refusal: MapAccess.Refusal, _ address: String) -> Outcome {
        let reply = MapReply.problem(refusal.status, refusal.text)
        guard refusal.isGuess else { return .reply(reply) }
        guard let delay = brake.delay(Clock.uptime) else {
            return .reply(.problem(429, "too many wrong tokens; wait a while"))
        }
        // No more of them than the brake lets through: whoever guesses must not fill the log.
        log.warning("a wrong token for the map", metadata: ["from": "\(address)"])
        return .late(reply, delay)
    }

    /// Who asks.
    func checkRole(_ request: MapRequest) throws(MapAccess.Refusal) -> MapAccess.Visitor {
        try access.checkRole(request.headers, at: Clock.now.milliseconds / 1000)
    }

    private func answerAPI(_ request: MapRequest) throws(MapAccess.Refusal) -> Outcome {
        let visitor = try checkRole(request)
        return try answerAPI(request, visitor).renewing(visitor.session)
    }

    private func answerAPI(
        _ request: MapRequest,
        _ visitor: MapAccess.Visitor
    ) throws(MapAccess.Refusal) -> Outcome {
        let path = request.path.dropFirst("/api/".count)
        if path.hasPrefix("request/") || path == RequestKind.whatIf {
            guard request.method == .POST else { return .reply(Self.wrongMethod("POST")) }
            try access.checkOrigin(request.headers)
            let command = path.hasPrefix("request/") ? path.dropFirst("request/".count) : path
            return ask(String(command), request.body, visitor.role)
        }
        guard ["map", "stream", "points", "search", "reverse", "history"].contains(path) else {
            return .reply(.problem(404, "no such page"))
        }
        guard request.isRead else { return .reply(Self.wrongMethod("GET, HEAD")) }
        switch path {
        case "stream": return .stream(after: request.headers["last-event-id"].first ?? request.query["after"])
        case "points": return .reply(points(request))
        case "search": return search(request, visitor.role)
        case "reverse": return reverse(request, visitor.role)
        case "history": return past(request)
        default: return .reply(.json(about(visitor.role)))
        }
    }

    static func wrongMethod(_ allowed: String) -> MapReply {
        var reply = MapReply.problem(405, "\(allowed) alone is answered here")
        reply.headers.append(("Allow", allowed))
        return reply
    }
}

extension MapSite.Outcome {
    /// With a session that takes the place of the one that was shown; a stream has none to give.
    fileprivate func renewing(_ session: String?) -> Self {
        guard session != nil else { return self }
        switch self {
        case .reply(var reply):
            reply.setSession(session)
            return .reply(reply)
        case .promised(let future, let patience):
            let renewed = future.map { reply in
                var reply = reply
                reply.setSession(session)
                return reply
            }
            return .promised(renewed, patience)
        case .late, .stream: return self
        }
    }
}

// MARK: - Files and sessions

extension MapSite {
    private func file(_ request: MapRequest) -> MapReply {
        guard let file = files[request.path] else {
            return .problem(404, "here are the map at /, /metrics, /healthz and /readyz")
        }
        guard request.isRead else { return Self.wrongMethod("GET, HEAD") }
        let same = request.headers["if-none-match"].contains { $0.contains(file.tag) }
        let takesPacked = request.headers["accept-encoding"].contains { $0.contains("gzip") }
        let packed = takesPacked ? file.packed : nil
        var reply = MapReply(same ? 304 : 200, file.mediaType, same ? [] : packed ?? file.bytes)
        reply.headers = [("ETag", file.tag), ("Cache-Control", "no-cache"), ("Vary", "Accept-Encoding")]
        if packed != nil, !same { reply.headers.append(("Content-Encoding", "gzip")) }
        return reply
    }

    private func session(_ request: MapRequest) throws(MapAccess.Refusal) -> MapReply {
        guard [.POST, .DELETE].contains(request.method) else { return Self.wrongMethod("POST, DELETE") }
        try access.checkOrigin(request.headers, isNeeded: true)
        guard request.method == .POST else {
            var reply = MapReply.json(Array(#"{"status":"ok"}"#.utf8))
            reply.headers.append(("Set-Cookie", access.signOut))
            return reply
        }
        guard access.hasTokens else { return .problem(400, "no token is needed here") }
        guard request.body.count <= 1024 else { return .problem(413, "a token is shorter") }
        let body = try? JSONDocument.parse(String(decoding: request.body, as: UTF8.self)).root
        guard let shown = body?.member("token")?.text else {
            return .problem(400, "send { \"token\": \"…\" }")
        }
        let visitor = try signIn(shown, request.headers, at: Clock.now.milliseconds / 1000)
        var reply = MapReply.json(Array(#"{"status":"ok","role":"\#(visitor.role.rawValue)"}"#.utf8))
        reply.setSession(visitor.session)
        return reply
    }
}

extension MapSite {
    private func signIn(
        _ shown: String,
        _ headers: HTTPHeaders,
        at now: Int64
    ) throws(MapAccess.Refusal) -> MapAccess.Visitor {
        if code.redeem(shown), let visitor = access.signInToEdit(headers, at: now) { return visitor }
        return try access.signIn(shown, headers, at: now)
    }
}

// MARK: - The API

extension MapSite {
    /// Milliseconds for the loop to answer.
    private static let patience: Int64 = 5000
    /// Milliseconds where it has to ask another service first: what waits for its turn (30 s), and then for
    /// an answer (60 s at most), is let go before.
    private static let longPatience: Int64 = 95_000
    /// Points at most in an answer.
    private static let mostPoints = 100
    /// Bytes of a request of somebody who may change fences: as over MQTT.
    static let mostBody = 1 << 20

    /// Bytes that may follow the head of a request, beyond what every request may have: fences may be long.
    func room(for request: MapRequest) -> Int {
        let isAsked = request.path.hasPrefix("/api/request/") || request.path == "/api/what-if"
        guard request.method == .POST, isAsked else { return 0 }
        do throws(MapAccess.Refusal) {
            try access.checkHost(request.headers)
            let visitor = try checkRole(request)
            return visitor.role == .edit ? Self.mostBody : 0
        } catch {
            return 0
        }
    }

    /// What the page must know.
    private func about(_ role: MapRole) -> [UInt8] {
        JSONWriter.object { json in
            json.member("role", role.rawValue)
            json.member("version", GeofenceAgent.version)
            json.member("signIn", access.hasTokens)
            json.member("edit", settings.edit)
            json.member("maxRadius", settings.maxRadius)
            json.member("units", settings.units.rawValue)
            json.member("every", settings.every)
            let scripts = ["leaflet.min.js", "leaflet.js"]
            if files["/leaflet/leaflet.css"] != nil,
                let script = scripts.first(where: { files["/leaflet/\($0)"] != nil })
            {
                json.member("leaflet", script)
            }
            if let tiles = settings.tiles, tiles.file == nil || tileFile != nil {
                json.member("tiles") { describe(tiles, &$0) }
            }
            if let start = settings.start {
                json.member("start") { json in
                    json.member("latitude", start.latitude)
                    json.member("longitude", start.longitude)
                    json.member("zoom", start.zoom)
                }
            }
            json.member("zones", settings.zones)
            json.member("history", hub.board.services.hasHistory)
            json.member("routing", hub.board.services.hasRouter)
            json.member("maxStops", hub.board.services.maxStops)
            if let service = hub.board.services.addressSearch {
                json.member("geocoding") { json in
                    json.member("kind", service.kind)
                    json.member("asYouType", service.isForTyping)
                    json.member("attribution", service.attribution)
                }
            }
        }
    }

    private func describe(_ tiles: MapSettings.Tiles, _ json: inout JSONWriter) {
        let file = tileFile?.about
        json.member("url", tiles.url)
        json.member("attribution", tiles.attribution ?? file?.attribution ?? "")
        json.member("maxZoom", tiles.maxZoom ?? file?.maxZoom ?? 19)
        guard let file else { return }
        json.member("minZoom", file.minZoom)
        json.member("file", true)
        guard let sides = file.bounds, sides.count == 4 else { return }
        json.member("bounds", json: MapOutline.text([(sides[0], sides[1]), (sides[2], sides[3])]))
    }

    /// The points of interest nearest to a place.
    private func points(_ request: MapRequest) -> MapReply {
        guard let latitude = request.number("lat", -90...90),
            let longitude = request.number("lon", -180...180),
            let place = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return .problem(400, "say where: ?lat=52.5&lon=13.4") }
        guard let table = hub.points else { return .json(Array(#"{"points":[]}"#.utf8)) }
        let found = table.index.nearest(Self.mostPoints, to: place, within: 100_000)
        let texts = found.map { MapText.point($0.number, table) }
        return .json(JSONWriter.object { $0.member("points", json: JSONWriter.array(texts)) })
    }

    /// Hands a request on to the loop, which answers as over MQTT.
    func ask(_ command: String, _ body: [UInt8], _ role: MapRole) -> Outcome {
        guard let kind = RequestKind.all.first(where: { $0.name == command }) else {
            return .reply(.problem(404, "there is no command \"\(command.prefix(64))\""))
        }
        guard kind.isReading || role == .edit else {
            return .reply(.problem(403, "\(command) is not for those who may only look"))
        }
        guard settings.zones || !RequestKind.ofZones.contains(command) else {
            return .reply(.problem(403, "\(command) is not shown here; http.map.zones is false"))
        }
        guard body.count <= Self.mostBody else {
            return .reply(.problem(413, "a request has \(Self.mostBody) bytes at most"))
        }
        let patience = kind.mayBeLate ? Self.longPatience : Self.patience
        let promise = promise(within: patience)
        hub.board.ask(
            Question(command, body, hidesZones: !settings.zones) { answer in
                let isDone = answer.starts(with: #"{"status":"ok""#.utf8)
                promise.succeed(.json(answer, status: isDone ? 200 : 400))
            }
        )
        return .promised(promise.futureResult, patience)
    }

    /// A reply that somebody else gives within so many milliseconds, or nobody.
    func promise(within patience: Int64) -> EventLoopPromise<MapReply> {
        let promise = threads.makePromise(of: MapReply.self)
        let timeout = threads.scheduleTask(in: .milliseconds(patience)) {
            promise.succeed(.problem(503, "the agent is busy; try again"))
        }
        promise.futureResult.whenComplete { _ in timeout.cancel() }
        return promise
    }
}
