/// An exact sum of products: numbers that don't overlap, the smallest first.
struct Expansion {
    private var parts: [Double] = []

    /// Adds a product, both halves of it.
    mutating func add(_ first: Double, _ second: Double) {
        let product = first * second
        add((-product).addingProduct(first, second))
        add(product)
    }

    /// The sign of the largest part, which is that of the sum.
    var sign: Int {
        guard let largest = parts.last(where: { $0 != 0 }) else { return 0 }
        return largest > 0 ? 1 : -1
    }

    /// Adds a number without rounding (Shewchuk 1997, grow-expansion).
    private mutating func add(_ number: Double) {
        var carry = number
        for index in parts.indices {
            let sum = carry + parts[index]
            let rounded = sum - carry
            parts[index] = (carry - (sum - rounded)) + (parts[index] - rounded)
            carry = sum
        }
        parts.append(carry)
    }
}
