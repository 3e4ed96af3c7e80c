@testable import GeofenceCore
import Testing

@Suite struct LargePagesTests {
    @Test(arguments: [(0, 1), (0, 3), (1, 2), (1, 1), (0, 0)])
    func `only pages that are filled are moved`(_ pagesBefore: Int, _ pages: Int) {
        let size = LargePages.size
        let start = pagesBefore * size
        #expect(LargePages.wholePages(in: start, count: pages * size) == start..<start + pages * size)
        #expect(LargePages.wholePages(in: start + 1, count: pages * size).count == max(0, pages - 1) * size)
        #expect(LargePages.wholePages(in: start, count: pages * size + size - 1).count == pages * size)
        if pages > 0 {
            #expect(LargePages.wholePages(in: start, count: pages * size - 1).count == (pages - 1) * size)
        }
    }

    @Test func `what lies in them stays as it is`() {
        let words = ContiguousArray(0..<1 << 20)
        words.withUnsafeBytes(LargePages.hold)
        #expect(words.elementsEqual(0..<1 << 20))
        ContiguousArray<Int>().withUnsafeBytes(LargePages.hold)
    }
}
