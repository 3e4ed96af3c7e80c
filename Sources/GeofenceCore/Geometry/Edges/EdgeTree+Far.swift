internal import CLibrary

extension EdgeTree {
    /// Measures exactly, for all edges that may be nearest.
    func farDistance(to place: GeodesicPoint, from nearest: Foot) -> Double {
        let origin = place.space
        var best = exact(nearest, place)
        let ratio = chordRatio(nearest, best)
        var limit = Self.squareChord(metres: best, ratio: ratio)
        forEachLeaf(near: origin, squareLimit: &limit) { leaf, limit in
            guard !isBeyond(best, leaf, place) else { return }
            for edge in edges(ofLeaf: leaf) where vertices[edge].sag >= 0 {
                let guess = straightFoot(edge, origin)
                guard guess.square <= limit || mayReach(guess, limit, vertices[edge].sag) else { continue }
                let foot = foot(guess, origin)
                guard foot.square <= limit else { continue }
                let metres = exact(foot, place)
                if metres < best {
                    best = metres
                    limit = Self.squareChord(metres: best, ratio: ratio)
                }
            }
        }
        return best
    }

    /// Whether all edges of a leaf are farther than a distance, where the straight way says little: by one of
    /// its corners, from which the others are no farther than the leaf is wide.
    private func isBeyond(_ best: Double, _ leaf: Int, _ place: GeodesicPoint) -> Bool {
        guard best > Self.skewed, let edge = edges(ofLeaf: leaf).first(where: { vertices[$0].sag >= 0 })
        else { return false }
        return Geodesic.distance(place, curve(edge).point(0)) - Self.wayToChord * boxes[leaf].width > best
    }

    /// The way to an edge, from where it is nearest in space.
    private func exact(_ foot: Foot, _ place: GeodesicPoint) -> Double {
        let curve = curve(foot.edge)
        let metres = Geodesic.distance(place, curve.point(foot.share))
        guard metres > Self.skewed else { return metres }
        return min(metres, search(curve, place))
    }

    /// The shortest way to an edge, by golden sections.
    private func search(_ curve: EdgeCurve, _ place: GeodesicPoint) -> Double {
        let ratio = (5.0.squareRoot() - 1) / 2
        var (low, high) = (0.0, 1.0)
        var (left, right) = (high - ratio, low + ratio)
        var atLeft = Geodesic.distance(place, curve.point(left))
        var atRight = Geodesic.distance(place, curve.point(right))
        while high - low > Self.section {
            if atLeft < atRight {
                (high, right, atRight) = (right, left, atLeft)
                left = high - ratio * (high - low)
                atLeft = Geodesic.distance(place, curve.point(left))
            } else {
                (low, left, atLeft) = (left, right, atRight)
                right = low + ratio * (high - low)
                atRight = Geodesic.distance(place, curve.point(right))
            }
        }
        return min(atLeft, atRight)
    }

    /// Metres beyond which the nearest point in space is not quite the nearest on the ellipsoid.
    private static let skewed = 8_000_000.0
    private static let section = 1e-3
    /// A way along the ellipsoid is no longer than so many straight ones: π / 2 on a sphere.
    private static let wayToChord = 1.6

    /// The square of the longest straight way of which the way along the ellipsoid can have a length.
    ///
    /// That of a circle with the largest radius of curvature, a² / b; a millionth is added for the twist of
    /// geodesics.
    private static func squareChord(metres: Double, ratio: Double) -> Double {
        let radius = WGS84.equatorialRadius * WGS84.equatorialRadius / WGS84.polarRadius
        let angle = min(.pi, metres / radius)
        let chord = min(2 * radius * sin(angle / 2) * (1 + 1e-6), ratio * metres)
        return chord * chord
    }

    /// The greatest ratio of the straight way to the way along the ellipsoid among all edges, from that of
    /// one of them.
    ///
    /// For a straight way c of curvature κ along the arc σ = κ s it is d ln s = (tan (σ/2) / (σ/2) - 1) d ln
    /// κ. κ changes by e² from meridian to parallel and by 1.5 e² from equator to pole, so over the shape's
    /// width w by less than 0.01 w (1 / (R sin σ) + 1 / R); this is taken twice. Too steep to be of use near
    /// the antipodes.
    private func chordRatio(_ foot: Foot, _ metres: Double) -> Double {
        let (arc, width) = (metres / WGS84.polarRadius, boxes[boxes.count - 1].width / WGS84.polarRadius)
        guard arc < 2.4 else { return .infinity }
        let steepness = tan(arc / 2) / (arc / 2) - 1
        return foot.square.squareRoot() / metres * (1 + 0.02 * steepness * width * (1 / sin(arc) + 1) + 1e-9)
    }
}
