/// A binary heap: the least element is found at once, and put in or taken out in O(log n).
struct MinHeap<Element: Comparable> {
    private var elements: [Element]

    init() { elements = [] }

    /// Takes elements that ascend.
    init(ascending elements: [Element]) { self.elements = elements }

    /// The least element.
    var first: Element? { elements.first }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard elements[child] < elements[parent] else { return }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes the least element out, if there is one.
    @discardableResult
    mutating func removeFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let first = elements.first else { return last }
        elements[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < elements.count && elements[child] < elements[least] {
                least = child
            }
            guard least != parent else { return first }
            elements.swapAt(parent, least)
            parent = least
        }
    }
}
