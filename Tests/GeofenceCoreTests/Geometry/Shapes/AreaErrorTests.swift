import GeofenceCore
import Testing

@Suite struct AreaErrorTests {
    typealias Case = (polygons: [[[Double]]], text: String)

    static let cases: [Case] = [
        ([], "an area needs at least one polygon"),
        ([[]], "polygon 1 has no ring; give it an outer ring or remove it"),
        ([[[]]], "ring 1 of polygon 1 has 0 distinct corners; it needs at least 3"),
        ([[[0, 0, 1, 1, 0, 0]]], "ring 1 of polygon 1 has 2 distinct corners; it needs at least 3"),
        (
            [[[0, 0, 1, 0, 1, 1]]],
            "ring 1 of polygon 1 begins at [0.0, 0.0] and ends at [1.0, 1.0]; repeat the first position at the end"
        ),
        (
            [[[179, 0, -179, 0, -179, 1, 179, 1, 179, 0]]],
            "edge 1 of ring 1 of polygon 1, [179.0, 0.0] to [-179.0, 0.0], goes the long way round the Earth: to cross "
                + "the antimeridian write 181.0 for -179.0 and go on counting from there, else add a position in between"
        ),
        (
            [[[0, 0, 2, 2, 2, 0, 0, 2, 0, 0]]],
            "edge 1 of ring 1 of polygon 1, [0.0, 0.0] to [2.0, 2.0], crosses "
                + "edge 3 of ring 1 of polygon 1, [2.0, 0.0] to [0.0, 2.0]; edges may touch but not cross"
        ),
        (
            [[[0, 0, 0, 0, 1, 1, 2, 2, 2, 0, 1, 1, 0, 2, 0, 0]]],
            "edge 3 of ring 1 of polygon 1, [1.0, 1.0] to [2.0, 2.0], crosses "
                + "edge 5 of ring 1 of polygon 1, [2.0, 0.0] to [1.0, 1.0]; edges may touch but not cross"
        ),
        (
            [[[0, 0, 4, 0, 4, 4, 2, 0, 0, 4, 0, 0]], [[2, 0, 3, -1, 3, 1, 2, 0]]],
            "edge 1 of ring 1 of polygon 1, [0.0, 0.0] to [4.0, 0.0], crosses "
                + "edge 1 of ring 1 of polygon 2, [2.0, 0.0] to [3.0, -1.0]; edges may touch but not cross"
        ),
        (
            [[[0, 0, 4, 0, 2, 0, 2, 2, 0, 0]]],
            "edge 1 of ring 1 of polygon 1, [0.0, 0.0] to [4.0, 0.0], lies on edge 2 of ring 1 of polygon 1, "
                + "[4.0, 0.0] to [2.0, 0.0]; edges may touch in a point only, so remove one or join the rings"
        ),
        (
            [[[0, 0, 2, 0, 2, 2, 0, 2, 0, 0]], [[2, 1, 4, 1, 4, 3, 2, 3, 2, 1]]],
            "edge 2 of ring 1 of polygon 1, [2.0, 0.0] to [2.0, 2.0], lies on edge 4 of ring 1 of polygon 2, "
                + "[2.0, 3.0] to [2.0, 1.0]; edges may touch in a point only, so remove one or join the rings"
        ),
        (
            [[[0, 0, 2, 0, 2, 2, 0, 0], [5, 5, 6, 5, 6, 6, 5, 5]]],
            "ring 2 of polygon 1 is a hole and not inside ring 1; make it a polygon of its own or remove it"
        ),
        (
            [[[0, 0, 9, 0, 9, 9, 0, 9, 0, 0], [1, 1, 8, 1, 8, 8, 1, 8, 1, 1], [3, 3, 4, 3, 4, 4, 3, 3]]],
            "ring 3 of polygon 1 lies in another hole, ring 2 of polygon 1; remove one of them"
        ),
        (
            [[[3, 3, 4, 3, 4, 4, 3, 3]], [[0, 0, 9, 0, 9, 9, 0, 9, 0, 0]]],
            "polygon 1 lies in polygon 2; remove it, or make it a hole"
        ),
        (
            [[[-180, -90, 180, -90, 180, 90, -180, 90, -180, -90]]],
            "the shape is all of the Earth and has no edge; make it smaller"
        ),
        (
            [[[170, 0, 180, 0, 180, 10, 170, 10, 170, 0]], [[175, 5, 185, 5, 185, 6, 175, 6, 175, 5]]],
            "edge 2 of ring 1 of polygon 1, [180.0, 0.0] to [180.0, 10.0], crosses "
                + "edge 1 of ring 1 of polygon 2, [175.0, 5.0] to [185.0, 5.0]; edges may touch but not cross"
        ),
        (
            // Goes twice round the Earth.
            [[[-360, 10, -240, 10, -120, 10, 0, 20, 120, 20, 240, 20, 360, 10]]],
            "edge 3 of ring 1 of polygon 1, [-120.0, 10.0] to [0.0, 20.0], crosses "
                + "edge 6 of ring 1 of polygon 1, [240.0, 20.0] to [360.0, 10.0]; edges may touch but not cross"
        ),
        (
            [
                [[170, 0, 190, 0, 190, 10, 170, 10, 170, 0]],
                [[-175, -5, -173, -5, -173, 5, -175, 5, -175, -5]],
            ],
            "edge 1 of ring 1 of polygon 1, [170.0, 0.0] to [190.0, 0.0], crosses "
                + "edge 4 of ring 1 of polygon 2, [-175.0, 5.0] to [-175.0, -5.0]; edges may touch but not cross"
        ),
        (
            [[[0, 10, 120, 10, 240, 30, 480, -20, 360, 10]]],
            "edge 3 of ring 1 of polygon 1, [240.0, 30.0] to [480.0, -20.0], goes the long way round the Earth: to cross "
                + "the antimeridian write 120.0 for 480.0 and go on counting from there, else add a position in between"
        ),
    ]

    @Test(arguments: cases)
    func `says what is wrong, where, and what to do`(_ example: Case) throws {
        let error = #expect(throws: ShapeError.self) { try Area(all: example.polygons) }
        #expect(error?.description == example.text)
    }

    @Test func `an area has at most 100,000 positions`() throws {
        let ring = try [Position]([0, 0, 1, 0, 1, 1] + [Double](repeating: 0, count: 199_996))
        let error = #expect(throws: ShapeError.self) { try Area(polygons: [[ring]]) }
        #expect(error?.description == "100001 positions are more than 100000; simplify the shape")
    }

    static let fine: [[[[Double]]]] = [
        // Repeated corners, and a corner on a straight edge.
        [[[0, 0, 0, 0, 1, 0, 2, 0, 2, 0, 2, 2, 0, 2, 0, 0]]],
        // A ring that touches itself in a corner, and one that touches its own edge.
        [[[0, 0, 4, 0, 4, 4, 2, 0, 0, 4, 0, 0]]],
        [[[0, 0, 2, 2, 4, 0, 4, 4, 2, 2, 0, 4, 0, 0]]],
        // A hole that touches its outer ring in a corner, and two holes that touch.
        [[[0, 0, 9, 0, 9, 9, 0, 9, 0, 0], [0, 5, 3, 4, 3, 6, 0, 5], [3, 5, 5, 4, 5, 6, 3, 5]]],
        // A hole that begins on the eastern edge.
        [[[0, 0, 9, 0, 9, 9, 0, 9, 0, 0], [9, 5, 6, 6, 6, 4, 9, 5]]],
        // Every corner of the hole touches.
        [[[0, 0, 9, 0, 9, 9, 0, 9, 0, 0], [0, 5, 4, 0, 9, 4, 5, 9, 0, 5]]],
        // An island in a hole.
        [
            [[0, 0, 9, 0, 9, 9, 0, 9, 0, 0], [1, 1, 8, 1, 8, 8, 1, 8, 1, 1]],
            [[3, 3, 4, 3, 4, 4, 3, 3]],
        ],
        // Split along the antimeridian.
        [[[170, 0, 180, 0, 180, 9, 170, 9, 170, 0]], [[-180, 0, -170, 0, -170, 9, -180, 9, -180, 0]]],
        // Polygons in four places round the Earth, two of them the same place but for a corner.
        [[[179, 0, 181, 0, 180, 1, 179, 0]], [[-181, 1, -180, 1, -181, 2, -181, 1]]],
        // A pole.
        [[[0, 70, 120, 70, 240, 70, 360, 70]]],
        [[[0, 70, 120, 70, 240, 70, 360, 70], [0, 80, 120, 80, 240, 80, 360, 80]]],
        [[[-180, 70, 180, 70, 180, 90, -180, 90, -180, 70]]],
    ]

    /// What once was refused or got wrong.
    static let regressions: [[[[Double]]]] = [
        // Less 360 the last longitude is not quite the first.
        [
            [
                [
                    -22.406571269578336, -89.98861801729213, 49.593428730421664, -89.98823832263486,
                    121.593428730421664, -89.98,
                    193.6, -89.98, 265.5934287304217, -89.98779853598835, 337.5934287304217,
                    -89.98861801729213,
                ]
            ]
        ]
    ]

    @Test(arguments: fine + regressions)
    func `takes what only touches`(_ polygons: [[[Double]]]) throws {
        _ = try Area(all: polygons)
    }
}
