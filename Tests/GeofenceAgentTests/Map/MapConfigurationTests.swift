import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct MapConfigurationTests {
    private let folder: ConfigurationFolder

    init() throws {
        folder = try ConfigurationFolder()
        folder.write("token", "0123456789abcdef\n".utf8)
        folder.write("edit-token", "fedcba9876543210\n".utf8)
        folder.write("open", "0123456789abcdef".utf8, permissions: 0o644)
        folder.write("short", "0123456789abcde".utf8)
    }

    private func text(_ http: String) -> String {
        """
        {"mqtt":{"host":"h"},"sources":[{"topic":"a/{device}"}],
        "http":{\(http)}}
        """
    }

    private func errors(_ http: String) -> [String] {
        folder.errors(text(http)).map { String($0.split(separator: ": ", maxSplits: 1).last ?? "") }
    }

    @Test func `is off unless it is asked for`() throws {
        #expect(try folder.load(text("")).http?.map == nil)
        #expect(try folder.load(text(#""map":false"#)).http?.map == nil)
        #expect(try folder.load(text(#""map":true"#)).http?.map == MapSettings())
        #expect(try folder.load(text(#""map":{}"#)).http?.map == MapSettings())
    }

    @Test func `reads all of its keys`() throws {
        let http = try folder.load(
            text(
                #""viewTokenFile":"token","editTokenFile":"edit-token","hosts":["Map.Example.org"],"origins":["https://map.example.org"],"map":{"leaflet":"lib","#
                    + #""tiles":{"url":"https://t.example.org:8443/{z}/{x}/{y}.png","attribution":"us","maxZoom":17},"#
                    + #""start":{"latitude":1,"longitude":2,"zoom":3},"viewers":4,"every":0.5,"zones":true,"fleet":false,"units":"nautical","#
                    + #""edit":true,"maxRadius":500,"frameAncestors":["http://box:8123"]}"#
            )
        ).http
        var map = MapSettings()
        map.leaflet = folder.path + "lib"
        map.tiles = MapSettings.Tiles(
            url: "https://t.example.org:8443/{z}/{x}/{y}.png",
            origin: "https://t.example.org:8443",
            attribution: "us",
            maxZoom: 17
        )
        map.start = MapSettings.Start(latitude: 1, longitude: 2, zoom: 3)
        (map.viewers, map.every, map.zones, map.units) = (4, 0.5, true, .nautical)
        map.frameAncestors = ["http://box:8123"]
        (map.edit, map.maxRadius, map.fleet) = (true, 500, false)
        #expect(http?.map == map)
        #expect(http?.hosts == ["map.example.org"])
        #expect(http?.viewToken == Secret("0123456789abcdef".utf8))
        #expect(http?.editToken == Secret("fedcba9876543210".utf8))
    }

    @Test func `whoever changes fences shows a token of their own`() {
        let problem =
            "http.map: has \"edit\", and whoever changes fences has to show a token: name a file with one in \"editTokenFile\""
        #expect(errors(#""map":{"edit":true}"#) == [problem])
        #expect(errors(#""map":{"edit":true},"editTokenFile":"edit-token""#) == [])
        #expect(
            errors(#""map":{"edit":true},"viewTokenFile":"token","editTokenFile":"token""#)
                == [
                    "http.editTokenFile: has the token of viewTokenFile; who may look may change all then"
                ]
        )
    }

    private static let everybody =
        "everybody who gets there sees the map; name a file with a token in \"viewTokenFile\""

    @Test(arguments: [
        (#""map":true,"host":"0.0.0.0""#, "http.host: is not this machine alone: \(everybody)"),
        (#""map":true,"host":"::""#, "http.host: is not this machine alone: \(everybody)"),
        (#""map":{},"hosts":["a"]"#, "http.hosts: is for a proxy, which lets others in: \(everybody)"),
        (
            #""map":{},"origins":["https://a"]"#,
            "http.origins: is for a proxy, which lets others in: \(everybody)"
        ),
    ])
    func `without a token it is for this machine alone`(_ http: String, _ problem: String) {
        #expect(errors(http) == [problem])
        #expect(errors(http + #","viewTokenFile":"token""#) == [])
        #expect(errors(http.replacing("true", with: "false").replacing("{}", with: "false")) == [])
    }

    @Test(arguments: ["127.0.0.1", "127.0.0.2", "::1"])
    func `needs no token on loopback`(_ host: String) {
        #expect(errors(#""map":true,"host":"\#(host)""#) == [])
    }

    @Test(arguments: [
        (
            "open",
            "others may read or change it (mode 644); chmod 600 it"
        ),
        ("short", "holds no token: that is 16 to 256 letters and digits, as of: openssl rand -hex 32"),
        ("none", "no such file"),
    ])
    func `refuses a file that is no secret`(_ file: String, _ reason: String) {
        let found = errors(#""map":true,"viewTokenFile":"\#(file)""#)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("http.viewTokenFile: ") == true)
        #expect(found.first?.hasSuffix(reason) == true)
    }

    @Test(arguments: [
        "https://t/{z}/{x}.png", "https://{s}.t/{z}/{x}/{y}", "ftp://t/{z}/{x}/{y}",
        "https://t;x/{z}/{x}/{y}",
        "https://t'/{z}/{x}/{y}", "https:///{z}/{x}/{y}", "https://t:0/{z}/{x}/{y}",
    ])
    func `refuses tiles that the page's policy could not name`(_ url: String) {
        #expect(errors(#""map":{"tiles":{"url":"\#(url)","attribution":"a"}}"#).count == 1)
    }

    @Test func `takes tiles out of a file, in a folder beside it`() throws {
        let text = text(#""map":{"tiles":{"file":"region.mbtiles","maxZoom":9}}"#)
        let tiles = try folder.load(text).http?.map?.tiles
        #expect(tiles?.file == folder.path + "region.mbtiles" && tiles?.url == "tiles/{z}/{x}/{y}")
        #expect(tiles?.origin == nil && tiles?.attribution == nil && tiles?.maxZoom == 9)
        #expect(
            tiles?.problem
                == "http.map.tiles.file: \(folder.path)region.mbtiles: no such file; the map shows a grid"
        )
        let two = #""map":{"tiles":{"file":"a","url":"https://t/{z}/{x}/{y}","attribution":"us"}}"#
        #expect(errors(two) == ["http.map.tiles.url: stands beside \"file\"; leave one of them"])
    }

    @Test(arguments: [
        "a", "https://", "https://a/", "https://a b", "https://a; script-src *", "null", "https://*",
    ])
    func `refuses what is no origin`(_ origin: String) {
        #expect(errors(#""map":{"frameAncestors":["\#(origin)"]}"#).count == 1)
        #expect(errors(#""viewTokenFile":"token","origins":["\#(origin)"]"#).count == 1)
    }
}
