import GeofenceCore
import Testing

@Suite struct ShapeErrorTests {
    @Test(arguments: [
        (-540.1, 0.0, "longitude -540.1 is not within -540…540 degrees; positions are [longitude, latitude]"),
        (.nan, 0, "longitude nan is not within -540…540 degrees; positions are [longitude, latitude]"),
        (13, 90.5, "latitude 90.5 is not within -90…90 degrees; positions are [longitude, latitude]"),
        (13, -.infinity, "latitude -inf is not within -90…90 degrees; positions are [longitude, latitude]"),
    ])
    func `positions`(_ longitude: Double, _ latitude: Double, _ text: String) {
        let error = #expect(throws: ShapeError.self) {
            try Position(longitude: longitude, latitude: latitude)
        }
        #expect(error?.description == text)
    }

    @Test(
        arguments: [
            ([], 10, "a line needs at least 2 positions, not 0"),
            ([1, 2], 10, "a line needs at least 2 positions, not 1"),
            (
                [1, 2, 361, 2, 1, 2], 10,
                "all positions of the line are [1.0, 2.0]; use a circle, or add a position"
            ),
            (
                [0, 90, 50, 90], 10,
                "all positions of the line are [0.0, 90.0]; use a circle, or add a position"
            ),
            (
                [0, 0, 170, 0, -170, 1], 10,
                "edge 2 of the line, [170.0, 0.0] to [-170.0, 1.0], goes the long way round the Earth: to cross the "
                    + "antimeridian write 190.0 for -170.0 and go on counting from there, else add a position in between"
            ),
            ([0, 0, 1, 1], 0, "width 0.0 is not above 0 and at most 100000.0 metres"),
            ([0, 0, 1, 1], 100_000.1, "width 100000.1 is not above 0 and at most 100000.0 metres"),
            ([0, 0, 1, 1], .nan, "width nan is not above 0 and at most 100000.0 metres"),
        ] as [([Double], Double, String)]
    )
    func `corridors`(_ line: [Double], _ width: Double, _ text: String) throws {
        let line = try [Position](line)
        let error = #expect(throws: ShapeError.self) { try Corridor(line: line, width: width) }
        #expect(error?.description == text)
    }

    @Test func `a line has at most 100,000 degrees in all, also of few positions`() throws {
        let turns = [[Double]](repeating: [0, -89, 0, 89], count: 300).flatMap { $0 }
        let error = #expect(throws: ShapeError.self) { try Corridor(line: try [Position](turns), width: 1) }
        #expect(
            error?.description
                == "edges of 106622.0 degrees in all are more than 100000.0; a shape hardly goes so often round the Earth"
        )
    }

    @Test func `a line has at most 100,000 positions`() throws {
        let line = try [Position]([Double](repeating: 0, count: 200_002))
        let error = #expect(throws: ShapeError.self) { try Corridor(line: line, width: 1) }
        #expect(error?.description == "100001 positions are more than 100000; simplify the shape")
    }

    @Test(
        arguments: [
            ([-181, 0, 1, 1], "longitude -181.0 of a side is not within -180…180 degrees"),
            ([0, 0, .nan, 1], "longitude nan of a side is not within -180…180 degrees"),
            (
                [0, -91, 1, 1],
                "latitude -91.0 is not within -90…90 degrees; positions are [longitude, latitude]"
            ),
            ([0, 1, 1, 1], "south 1.0 is not less than north 1.0; the order is west, south, east, north"),
            ([3, 0, 3, 1], "west and east are both 3.0; move one, or write -180 and 180 for all longitudes"),
            (
                [180, 0, -180, 1],
                "west and east are both 180.0; move one, or write -180 and 180 for all longitudes"
            ),
            ([-180, -90, 180, 90], "the shape is all of the Earth and has no edge; make it smaller"),
        ] as [([Double], String)]
    )
    func `rectangles`(_ sides: [Double], _ text: String) {
        let error = #expect(throws: ShapeError.self) {
            try Rectangle(west: sides[0], south: sides[1], east: sides[2], north: sides[3])
        }
        #expect(error?.description == text)
    }
}
