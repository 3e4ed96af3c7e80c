/// The edges of a shape in the order of its lines, with a tree of boxes over them.
///
/// Lines are coherent: eight edges in a row are a good leaf, eight leaves in a row a good branch. So the tree
/// needs no sorting and no pointers. It lives in space and not on the map, where neither the antimeridian nor
/// the poles are special.
struct EdgeTree: Sendable {
    /// The corners of all lines, one line after the other.
    let vertices: [EdgeVertex]
    /// The boxes of all levels, leaves first, the root last.
    let boxes: [SpaceBox]
    /// Where each level begins in `boxes`, and at last its end.
    let levels: [Int]

    /// The largest sag of any edge in metres.
    let largestSag: Double

    /// Edges of a leaf, and branches of a branch.
    static let fan = 8

    /// Takes edges; where one begins at the end of the one before, the line goes on.
    init(_ edges: [StripEdge]) {
        vertices = Self.vertices(edges)
        (boxes, levels) = Self.tree(vertices)
        largestSag = vertices.reduce(0) { max($0, $1.sag) }
    }

    private static func vertices(_ edges: [StripEdge]) -> [EdgeVertex] {
        var vertices: [EdgeVertex] = []
        vertices.reserveCapacity(edges.count + 1)
        for (index, edge) in edges.enumerated() {
            let count = pieces(edge)
            for piece in 0..<count {
                vertices.append(
                    EdgeVertex(edge.point(piece, of: count), next: edge.point(piece + 1, of: count))
                )
            }
            if index + 1 == edges.count || edges[index + 1].start != edge.end {
                vertices.append(EdgeVertex(edge.end, next: nil))
            }
        }
        return vertices
    }

    private static func pieces(_ edge: StripEdge) -> Int {
        let east = abs(edge.end.longitude - edge.start.longitude)
        let north = abs(edge.end.latitude - edge.start.latitude)
        return max(1, Int((max(east, north) / EdgeVertex.longest).rounded(.up)))
    }

    private static func tree(_ vertices: [EdgeVertex]) -> ([SpaceBox], [Int]) {
        var boxes = leaves(vertices)
        var levels = [0, boxes.count]
        while levels[levels.count - 1] - levels[levels.count - 2] > 1 {
            let (first, end) = (levels[levels.count - 2], levels[levels.count - 1])
            for start in stride(from: first, to: end, by: fan) {
                var box = SpaceBox()
                for child in start..<min(start + fan, end) { box.add(boxes[child]) }
                boxes.append(box)
            }
            levels.append(boxes.count)
        }
        return (boxes, levels)
    }

    private static func leaves(_ vertices: [EdgeVertex]) -> [SpaceBox] {
        stride(from: 0, to: vertices.count, by: fan).map { start in
            var box = SpaceBox()
            for index in start..<min(start + fan, vertices.count) where vertices[index].sag >= 0 {
                box.add(vertices[index].space, margin: vertices[index].sag)
                box.add(vertices[index + 1].space, margin: vertices[index].sag)
            }
            return box
        }
    }
}

extension StripEdge {
    /// A corner of the edge when it is cut into so many pieces.
    fileprivate func point(_ piece: Int, of count: Int) -> StripPoint {
        if piece == 0 { return start }
        if piece == count { return end }
        let share = Double(piece) / Double(count)
        return StripPoint(
            longitude: start.longitude + share * (end.longitude - start.longitude),
            latitude: start.latitude + share * (end.latitude - start.latitude)
        )
    }
}
