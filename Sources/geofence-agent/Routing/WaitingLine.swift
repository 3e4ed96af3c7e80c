/// Elements in the order in which they came, each once; any of them can leave.
struct WaitingLine<Element: Hashable & Sendable>: Sendable {
    private var numbers: [Element: UInt64] = [:]
    /// Those that have left stand here until there are many of them.
    private var order: [(element: Element, number: UInt64)] = []
    private var head = 0
    private var newest: UInt64 = 0

    var count: Int { numbers.count }
    var isEmpty: Bool { numbers.isEmpty }

    func contains(_ element: Element) -> Bool { numbers[element] != nil }

    /// Puts an element behind the others; one that is there keeps its place.
    mutating func append(_ element: Element) {
        guard numbers[element] == nil else { return }
        newest += 1
        numbers[element] = newest
        order.append((element, newest))
        compact()
    }

    mutating func append(contentsOf elements: some Sequence<Element>) {
        for element in elements { append(element) }
    }

    mutating func remove(_ element: Element) {
        numbers[element] = nil
        compact()
    }

    /// Takes the first one; nil where there is none.
    mutating func popFirst() -> Element? {
        defer { compact() }
        while head < order.count {
            let (element, number) = order[head]
            head += 1
            guard numbers[element] == number else { continue }
            numbers[element] = nil
            return element
        }
        return nil
    }

    mutating func removeAll() { self = Self() }

    /// - Complexity: constant, over many calls.
    private mutating func compact() {
        guard order.count > 64 + 2 * numbers.count else { return }
        order.removeAll { numbers[$0.element] != $0.number }
        head = 0
    }
}
