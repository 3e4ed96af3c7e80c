import Testing

@testable import geofence_agent

extension FenceErrorTests {
    @Test(arguments: [
        (
            #"{"id":"a","geometry":{"type":"LineString","coordinates":[[0,0],[1,0]]}}"#,
            [
                "22: .geometry: a LineString needs \"width\" beside the geometry: the corridor's width in metres"
            ]
        ),
        (
            #"{"id":"a","width":5,"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}"#,
            [
                "19: .width: only a geometry of type LineString has a width; remove it"
            ]
        ),
        (
            #"{"id":"a","width":5}"#,
            [
                "19: .width: is of a corridor, which needs its line too; add a \"geometry\" of type LineString"
            ]
        ),
        (
            #"{"id":"a","width":5,"wifi":["x"]}"#,
            [
                "19: .width: is of a corridor, which needs its line too; add a \"geometry\" of type LineString"
            ]
        ),
        (
            #"{"id":"a","width":5,"latitude":1,"longitude":2,"radius":3}"#,
            [
                "19: .width: only a geometry of type LineString has a width; remove it"
            ]
        ),
        (
            #"{"id":"a","width":5,"bbox":[0,0,1,1]}"#,
            [
                "19: .width: only a geometry of type LineString has a width; remove it"
            ]
        ),
        (
            #"{"id":"a","width":5,"follows":"b","radius":1}"#,
            [
                "19: .width: only a geometry of type LineString has a width; remove it"
            ]
        ),
        (
            #"{"id":"a","width":0,"geometry":{"type":"LineString","coordinates":[[0,0],[1,0]]}}"#,
            [
                "19: .width: must be above 0 and at most 100000 metres, not 0"
            ]
        ),
        (
            #"{"id":"a","width":100000.5,"geometry":{"type":"LineString","coordinates":[[0,0],[1,0]]}}"#,
            [
                "19: .width: must be above 0 and at most 100000 metres, not 100000.5"
            ]
        ),
        (
            #"{"id":"a","width":"5","geometry":{"type":"LineString","coordinates":[[0,0],[1,0]]}}"#,
            [
                "19: .width: must be a number without quotation marks, not a string"
            ]
        ),
        (
            #"{"id":"a","width":-1,"geometry":{"type":"LineString","coordinates":[[0,0],[1]]}}"#,
            [
                "19: .width: must be above 0 and at most 100000 metres, not -1",
                "75: .geometry.coordinates[1]: a position has two numbers: longitude, latitude",
            ]
        ),
        (
            #"{"id":"a","width":5,"geometry":{"type":"LineString","coordinates":[]}}"#,
            [
                "67: .geometry.coordinates: a line needs at least 2 positions, not 0"
            ]
        ),
        (
            #"{"id":"a","width":5,"geometry":{"type":"LineString","coordinates":[[0,0]]}}"#,
            [
                "67: .geometry.coordinates: a line needs at least 2 positions, not 1"
            ]
        ),
        (
            #"{"id":"a","width":5,"geometry":{"type":"LineString","coordinates":[0,0]}}"#,
            [
                "68: .geometry.coordinates[0]: must be a position [longitude, latitude], not a number; the coordinates of a LineString are a list of positions"
            ]
        ),
        (
            #"{"id":"a","width":5,"geometry":{"type":"LineString","coordinates":[[[0,0],[1,0]]]}}"#,
            [
                "68: .geometry.coordinates[0]: must be a position [longitude, latitude], not a list of lists; the coordinates of a LineString are a list of positions"
            ]
        ),
        (
            #"{"id":"a","width":5,"geometry":{"type":"LineString","coordinates":[[1,2],[1,2],[361,2]]}}"#,
            [
                "67: .geometry.coordinates: all positions of the line are [1.0, 2.0]; use a circle, or add a position"
            ]
        ),
        (
            #"{"id":"a","width":5,"geometry":{"type":"LineString","coordinates":[[170,0],[179,1],[-179,0]]}}"#,
            [
                "76: .geometry.coordinates[1]: edge 2 of the line, [179.0, 1.0] to [-179.0, 0.0], goes the long way round the Earth: to cross the antimeridian write 181.0 for -179.0 and go on counting from there, else add a position in between"
            ]
        ),
        (
            #"{"id":"a","width":null,"geometry":{"type":"LineString","coordinates":[[0,0],[1,0]]}}"#,
            [
                "19: .width: must be a number without quotation marks, not null"
            ]
        ),
    ])
    func `of a line and its width`(_ fence: String, _ lines: [String]) {
        #expect(errors(fence) == lines)
    }

    @Test(arguments: [
        (
            #"{"id":"a","bbox":{}}"#,
            [
                "18: .bbox: must be a list in [ ], not an object"
            ]
        ),
        (
            #"{"id":"a","bbox":[0,0,1]}"#,
            [
                "18: .bbox: must be 4 numbers: west, south, east, north, not 3"
            ]
        ),
        (
            #"{"id":"a","bbox":[0,0,0,1,1,9]}"#,
            [
                "18: .bbox: must be 4 numbers: west, south, east, north, not 6; heights go to minAltitude and maxAltitude"
            ]
        ),
        (
            #"{"id":"a","bbox":[0,"0",1,1]}"#,
            [
                "21: .bbox[1]: must be a number without quotation marks, not a string"
            ]
        ),
        (
            #"{"id":"a","bbox":[179,-17,181,-16]}"#,
            [
                "27: .bbox[2]: longitude 181.0 of a side is not within -180…180 degrees; to cross the antimeridian write -179.0, with the west greater than the east"
            ]
        ),
        (
            #"{"id":"a","bbox":[-190,-17,-170,-16]}"#,
            [
                "19: .bbox[0]: longitude -190.0 of a side is not within -180…180 degrees; to cross the antimeridian write 170.0, with the west greater than the east"
            ]
        ),
        (
            #"{"id":"a","bbox":[0,0,999,1]}"#,
            [
                "23: .bbox[2]: longitude 999.0 of a side is not within -180…180 degrees"
            ]
        ),
        (
            #"{"id":"a","bbox":[0,-91,1,1]}"#,
            [
                "21: .bbox[1]: latitude -91.0 is not within -90…90 degrees; the order is west, south, east, north"
            ]
        ),
        (
            #"{"id":"a","bbox":[52,113,53,114]}"#,
            [
                "22: .bbox[1]: latitude 113.0 is not within -90…90 degrees; the order is west, south, east, north"
            ]
        ),
        (
            #"{"id":"a","bbox":[0,2,1,1]}"#,
            [
                "18: .bbox: south 2.0 is not less than north 1.0; the order is west, south, east, north"
            ]
        ),
        (
            #"{"id":"a","bbox":[1,0,1,1]}"#,
            [
                "18: .bbox: west and east are both 1.0; move one, or write -180 and 180 for all longitudes"
            ]
        ),
        (
            #"{"id":"a","bbox":[180,0,-180,1]}"#,
            [
                "18: .bbox: west and east are both 180.0; move one, or write -180 and 180 for all longitudes"
            ]
        ),
        (
            #"{"id":"a","bbox":[-180,-90,180,90]}"#,
            [
                "18: .bbox: the shape is all of the Earth and has no edge; make it smaller"
            ]
        ),
    ])
    func `of a rectangle`(_ fence: String, _ lines: [String]) {
        #expect(errors(fence) == lines)
    }

    @Test(arguments: [
        (
            #"{"id":"a","latitude":1,"longitude":2,"radius":3,"geometry":{},"bbox":[],"follows":"b"}"#,
            [
                "60: .geometry: the fence has a place by \"latitude\" already; keep one of them",
                "70: .bbox: the fence has a place by \"latitude\" already; keep one of them",
                "83: .follows: the fence has a place by \"latitude\" already; keep one of them",
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]},"longitude":2,"radius":3}"#,
            [
                "95: .longitude: belongs to a circle (latitude, longitude, radius), and the fence has another place; remove it",
                "106: .radius: belongs to a circle (latitude, longitude, radius), and the fence has another place; remove it",
            ]
        ),
        (
            #"{"id":"a","bbox":[0,0,1,1],"radius":3}"#,
            [
                "37: .radius: belongs to a circle (latitude, longitude, radius), and the fence has another place; remove it"
            ]
        ),
        (
            #"{"id":"a","follows":"b","radius":3,"longitude":3}"#,
            [
                "48: .longitude: belongs to a circle (latitude, longitude, radius), and the fence has another place; remove it"
            ]
        ),
        (
            #"{"id":"a","bbox":[0,0,1,1],"follows":"b","radius":1}"#,
            [
                "38: .follows: the fence has a place by \"bbox\" already; keep one of them"
            ]
        ),
        (
            #"{"id":"a","latitude":1}"#,
            [
                "1: .longitude: missing; a circle needs latitude, longitude and radius",
                "1: .radius: missing; a circle needs latitude, longitude and radius",
            ]
        ),
        (
            #"{"id":"a","radius":1}"#,
            [
                "1: .latitude: missing; a circle needs latitude, longitude and radius",
                "1: .longitude: missing; a circle needs latitude, longitude and radius",
            ]
        ),
        (
            #"{"id":"a","longitude":1,"radius":-1,"wifi":["x"]}"#,
            [
                "1: .latitude: missing; a circle needs latitude, longitude and radius",
                "34: .radius: a radius must be above 0 and at most 20000000 metres, not -1.0",
            ]
        ),
        (
            #"{"id":"a","follows":"b"}"#,
            [
                "1: .radius: missing; say how far from the device the circle reaches, in metres"
            ]
        ),
        (
            #"{"id":"a","follows":"b","radius":0}"#,
            [
                "34: .radius: a radius must be above 0 and at most 20000000 metres, not 0.0"
            ]
        ),
        (
            #"{"id":"a","follows":"a/b","radius":1}"#,
            [
                "21: .follows: an id must not hold \"/\"; no /, +, # and no invisible characters"
            ]
        ),
        (
            #"{"id":"a","follows":["b"],"radius":1}"#,
            [
                "21: .follows: must be a string in quotation marks, not a list"
            ]
        ),
        (
            #"{"id":"a","follows":"","radius":1}"#,
            [
                "21: .follows: must not be empty"
            ]
        ),
    ])
    func `of more than one place`(_ fence: String, _ lines: [String]) {
        #expect(errors(fence) == lines)
    }
}
