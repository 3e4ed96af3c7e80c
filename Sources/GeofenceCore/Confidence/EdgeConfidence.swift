internal import CLibrary

/// The probability that the true place lies in a region with straight edges, summed up edge by edge.
///
/// The region may have holes and any number of parts. Each edge is oriented with the inside on its left:
/// outer rings run anticlockwise, holes clockwise (x to the right, y upwards). By Green's theorem P = [fix
/// inside] - (1 / 2π) Σ ∫ exp(-r² / 2σ²) dφ over the edges as seen from the fix (each term is Owen's T
/// function: D. B. Owen, Tables for computing bivariate normal probabilities, Annals of Mathematical
/// Statistics 27, 1075-1090 (1956)).
///
/// Only what lies within 6σ of the fix is taken. Then P is off by at most exp(-18) = 1.5e-8, however many
/// edges are left out: they'd describe the part of the region beyond 6σ and its edge there, both of which lie
/// between 0 and exp(-18). The quadrature adds less than 5e-9 for each edge longer than 2σ and next to
/// nothing for shorter ones.
struct EdgeConfidence {
    private let sigma: Double
    private var inside: Double
    /// Σ ∫ exp(-r² / 2σ²) dφ, up to whole turns.
    private var turn = 0.0

    /// Starts with no edge.
    ///
    /// - Parameters:
    ///   - sigma: the standard deviation in metres, above 0 (see `PositionError`).
    ///   - isInside: whether the fix is in the region; for a fix on the edge, or so close that rounding
    ///     decides, either will do.
    init(sigma: Double, isInside: Bool) {
        self.sigma = sigma
        inside = isInside ? 1 : 0
    }

    /// Adds an edge in metres from the fix; edges farther than 6σ may be left out.
    mutating func add(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
        let edge = NearEdge(
            from: (start.x / sigma, start.y / sigma),
            to: (end.x / sigma, end.y / sigma)
        )
        guard let edge else { return }
        turn += edge.angle - edge.shortfall
    }

    /// The probability, 0 to 1, once all edges near the fix have been added.
    ///
    /// An edge through the fix turns by half a turn one way or the other, and a fix on an edge counts as
    /// inside or not by rounding: both change the sum by a whole number, which is taken off again.
    var probability: Double {
        let sum = inside - turn / (2 * .pi)
        let excess = max(0, (sum - 1 - Self.slack).rounded(.up)) + min(0, (sum + Self.slack).rounded(.down))
        return min(1, max(0, sum - excess))
    }

    /// What the sum may be off by, so that a probability of 1 is not taken for 0.
    private static let slack = 1e-7
}
