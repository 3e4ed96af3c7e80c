import CLibrary
import Testing

@testable import geofence_agent

extension BrokerTests {
    @Suite struct OutboundClientTests {
        private let asking = Asking()

        private static func base(_ server: WebServer) -> String { "http://127.0.0.1:\(server.port)" }

        @Test func `gets and posts, with who asks, and gives the status and the bytes`() {
            let server = WebServer { _, count in .json(#"{"n":\#(count)}"#, status: count == 1 ? 404 : 200) }
            let url = Self.base(server)
            var request = Asking.request("\(url)/a?b=c")
            request.headers = ["Accept-Language: de"]
            #expect(asking.ask(request) == #"200 {"n":0}"#)
            request.body = Array(#"{"from":1}"#.utf8)
            #expect(asking.ask(request) == #"404 {"n":1}"#)
            let heard = server.requests
            #expect(heard[0].hasPrefix("GET /a?b=c HTTP/1.1\r\n"))
            #expect(heard[0].contains("\r\nUser-Agent: geofence-agent/\(AgentVersion.current)\r\n"))
            #expect(heard[0].contains("\r\nAccept-Language: de\r\n"))
            #expect(heard[1].hasPrefix("POST /a?b=c HTTP/1.1\r\n"))
            #expect(heard[1].contains("\r\nContent-Type: application/json\r\n"))
            #expect(heard[1].hasSuffix("\r\n\r\n{\"from\":1}"))
        }

        @Test(arguments: [true, false])
        func `breaks off an answer that is too long, be its length told or not`(_ isTold: Bool) {
            let part = String(repeating: "x", count: 65_536)
            let length = isTold ? "Content-Length: 10485760\r\n" : ""
            let server = WebServer { _, _ in .flood("HTTP/1.1 200 OK\r\n\(length)\r\n\(part)") }
            let url = Self.base(server)
            let failure = OutboundFailure(
                "\(url): the answer is longer than 262144 bytes",
                isOfQuestion: true
            )
            #expect(asking.ask([Asking.request("\(url)/?key=secret")]) == [.failure(failure)])
        }

        @Test func `takes so many bytes, and none more`() {
            let server = WebServer { _, count in .json(String(repeating: "x", count: 262_144 + count)) }
            let url = Self.base(server)
            #expect(asking.ask(url).utf8.count == "200 ".utf8.count + 262_144)
            #expect(asking.ask(url) == "\(url): the answer is longer than 262144 bytes")
        }

        @Test func `breaks off headers without an end`() {
            let server = WebServer { _, _ in
                .sayAndEnd(
                    "HTTP/1.1 200 OK\r\n"
                        + String(repeating: "X-Much: \(String(repeating: "y", count: 1000))\r\n", count: 100)
                )
            }
            #expect(asking.ask(Self.base(server)).contains("longer than"))
        }

        @Test func `a server that hangs is given up in time, and others are asked meanwhile`() {
            let hanging = WebServer { _, _ in .hang }
            let other = WebServer { _, _ in .json("{}") }
            var slow = Asking.request(Self.base(hanging), lane: OutboundLane(name: "slow"))
            slow.timeout = 60_000
            asking.begin([slow])
            #expect(asking.ask(Self.base(other)) == "200 {}")
            slow.timeout = 300
            slow.lane.name = "slow too"
            #expect(asking.ask(slow) == "\(Self.base(hanging)): no answer within 0.3 s")
            asking.close()
        }

        @Test func `says where nobody answers, what is no HTTP, and what ends in the middle`() {
            let gone = "http://127.0.0.1:\(SilentServer(.refuses).port)"
            #expect(
                asking.ask("\(gone)/?key=secret") == "\(gone): no connection; is the service running there?"
            )
            let garbage = WebServer { _, _ in .sayAndEnd("\u{1}\u{2}garbage\r\n\r\n") }
            #expect(
                asking.ask(Self.base(garbage)) == "\(Self.base(garbage)): Received HTTP/0.9 when not allowed"
            )
            let half = WebServer { _, _ in .sayAndEnd("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{") }
            #expect(asking.ask(Self.base(half)).contains("transfer closed with 99 bytes remaining"))
            let mute = WebServer { _, _ in .end }
            #expect(asking.ask(Self.base(mute)) == "\(Self.base(mute)): Empty reply from server")
            #expect(mute.requests.count == 1)
        }

        @Test func `asks once more where a connection that was kept has died`() {
            let last = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{2}"
            let server = WebServer { _, count in
                [.json("{0}"), .end, .sayAndEnd(last), .json("{3}")][count]
            }
            // One ends when it is asked again, another as soon as it has answered.
            #expect(asking.ask(Self.base(server)) == "200 {0}")
            #expect(asking.ask(Self.base(server)) == "200 {2}")
            #expect(asking.ask(Self.base(server)) == "200 {3}")
            #expect(server.requests.count == 4)
        }

        @Test(
            arguments: [
                ("file:///etc/passwd", "file://: Protocol \"file\" not supported"),
                ("gopher://127.0.0.1/", "gopher://127.0.0.1: Protocol \"gopher\" not supported"),
                ("", "the server: URL"), ("http://a b/", "http://a b: URL"),
            ]
        )
        func `asks over HTTP alone`(_ url: String, _ words: String) {
            let said = asking.ask(url)
            #expect(said.hasPrefix(words), "\(said)")
        }

        @Test func `is not sent on to another server`() {
            let other = WebServer { _, _ in .json("{}") }
            let target = "\(Self.base(other))/secret?key=1"
            let server = WebServer { _, _ in
                .say("HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n")
            }
            #expect(
                asking.ask(Self.base(server))
                    == "\(Self.base(server)): it sends elsewhere, to \(Self.base(other)); name that one if it is meant"
            )
            #expect(other.requests.isEmpty)
        }

        @Test func `believes no certificate but those of the machine's authorities`() throws {
            let site = try Site()
            let certificates = try Certificates(in: site)
            try certificates.make("server")
            let server = try OpenSSLServer([
                "-cert", certificates.certificate("server"), "-key", certificates.key("server"),
            ])
            #expect(asking.ask("https://127.0.0.1:\(server.port)/").contains("SSL certificate problem"))
            #expect(
                asking.ask("https://name.invalid/?key=secret")
                    == "https://name.invalid: this name has no address"
            )
        }

        @Test func `refuses a header that would break out of its line`() {
            let server = WebServer { _, _ in .json("{}") }
            var request = Asking.request(Self.base(server))
            request.headers = ["X: a\r\nHost: evil.test"]
            #expect(asking.ask(request) == "\(Self.base(server)) can't be asked: no such request")
            #expect(server.requests.isEmpty)
        }

        @Test func `asks so many at once, and says to others that they had no turn`() {
            let server = WebServer { _, _ in .hang }
            var request = Asking.request(
                Self.base(server),
                lane: OutboundLane(name: "two", atOnce: 2, patience: 400)
            )
            request.timeout = 2000
            let answers = asking.ask(Array(repeating: request, count: 5))
            let words = answers.map { "\($0)" }
            #expect(words.filter { $0.contains("no answer within 2.0 s") }.count == 2)
            #expect(words.filter { $0.contains("was not asked: others had their turn for 0.4 s") }.count == 3)
            #expect(server.requests.count == 2)
        }

        @Test func `has room for so many questions, and an answer for each`() {
            let server = WebServer { _, _ in .hang }
            var request = Asking.request(Self.base(server), lane: OutboundLane(name: "one", patience: 300))
            request.timeout = 300
            let words = asking.ask(Array(repeating: request, count: 4000)).map { "\($0)" }
            #expect(
                words.filter { $0.contains("too many questions wait for \(Self.base(server))") }.count >= 1900
            )
            #expect(words.filter { $0.contains("was not asked") }.count >= 1000)
        }

        @Test func `ends while a server hangs`() {
            let server = WebServer { _, _ in .hang }
            var request = Asking.request(Self.base(server))
            request.timeout = 600_000
            asking.begin([request])
            let deadline = Clock.uptime + 60_000
            while server.requests.isEmpty, Clock.uptime < deadline { usleep(1000) }
            asking.close()
            while server.endedCount == 0, Clock.uptime < deadline { usleep(1000) }
            #expect(server.endedCount == 1)
        }
    }
}
