/// Which way three points turn, without any rounding.
///
/// Source: J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates,
/// Discrete & Computational Geometry 18, 305-363 (1997): the filter of section 4.3 and the expansions of
/// section 2.
enum Orientation {
    /// 1 where a, b, c turn to the left, -1 to the right, 0 on a line.
    @inline(__always)
    static func sign(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, _ cx: Double, _ cy: Double)
        -> Int
    {
        let left = (ax - cx) * (by - cy)
        let right = (ay - cy) * (bx - cx)
        let difference = left - right
        if abs(difference) > filter * (abs(left) + abs(right)) { return difference > 0 ? 1 : -1 }
        if left == 0, right == 0 { return 0 }
        return exact(ax, ay, bx, by, cx, cy)
    }

    /// (3 + 16 ε) ε with ε = 2⁻⁵³: the difference is right where it is larger.
    private static let filter = 3.330_669_073_875_471_6e-16

    /// The sign of ax by - ay bx + bx cy - by cx + cx ay - cy ax.
    @inline(never)
    private static func exact(
        _ ax: Double,
        _ ay: Double,
        _ bx: Double,
        _ by: Double,
        _ cx: Double,
        _ cy: Double
    )
        -> Int
    {
        var sum = Expansion()
        sum.add(ax, by)
        sum.add(-ay, bx)
        sum.add(bx, cy)
        sum.add(-by, cx)
        sum.add(cx, ay)
        sum.add(-cy, ax)
        return sum.sign
    }
}
