/// Numbers, first in, first out.
struct NumberQueue {
    private var numbers: [Int64] = []
    /// Numbers before this one are gone.
    private var head = 0

    var isEmpty: Bool { head == numbers.count }

    var first: Int64? { isEmpty ? nil : numbers[head] }

    mutating func append(_ number: Int64) { numbers.append(number) }

    /// - Complexity: constant, over many calls.
    mutating func removeFirst() {
        head += 1
        if isEmpty {
            removeAll()
        } else if head > 64, head * 2 > numbers.count {
            numbers.removeFirst(head)
            head = 0
        }
    }

    mutating func removeAll() {
        numbers.removeAll(keepingCapacity: true)
        head = 0
    }
}
