import NIOHTTP1
import Testing

@testable import geofence_agent

@Suite struct MapAccessTests {
    private static let token = "0123456789abcdef"
    private static let json = ("content-type", "application/json")

    private static let editToken = "fedcba9876543210"

    private func access(
        token: String? = nil,
        edit: String? = nil,
        origins: [String] = []
    ) -> MapAccess {
        var settings = HTTPSettings()
        settings.viewToken = token.map { Secret($0.utf8) }
        settings.editToken = edit.map { Secret($0.utf8) }
        settings.map = MapSettings()
        settings.map?.edit = edit != nil
        settings.origins = origins
        return MapAccess(settings, port: 9464)
    }

    /// The status of a refusal; 200 where there is none.
    private func status(_ body: () throws(MapAccess.Refusal) -> Void) -> Int {
        do throws(MapAccess.Refusal) {
            try body()
            return 200
        } catch {
            return error.status
        }
    }

    @Test(arguments: [
        "127.0.0.1", "127.0.0.1:9464", "192.168.1.5:80", "[::1]:9464", "[fe80::1]", "localhost:9464",
        "LOCALHOST",
        "a.localhost", "box", "Box:9464", "box.local", "map.example.org:443",
    ])
    func `knows addresses, and names of its own`(_ host: String) {
        #expect(HostCheck(["map.example.org"], machine: "Box").allows(host))
    }

    @Test(arguments: [
        "evil.test", "evil.test:9464", "127.0.0.1.evil.test", "localhost.evil.test", "example.org", "",
        ":9464",
        "[::1", "[evil]", "box.lan", "127.0.0.1:x", "127.0.0.1:99999", "1", "0x7f.1",
    ])
    func `knows no other name`(_ host: String) {
        #expect(!HostCheck(["map.example.org"], machine: "Box").allows(host))
    }

    @Test func `is sent away without a name, or with two`() {
        #expect(status { () throws(MapAccess.Refusal) in try access().checkHost([:]) } == 421)
        let two: HTTPHeaders = ["host": "localhost", "Host": "evil.test"]
        #expect(status { () throws(MapAccess.Refusal) in try access().checkHost(two) } == 421)
    }

    @Test(arguments: [
        ("Bearer 0123456789abcdef", 200), ("bearer 0123456789abcdef", 200), ("Bearer 0123456789abcdeg", 401),
        ("Bearer", 401), ("Basic 0123456789abcdef", 401),
    ])
    func `asks programs for the token`(_ line: String, _ expected: Int) {
        let headers: HTTPHeaders = ["authorization": line]
        let found = status { () throws(MapAccess.Refusal) in
            _ = try access(token: Self.token).checkRole(headers, at: 0)
        }
        #expect(found == expected)
    }

    @Test func `asks nobody where there is no token`() throws {
        #expect(try access().checkRole([:], at: 0) == MapAccess.Visitor(role: .view))
    }

    @Test func `whoever shows the token for it may change fences, by a program or a session`() throws {
        let access = self.access(token: Self.token, edit: Self.editToken)
        #expect(try access.checkRole(["authorization": "Bearer \(Self.editToken)"], at: 0).role == .edit)
        #expect(try access.checkRole(["authorization": "Bearer \(Self.token)"], at: 0).role == .view)
        for (token, role) in [(Self.editToken, MapRole.edit), (Self.token, .view)] {
            let visitor = try access.signIn(token, [:], at: 0)
            #expect(visitor.role == role)
            let pair = try #require(visitor.session).prefix { $0 != ";" }
            #expect(try access.checkRole(["cookie": "\(pair)"], at: 1).role == role)
        }
    }

    @Test func `whoever may look does not get to change anything by another name for the session`() throws {
        let access = self.access(token: Self.token, edit: Self.editToken)
        let session = try #require(try access.signIn(Self.token, [:], at: 0).session)
        let forged = session.prefix { $0 != ";" }.replacing(".view.", with: ".edit.")
        #expect(
            status { () throws(MapAccess.Refusal) in
                _ = try access.checkRole(["cookie": "\(forged)"], at: 1)
            } == 401
        )
    }

    @Test func `a map that is open to look at is not open to changes`() throws {
        let access = self.access(edit: Self.editToken)
        #expect(try access.checkRole([:], at: 0) == MapAccess.Visitor(role: .view))
        #expect(
            status { () throws(MapAccess.Refusal) in
                _ = try access.checkRole(["authorization": "Bearer \(Self.token)"], at: 0)
            } == 401
        )
    }

    @Test func `a token for changes is worth nothing where there are none to make`() throws {
        var settings = HTTPSettings()
        settings.editToken = Secret(Self.editToken.utf8)
        settings.map = MapSettings()
        let access = MapAccess(settings, port: 1)
        #expect(try access.checkRole(["authorization": "Bearer \(Self.editToken)"], at: 0).role == .view)
    }

    @Test func `a session lasts a week from its last use, and over a restart`() throws {
        let cookie = try access(token: Self.token).signIn(Self.token, [:], at: 1000).session ?? ""
        #expect(cookie.hasPrefix("geofence-session-9464="))
        #expect(cookie.hasSuffix("; HttpOnly; SameSite=Strict; Max-Age=604800"))
        let pair = String(cookie.prefix { $0 != ";" })
        let headers: HTTPHeaders = ["cookie": "other=1; \(pair)"]
        let week = Token.lifetime
        let next = access(token: Self.token)
        #expect(try next.checkRole(headers, at: 1000) == MapAccess.Visitor(role: .view))
        #expect(
            try next.checkRole(headers, at: 1000 + 2 * 86_400).session?.hasPrefix("geofence-session-9464=")
                == true
        )
        for late in [1000 + week, 1000 + week + 1] {
            #expect(
                status { () throws(MapAccess.Refusal) in _ = try next.checkRole(headers, at: late) } == 401
            )
        }
        let other = access(token: "another-token-of-some-length")
        #expect(status { () throws(MapAccess.Refusal) in _ = try other.checkRole(headers, at: 1000) } == 401)
    }

    @Test func `a session that was tampered with is none`() {
        let token = Token(Secret(Self.token.utf8), .view)
        let session = token.session(until: 500)
        #expect(token.end(of: session[...], at: 0) == 500)
        for forged in [
            "600" + session.dropFirst(3), session + "0", String(session.dropLast()), "500.edit.", "", "..",
        ] {
            #expect(token.end(of: forged[...], at: 0) == nil)
        }
    }

    @Test func `a session over https says so`() throws {
        let headers: HTTPHeaders = ["origin": "https://map.example.org"]
        let visitor = try access(token: Self.token).signIn(Self.token, headers, at: 0)
        #expect(visitor.session?.hasSuffix("; Secure") == true)
    }

    @Test(
        arguments: [
            (nil, 403), ("http://box:9464", 200), ("http://box", 403), ("https://box:9464", 403),
            ("http://box:9465", 403), ("null", 403), ("https://map.example.org", 200),
            ("http://evil.test", 403),
        ] as [(String?, Int)]
    )
    func `lets own pages ask, and those of origins that are named`(_ origin: String?, _ expected: Int) {
        var headers: HTTPHeaders = ["host": "box:9464", "content-type": "application/json"]
        if let origin { headers.add(name: "Origin", value: origin) }
        let access = self.access(token: Self.token, origins: ["https://map.example.org"])
        #expect(status { () throws(MapAccess.Refusal) in try access.checkOrigin(headers) } == expected)
    }

    @Test func `a program with the token, or on this machine, needs no origin`() {
        let plain: HTTPHeaders = ["host": "box", "content-type": "application/json; charset=utf-8"]
        #expect(status { () throws(MapAccess.Refusal) in try access().checkOrigin(plain) } == 200)
        var headers = plain
        headers.add(name: "Authorization", value: "Bearer \(Self.token)")
        let guarded = access(token: Self.token)
        #expect(status { () throws(MapAccess.Refusal) in try guarded.checkOrigin(headers) } == 200)
        #expect(
            status { () throws(MapAccess.Refusal) in try guarded.checkOrigin(headers, isNeeded: true) } == 403
        )
    }

    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonx"])
    func `takes nothing but JSON, which pages of others can't send unasked`(_ kind: String) {
        let headers: HTTPHeaders = ["host": "box", "origin": "http://box", "content-type": kind]
        #expect(status { () throws(MapAccess.Refusal) in try access().checkOrigin(headers) } == 415)
    }

    @Test func `wrong tokens wait, all together a second each, and not for ever`() {
        var brake = GuessBrake()
        #expect(brake.delay(0) == 500)
        #expect(brake.delay(0) == 1500)
        #expect(brake.delay(10_000) == 500)
        for second in 1..<8 { #expect(brake.delay(10_000) == Int64(500 + 1000 * second)) }
        #expect(brake.delay(10_000) == nil)
    }
}
