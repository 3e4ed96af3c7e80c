import NIOHTTP1

/// Who may ask what: the rules that stand before everything but metrics and health, for which `HostCheck`
/// is the only one.
struct MapAccess {
    /// Why somebody is sent away.
    struct Refusal: Error {
        var status: Int
        var text: String
        /// Whether a token was shown, and is wrong.
        var isGuess = false
    }

    private let hosts: HostCheck
    private let origins: Set<String>
    /// The one that lets somebody do more stands first.
    private let tokens: [Token]
    /// Whether nobody has to show a token to see the map.
    private let isOpen: Bool
    private let cookie: String

    /// `port` is part of the cookie's name: cookies don't know ports.
    init(_ settings: HTTPSettings, port: Int) {
        hosts = HostCheck(settings.hosts)
        origins = Set(settings.origins)
        let edit = settings.map?.edit == true ? settings.editToken.map { Token($0, .edit) } : nil
        tokens = [edit, settings.viewToken.map { Token($0, .view) }].compactMap(\.self)
        isOpen = settings.viewToken == nil
        cookie = "geofence-session-\(port)"
    }

    /// Whether there is a token to show.
    var hasTokens: Bool { !tokens.isEmpty }

    /// Who asks, and with which session from now on.
    struct Visitor: Hashable {
        var role = MapRole.view
        /// A session that takes the place of the one that was shown, where that has been used for a while.
        var session: String?
    }

    /// The first rule: who is asked.
    func checkHost(_ headers: HTTPHeaders) throws(Refusal) {
        let named = headers["host"]
        guard named.count == 1, hosts.allows(named.first) else {
            throw Refusal(status: 421, text: HostCheck.refusal)
        }
    }

    /// The second rule: who asks.
    func checkRole(_ headers: HTTPHeaders, at now: Int64) throws(Refusal) -> Visitor {
        guard hasTokens else { return Visitor() }
        if let shown = bearer(headers) {
            guard let token = tokens.first(where: { $0.isSame(shown.utf8) }) else {
                throw Refusal(status: 401, text: "the token is wrong", isGuess: true)
            }
            return Visitor(role: token.role)
        }
        for session in sessions(headers) {
            for token in tokens {
                guard let end = token.end(of: session, at: now) else { continue }
                let isOld = end - now < Token.lifetime - 86_400
                let next = isOld ? newSession(token, now, isSecure: isSecure(headers)) : nil
                return Visitor(role: token.role, session: next)
            }
        }
        guard isOpen else {
            throw Refusal(status: 401, text: "sign in first, with the token of http.viewTokenFile")
        }
        return Visitor()
    }

    /// The third rule, for what is more than to look: JSON, which a page of somebody else's can't send
    /// unasked, and an origin that is ours.
    ///
    /// A browser sends an origin with each such request. A program with a token needs none.
    func checkOrigin(_ headers: HTTPHeaders, isNeeded: Bool = false) throws(Refusal) {
        let kind = headers["content-type"].first?.lowercased() ?? ""
        guard kind == "application/json" || kind.hasPrefix("application/json;") else {
            throw Refusal(status: 415, text: "send JSON, with Content-Type: application/json")
        }
        if !isNeeded, hasTokens, bearer(headers) != nil { return }
        guard let origin = headers["origin"].first else {
            guard isNeeded || hasTokens else { return }
            throw Refusal(status: 403, text: "the request has no Origin; programs use Authorization: Bearer")
        }
        guard origin == "http://\(headers["host"].first ?? "")" || origins.contains(origin) else {
            throw Refusal(
                status: 403,
                text: "\(origin) is a stranger; add it to http.origins if it is a proxy's"
            )
        }
    }

    /// Signs in with a token; gives the role, and the cookie.
    func signIn(_ shown: String, _ headers: HTTPHeaders, at now: Int64) throws(Refusal) -> Visitor {
        guard let token = tokens.first(where: { $0.isSame(shown.utf8) }) else {
            throw Refusal(status: 401, text: "the token is wrong", isGuess: hasTokens)
        }
        return visitor(token, headers, at: now)
    }

    /// Signs in without a token, by a code that was good; nil where nobody may change anything.
    func signInToEdit(_ headers: HTTPHeaders, at now: Int64) -> Visitor? {
        tokens.first { $0.role == .edit }.map { visitor($0, headers, at: now) }
    }

    private func visitor(_ token: Token, _ headers: HTTPHeaders, at now: Int64) -> Visitor {
        Visitor(role: token.role, session: newSession(token, now, isSecure: isSecure(headers)))
    }

    /// The cookie that ends a session.
    var signOut: String { "\(cookie)=; HttpOnly; SameSite=Strict; Max-Age=0" }

    private func newSession(_ token: Token, _ now: Int64, isSecure: Bool) -> String {
        let session = token.session(until: now + Token.lifetime)
        let secure = isSecure ? "; Secure" : ""
        return "\(cookie)=\(session); HttpOnly; SameSite=Strict; Max-Age=\(Token.lifetime)\(secure)"
    }

    private func isSecure(_ headers: HTTPHeaders) -> Bool {
        headers["origin"].first?.hasPrefix("https://") == true
    }

    private func bearer(_ headers: HTTPHeaders) -> Substring? {
        guard let line = headers["authorization"].first else { return nil }
        let parts = line.split(separator: " ", maxSplits: 1)
        return parts.count == 2 && parts[0].lowercased() == "bearer" ? parts[1] : nil
    }

    /// The sessions that are shown, a few at most.
    private func sessions(_ headers: HTTPHeaders) -> [Substring] {
        var sessions: [Substring] = []
        for line in headers["cookie"] {
            for pair in line.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                if pair.hasPrefix(cookie + "=") { sessions.append(pair.dropFirst(cookie.count + 1)) }
            }
        }
        return Array(sessions.prefix(4))
    }
}
