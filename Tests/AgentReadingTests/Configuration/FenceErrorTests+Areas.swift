import Testing

@testable import geofence_agent

extension FenceErrorTests {
    @Test(arguments: [
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":{}}}"#,
            [
                "54: .geometry.coordinates: must be a list in [ ], not an object; the coordinates of a Polygon are a list of rings, each a list of positions"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[7]}}"#,
            [
                "55: .geometry.coordinates[0]: must be a list in [ ], not a number; the coordinates of a Polygon are a list of rings, each a list of positions"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[7]]}}"#,
            [
                "56: .geometry.coordinates[0][0]: must be a position [longitude, latitude], not a number; the coordinates of a Polygon are a list of rings, each a list of positions"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[13,52],[14,52],[14,53],[13,52]]}}"#,
            [
                "56: .geometry.coordinates[0][0]: must be a position [longitude, latitude], not a number; the coordinates of a Polygon are a list of rings, each a list of positions"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[[13,52],[14,52],[14,53],[13,52]]]]}}"#,
            [
                "56: .geometry.coordinates[0][0]: must be a position [longitude, latitude], not a list of lists; the coordinates of a Polygon are a list of rings, each a list of positions"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[13,52],[14],[14,53],[13,52]]]}}"#,
            [
                "64: .geometry.coordinates[0][1]: a position has two numbers: longitude, latitude"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[13,52],[],[14,53],[13,52]]]}}"#,
            [
                "64: .geometry.coordinates[0][1]: a position has two numbers: longitude, latitude"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[13,52],["14","52"],[14,53],[13,52]]]}}"#,
            [
                "65: .geometry.coordinates[0][1][0]: must be a number without quotation marks, not a string"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[13,52],[14,null],[14,53],[13,52]]]}}"#,
            [
                "68: .geometry.coordinates[0][1][1]: must be a number without quotation marks, not null"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[13,52],{"lat":52,"lon":14},[14,53],[13,52]]]}}"#,
            [
                "64: .geometry.coordinates[0][1]: must be a position [longitude, latitude], not an object; the coordinates of a Polygon are a list of rings, each a list of positions"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[13,52],"14,52",[14,53],[13,52]]]}}"#,
            [
                "64: .geometry.coordinates[0][1]: must be a position [longitude, latitude], not a string; the coordinates of a Polygon are a list of rings, each a list of positions"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[540.5,52],[14,52],[14,53],[13,52]]]}}"#,
            [
                "57: .geometry.coordinates[0][0][0]: longitude 540.5 is not within -540…540 degrees; positions are [longitude, latitude]"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[13,98],[14,52],[14,53],[13,52]]]}}"#,
            [
                "60: .geometry.coordinates[0][0][1]: latitude 98.0 is not within -90…90 degrees; positions are [longitude, latitude]; these look swapped"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[52,113],[52,114],[53,114],[52,113]]]}}"#,
            [
                "60: .geometry.coordinates[0][0][1]: latitude 113.0 is not within -90…90 degrees; positions are [longitude, latitude]; these look swapped"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[200,-91],[14,52],[14,53],[13,52]]]}}"#,
            [
                "61: .geometry.coordinates[0][0][1]: latitude -91.0 is not within -90…90 degrees; positions are [longitude, latitude]"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[]}}"#,
            [
                "54: .geometry.coordinates: polygon 1 has no ring; give it an outer ring or remove it"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[]]}}"#,
            [
                "55: .geometry.coordinates[0]: ring 1 of polygon 1 has 0 distinct corners; it needs at least 3"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[13,52]]]}}"#,
            [
                "55: .geometry.coordinates[0]: ring 1 of polygon 1 has 0 distinct corners; it needs at least 3"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[13,52],[14,52],[13,52]]]}}"#,
            [
                "55: .geometry.coordinates[0]: ring 1 of polygon 1 has 2 distinct corners; it needs at least 3"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[13,52],[14,52],[14,53]]]}}"#,
            [
                "55: .geometry.coordinates[0]: ring 1 of polygon 1 begins at [13.0, 52.0] and ends at [14.0, 53.0]; repeat the first position at the end"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,4],[0,0]],[[1,1],[2,1],[2,2]]]}}"#,
            [
                "87: .geometry.coordinates[1]: ring 2 of polygon 1 begins at [1.0, 1.0] and ends at [2.0, 2.0]; repeat the first position at the end"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[179,0],[-179,0],[-179,1],[179,0]]]}}"#,
            [
                "56: .geometry.coordinates[0][0]: edge 1 of ring 1 of polygon 1, [179.0, 0.0] to [-179.0, 0.0], goes the long way round the Earth: to cross the antimeridian write 181.0 for -179.0 and go on counting from there, else add a position in between"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[-100,0],[100,0],[0,1],[-100,0]]]}}"#,
            [
                "56: .geometry.coordinates[0][0]: edge 1 of ring 1 of polygon 1, [-100.0, 0.0] to [100.0, 0.0], goes the long way round the Earth: to cross the antimeridian write -260.0 for 100.0 and go on counting from there, else add a position in between"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[0,0],[4,4],[4,0],[0,4],[0,0]]]}}"#,
            [
                "56: .geometry.coordinates[0][0]: edge 1 of ring 1 of polygon 1, [0.0, 0.0] to [4.0, 4.0], crosses edge 3 of ring 1 of polygon 1, [4.0, 0.0] to [0.0, 4.0]; edges may touch but not cross"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,4],[0,0]],[[1,0],[2,0],[2,2],[1,0]]]}}"#,
            [
                "56: .geometry.coordinates[0][0]: edge 1 of ring 1 of polygon 1, [0.0, 0.0] to [4.0, 0.0], lies on edge 1 of ring 2 of polygon 1, [1.0, 0.0] to [2.0, 0.0]; edges may touch in a point only, so remove one or join the rings"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,4],[0,0]],[[5,1],[6,1],[6,2],[5,1]]]}}"#,
            [
                "87: .geometry.coordinates[1]: ring 2 of polygon 1 is a hole and not inside ring 1; make it a polygon of its own or remove it"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,9],[0,0]],[[1,1],[8,1],[8,8],[1,1]],[[3,2],[5,2],[5,3],[3,2]]]}}"#,
            [
                "113: .geometry.coordinates[2]: ring 3 of polygon 1 lies in another hole, ring 2 of polygon 1; remove one of them"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[-180,-90],[180,-90],[180,90],[-180,90],[-180,-90]]]}}"#,
            [
                "54: .geometry.coordinates: the shape is all of the Earth and has no edge; make it smaller"
            ]
        ),
    ])
    func `of the coordinates of a polygon`(_ fence: String, _ lines: [String]) {
        #expect(errors(fence) == lines)
    }

    @Test(arguments: [
        (
            #"{"id":"a","geometry":{"type":"MultiPolygon","coordinates":[]}}"#,
            [
                "59: .geometry.coordinates: an area needs at least one polygon"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[]]}}"#,
            [
                "88: .geometry.coordinates[1]: polygon 2 has no ring; give it an outer ring or remove it"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"MultiPolygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}"#,
            [
                "62: .geometry.coordinates[0][0][0]: must be a position [longitude, latitude], not a number; the coordinates of a MultiPolygon are a list of polygons, each a list of rings, each a list of positions"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[[[5,5],[6,5],[6,96],[5,5]]]]}}"#,
            [
                "105: .geometry.coordinates[1][0][2][1]: latitude 96.0 is not within -90…90 degrees; positions are [longitude, latitude]; these look swapped"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[[[5,5],[6,5],[6,6]]]]}}"#,
            [
                "89: .geometry.coordinates[1][0]: ring 1 of polygon 2 begins at [5.0, 5.0] and ends at [6.0, 6.0]; repeat the first position at the end"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"MultiPolygon","coordinates":[[[[0,0],[4,0],[4,4],[0,4],[0,0]]],[[[1,1],[2,1],[2,2],[1,1]]]]}}"#,
            [
                "94: .geometry.coordinates[1]: polygon 2 lies in polygon 1; remove it, or make it a hole"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"MultiPolygon","coordinates":[[[[0,0],[4,0],[4,4],[0,4],[0,0]]],[[[1,1],[6,1],[6,2],[1,1]]]]}}"#,
            [
                "68: .geometry.coordinates[0][0][1]: edge 2 of ring 1 of polygon 1, [4.0, 0.0] to [4.0, 4.0], crosses edge 1 of ring 1 of polygon 2, [1.0, 1.0] to [6.0, 1.0]; edges may touch but not cross"
            ]
        ),
    ])
    func `of the coordinates of several polygons`(_ fence: String, _ lines: [String]) {
        #expect(errors(fence) == lines)
    }
}
