/// A stay of a simulated person.
package struct LifeStay: Hashable, Sendable {
    package var place: LifePlace
    /// Local hours since Monday 0:00 of the first week.
    package var from, until: Double
}
