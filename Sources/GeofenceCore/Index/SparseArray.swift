/// Values by number, where most numbers have none.
///
/// Numbers share pages, and a page that has no value takes eight bytes.
struct SparseArray<Value> {
    private var pages: [[Value?]] = []

    /// Numbers on a page.
    private static var pageSize: Int { 64 }

    /// The value of a number from 0 up.
    subscript(number: Int) -> Value? {
        get {
            let (page, place) = number.quotientAndRemainder(dividingBy: Self.pageSize)
            return page < pages.count && !pages[page].isEmpty ? pages[page][place] : nil
        }
        set {
            let (page, place) = number.quotientAndRemainder(dividingBy: Self.pageSize)
            guard let newValue else { return clear(page, place) }
            while pages.count <= page { pages.append([]) }
            if pages[page].isEmpty { pages[page] = Array(repeating: nil, count: Self.pageSize) }
            pages[page][place] = newValue
        }
    }

    private mutating func clear(_ page: Int, _ place: Int) {
        guard page < pages.count, !pages[page].isEmpty else { return }
        pages[page][place] = nil
        if pages[page].allSatisfy({ $0 == nil }) { pages[page] = [] }
    }
}
