import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Tables of ways: what routers are asked, and what they answer.
@Suite struct MatrixTests {
    /// From one place to three: 900 m, off the roads, and no way.
    static let answer = """
        {"code":"Ok","durations":[[100,20,null]],"distances":[[900.04,5,null]],\
        "sources":[{"location":[13,52],"distance":12}],\
        "destinations":[{"location":[13,52.01],"distance":3},{"location":[14,52],"distance":90000},{"location":[13,52.02]}]}
        """

    private func query(_ targets: Int = 3) throws -> MatrixQuery {
        let to = try (1...targets).map { try RouteReaderTests.place(52 + 0.01 * Double($0), 13) }
        return MatrixQuery([try RouteReaderTests.place(52, 13)], to, profile: "foot")
    }

    private func read(_ text: String, status: Int = 200) throws -> Result<TravelTable, RouteProblem> {
        MatrixReader(query: try query(), settings: RouteReaderTests.town)
            .result(.reply(status: status, body: Array(text.utf8)))
    }

    @Test func `both routers are asked for a whole table at once`() throws {
        let request = try query(2).request(RouteReaderTests.town, for: .request)
        #expect(
            request.url
                == "http://router:5000/table/v1/foot/13,52;13,52.01;13,52.02?sources=0&destinations=1;2&annotations=duration,distance"
        )
        #expect(request.body == nil && request.lane.atOnce == 1)
        let valhalla = try query(2).request(
            RouterSettings(kind: .valhalla, url: "http://v", profile: "auto"),
            for: .nearby
        )
        #expect(valhalla.url == "http://v/sources_to_targets")
        #expect(
            String(decoding: valhalla.body ?? [], as: UTF8.self)
                == #"{"sources":[{"lat":52,"lon":13}],"targets":[{"lat":52.01,"lon":13},{"lat":52.02,"lon":13}],"costing":"foot","format":"osrm","units":"kilometers"}"#
        )
    }

    @Test func `a table has a way for each pair that has one, and none for a place off the roads`() throws {
        #expect(try read(Self.answer).get() == [[Travel(distance: 900.04, duration: 100), nil, nil]])
    }

    @Test(arguments: [
        ("{}", 200, "http://router:5000 answers with status 200", false),
        ("<html>", 503, "http://router:5000 answers with status 503", true),
        (
            #"{"code":"TooBig","message":"Too many"}"#, 400,
            "http://router:5000 answers with status 400: Too many", false
        ),
        (
            MatrixTests.answer.replacing("[100,20,null]", with: "[100,20]"), 200,
            "http://router:5000 answers with something else than a way", false
        ),
        (
            MatrixTests.answer.replacing(#""sources""#, with: #""starts""#), 200,
            "http://router:5000 answers with something else than a way", false
        ),
    ])
    func `what is no such table is refused in words`(
        _ text: String,
        _ status: Int,
        _ problem: String,
        _ isOfRouter: Bool
    ) throws {
        #expect(
            try read(text, status: status)
                == .failure(RouteProblem(text: problem, isOfRouter: isOfRouter))
        )
    }

    @Test func `lengths that can't be are none`() throws {
        let table = try read(Self.answer.replacing("900.04", with: "-1")).get()
        #expect(table == [[nil, nil, nil]])
    }

    @Test func `no more places are asked for than a router takes`() throws {
        let places = Array(repeating: try RouteReaderTests.place(52, 13), count: 300)
        let query = MatrixQuery(places, places, profile: "foot")
        #expect(query.from.count == 100 && query.to.count == 100)
    }
}
