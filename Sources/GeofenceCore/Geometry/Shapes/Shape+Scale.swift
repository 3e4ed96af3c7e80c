extension Shape {
    /// How large the shape is across, 2 · area / perimeter in metres; of a circle its radius, of a corridor
    /// nearly its width.
    ///
    /// It is what a fix's accuracy is held against.
    /// - Complexity: O(n log n) for n positions, as the shape is prepared for it.
    public var scale: Double { PreparedShape(self).scale }
}
