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
    private let token: Token?
    private let cookie: String

    /// `port` is part of the cookie's name: cookies don't know ports.
    init(_ settings: HTTPSettings, port: Int) {
        hosts = HostCheck(settings.hosts)
        origins = Set(settings.origins)
        token = settings.viewToken.map(Token.init)
        cookie = "geofence-session-\(port)"
    }

    /// Whether somebody has to show a token.
    var needsToken: Bool { token != nil }

    /// The first rule: who is asked.
    func checkHost(_ headers: HTTPHeaders) throws(Refusal) {
        let named = headers["host"]
        guard named.count == 1, hosts.allows(named.first) else {
            throw Refusal(status: 421, text: HostCheck.refusal)
        }
    }

    /// The second rule: who asks.
    ///
    /// - Returns: a session that takes the place of the one that was shown, where that has been used for a
    ///   while.
    func checkRole(_ headers: HTTPHeaders, at now: Int64) throws(Refusal) -> String? {
        guard let token else { return nil }
        if let shown = bearer(headers) {
            guard token.isSame(shown.utf8) else {
                throw Refusal(status: 401, text: "the token is wrong", isGuess: true)
            }
            return nil
        }
        guard let end = session(headers).flatMap({ token.end(of: $0, at: now) }) else {
            throw Refusal(status: 401, text: "sign in first, with the token of http.viewTokenFile")
        }
        return end - now < Token.lifetime - 86_400 ? newSession(now, isSecure: isSecure(headers)) : nil
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
        if !isNeeded, token != nil, bearer(headers) != nil { return }
        guard let origin = headers["origin"].first else {
            guard isNeeded || token != nil else { return }
            throw Refusal(status: 403, text: "the request has no Origin; programs use Authorization: Bearer")
        }
        guard origin == "http://\(headers["host"].first ?? "")" || origins.contains(origin) else {
            throw Refusal(
                status: 403,
                text: "\(origin) is a stranger; add it to http.origins if it is a proxy's"
            )
        }
    }

    /// Signs in with a token; gives the cookie.
    func signIn(_ shown: String, _ headers: HTTPHeaders, at now: Int64) throws(Refusal) -> String {
        guard let token, token.isSame(shown.utf8) else {
            throw Refusal(status: 401, text: "the token is wrong", isGuess: token != nil)
        }
        return newSession(now, isSecure: isSecure(headers)) ?? ""
    }

    /// The cookie that ends a session.
    var signOut: String { "\(cookie)=; HttpOnly; SameSite=Strict; Max-Age=0" }

    private func newSession(_ now: Int64, isSecure: Bool) -> String? {
        guard let token else { return nil }
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

    private func session(_ headers: HTTPHeaders) -> Substring? {
        for line in headers["cookie"] {
            for pair in line.split(separator: ";") {
                let trimmed = pair.drop { $0 == " " }
                if trimmed.hasPrefix(cookie + "=") { return trimmed.dropFirst(cookie.count + 1) }
            }
        }
        return nil
    }
}
