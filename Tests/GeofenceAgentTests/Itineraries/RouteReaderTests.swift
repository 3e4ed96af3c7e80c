import GeofenceCore
import Testing

@testable import geofence_agent

/// What routers answer.
@Suite struct RouteReaderTests {
    static let town = RouterSettings(kind: .osrm, url: "http://router:5000", profile: "driving")

    static func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try Coordinate(latitude: latitude, longitude: longitude)
    }

    /// From 13° to 13.01° along 52.001°, with a turn in the middle: 200 s and 800 s.
    static let answer = """
        {"code":"Ok","routes":[{"legs":[{"summary":"Main Street","distance":900,"duration":1000,"steps":[\
        {"name":"Side Road","distance":450,"duration":200,"geometry":"om{dbB_smxW?owH","maneuver":{"type":"depart","modifier":"","bearing_after":91}},\
        {"name":"Main Street","distance":450,"duration":800,"geometry":"om{dbBokwxW?owH","maneuver":{"type":"turn","modifier":"slight left"}},\
        {"name":"","distance":0,"duration":0,"geometry":"om{dbB_dayW","maneuver":{"type":"arrive","modifier":"right"}}]}]}],\
        "waypoints":[{"distance":12},{"distance":111}]}
        """

    private func read(_ body: String, status: Int = 200) throws(RouteProblem) -> Leg {
        let place = try? Self.place(52, 13)
        guard let from = place, let to = try? Self.place(52, 13.01) else {
            throw RouteProblem(text: "no place")
        }
        let query = RouteQuery(from, to, profile: "driving")
        return try RouteReader(query: query, settings: Self.town)
            .leg(.reply(status: status, body: Array(body.utf8)))
    }

    @Test func `a leg has its line, its steps in words, metres and seconds`() throws {
        let leg = try read(Self.answer)
        #expect(leg.via == .router && leg.distance == 900 && leg.duration == 1000)
        #expect(leg.summary == "Main Street")
        #expect(
            leg.line == [
                try Self.place(52.001, 13), try Self.place(52.001, 13.005), try Self.place(52.001, 13.01),
            ]
        )
        #expect(
            leg.steps.map(\.text) == [
                "Head east on Side Road", "Turn slightly left onto Main Street",
                "Arrive at the stop, on the right",
            ]
        )
        #expect(leg.steps.map(\.start) == [0, 1, 2])
    }

    @Test(arguments: [
        (
            #"{"code":"NoSegment","message":"x"}"#, 400,
            "a stop is more than 500 m from any road (routing.snap)", false
        ),
        (#"{"code":"NoRoute"}"#, 400, "there is no way along roads", false),
        (
            #"{"code":"TooBig","message":"Too many"}"#, 400,
            "http://router:5000 answers with status 400: Too many", false
        ),
        (
            #"{"error_code":106,"error":"Try any of"}"#, 404,
            "http://router:5000 answers with status 404: Try any of", false
        ),
        ("<html>", 502, "http://router:5000 answers with status 502", true),
        ("slow down", 429, "http://router:5000 answers with status 429", true),
        (#"{"code":"Ok"}"#, 200, "http://router:5000 answers with something else than a way", false),
        (
            #"{"code":"Ok","routes":[{"legs":[{"distance":-1,"duration":1}]}]}"#, 200,
            "http://router:5000 answers with something else than a way", false
        ),
        (
            #"{"code":"Ok","routes":[{"legs":[{"distance":1,"duration":1,"steps":[{"distance":1,"duration":1,"geometry":"~~~~~~~~~~"}]}]}]}"#,
            200, "http://router:5000 answers with something else than a way", false
        ),
        (
            #"{"code":"Ok","waypoints":[{"distance":624000.7}],"routes":[]}"#, 200,
            "a stop is 624000 m from any road, and routing.snap is 500", false
        ),
    ])
    func `what is no way is refused in words`(
        _ body: String,
        _ status: Int,
        _ text: String,
        _ isOfRouter: Bool
    ) {
        let problem = #expect(throws: RouteProblem.self) { try read(body, status: status) }
        #expect(problem == RouteProblem(text: text, isOfRouter: isOfRouter))
    }

    @Test(arguments: [true, false])
    func `an answer that this question alone can't have is not the router's fault`(_ isOfQuestion: Bool)
        throws
    {
        let place = try Self.place(52, 13)
        let reader = RouteReader(query: RouteQuery(place, place, profile: "foot"), settings: Self.town)
        let failure = OutboundFailure("it is longer than that", isOfQuestion: isOfQuestion)
        let problem = RouteProblem(text: "it is longer than that", isOfRouter: !isOfQuestion)
        #expect(reader.result(.failure(failure)) == .failure(problem))
    }

    @Test func `lines are decoded, and no more corners than wanted`() throws {
        let line = [
            try Self.place(38.5, -120.2), try Self.place(40.7, -120.95), try Self.place(43.252, -126.453),
        ]
        #expect(Polyline.decode("_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI", most: 3) == line)
        #expect(Polyline.decode("_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI", most: 2) == nil)
        #expect(Polyline.decode("", most: 0) == [])
        #expect(Polyline.decode("_", most: 9) == nil)
        #expect(Polyline.decode("ää", most: 9) == nil)
    }

    @Test(arguments: [
        ("depart", "", "", nil, "Head off"), ("turn", "uturn", "X", nil, "Make a U-turn onto X"),
        ("turn", "straight", "", nil, "Go straight on"),
        ("roundabout", "right", "X", 2, "At the roundabout take exit 2 onto X"),
        ("rotary", "", "", nil, "Go through the roundabout"),
        ("new name", "straight", "X", nil, "Continue onto X"),
        ("fork", "slight right", "X", nil, "Keep slightly right onto X"),
        ("merge", "left", "", nil, "Merge left"),
        ("end of road", "sharp left", "X", nil, "At the end of the road turn sharply left onto X"),
        ("off ramp", "right", "", nil, "Take the exit right"),
        ("something new", "left", "X", nil, "Turn left onto X"),
        ("arrive", "straight", "", nil, "Arrive at B"),
        ("arrive", "slight left", "", nil, "Arrive at B, on the left"),
    ])
    func `turns are told in words`(
        _ type: String,
        _ modifier: String,
        _ name: String,
        _ exit: Int?,
        _ text: String
    ) {
        let turn = TurnText.Turn(type: type, modifier: modifier, name: name, exit: exit)
        #expect(TurnText.text(turn, destination: "B") == text)
    }

    @Test(arguments: [
        (0, "north"), (22, "north"), (23, "northeast"), (200, "south"), (359, "north"), (-90, "west"),
        (1e300, "north"),
    ])
    func `directions are eight`(_ bearing: Double, _ name: String) {
        let turn = TurnText.Turn(type: "depart", modifier: "", name: "", bearing: bearing)
        #expect(TurnText.text(turn, destination: "").hasPrefix("Head "))
        if bearing < 1000 { #expect(TurnText.text(turn, destination: "") == "Head \(name)") }
    }

    @Test func `both routers are asked in their own way`() throws {
        let query = RouteQuery(try Self.place(52.000001, 13), try Self.place(-1, -180), profile: "driving")
        #expect(
            query.request(Self.town).url
                == "http://router:5000/route/v1/driving/13,52;180,-1?steps=true&geometries=polyline6&overview=false&radiuses=500;500"
        )
        var valhalla = RouterSettings(kind: .valhalla, url: "http://v", profile: "auto")
        valhalla.key = Secret(Array("0123456789abcdef".utf8))
        let request = query.request(valhalla)
        #expect(request.url == "http://v/route")
        // The client says itself what it posts.
        #expect(request.headers == ["Authorization: Bearer 0123456789abcdef"])
        #expect(
            String(decoding: request.body ?? [], as: UTF8.self)
                == #"{"locations":[{"lat":52,"lon":13},{"lat":-1,"lon":180}],"costing":"driving","format":"osrm","shape_format":"polyline6","language":"en","directions_options":{"units":"kilometers"}}"#
        )
    }

    @Test(arguments: [
        (13.0, 0.0, 1000.0, 900.0), (13.0025, 0, 900, 675), (13.005, 0, 800, 450), (13.0075, 0, 400, 225),
        (13.01, 0, 0, 0), (13.02, 686, 0, 0), (12.99, 686, 1000, 900),
    ])
    func `what is left follows from the place on the line`(
        _ east: Double,
        _ off: Double,
        _ seconds: Double,
        _ metres: Double
    ) throws {
        let leg = try read(Self.answer)
        let rest = try #require(RouteProjection(of: try Self.place(52.001, east), on: leg))
        #expect(
            abs(rest.offset - off) < 2 && abs(rest.duration - seconds) < 1 && abs(rest.distance - metres) < 1,
            "\(rest)"
        )
        let straight = Leg.straight(from: leg.from, to: leg.to, speed: 50)
        #expect(RouteProjection(of: leg.from, on: straight) == nil)
    }

    @Test func `a line over the antimeridian is no way round the world`() throws {
        var leg = Leg.straight(from: try Self.place(0, 179.9), to: try Self.place(0, -179.9), speed: 50)
        leg.line = [leg.from, leg.to]
        let rest = try #require(RouteProjection(of: try Self.place(0.001, -179.95), on: leg))
        #expect(abs(rest.offset - 111) < 2 && abs(rest.distance / leg.distance - 0.25) < 0.01)
    }
}
