import Foundation
import Testing

@testable import GeofenceCore

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

    /// In a piece of memory of its own, between two that can't be read: the system joins others that adjoin.
    @Test func `what lies in them stays as it is`() throws {
        let count = 4 * LargePages.size
        let all = mmap(nil, count, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        let start = try #require(all) + LargePages.size
        defer { munmap(all, count) }
        try #require(mprotect(start, count / 2, PROT_READ | PROT_WRITE) == 0)
        let memory = UnsafeMutableRawBufferPointer(start: start, count: count / 2)
        for offset in memory.indices { memory[offset] = UInt8(truncatingIfNeeded: offset % 251) }

        let (asked, isDone) = LargePages.move(UnsafeRawBufferPointer(memory))
        #expect(asked >= LargePages.size)
        #expect(memory.indices.allSatisfy { Int(memory[$0]) == $0 % 251 })
        #expect(kilobytesInLargePages(at: UInt(bitPattern: start)) >= asked >> 10 || !isDone)
    }

    @Test func `memory that fills none is not moved`() {
        #expect(ContiguousArray<Int>().withUnsafeBytes { LargePages.move($0).asked } == 0)
        #expect(ContiguousArray(repeating: 0, count: 100).withUnsafeBytes { LargePages.move($0).asked } == 0)
    }

    /// So many that a page is filled wherever they begin.
    @Test func `an engine moves what it has of each of many fences`() throws {
        var (circle, fences) = (try Fence.circle(), [Fence]())
        for number in 0..<200_000 {
            let longitude = Double(number % 500) / 10
            let place = try Coordinate(latitude: Double(number / 500) / 10, longitude: longitude)
            let shape = Shape.circle(try Circle(center: place, radius: 50))
            circle = try circle.placed(shape, id: Identifier("f\(number)"), name: nil)
            fences.append(circle)
        }
        let engine = Engine(fences: fences)
        let sketches = engine.context.fences.sketches.withUnsafeBytes { LargePages.move($0).asked }
        let places = engine.context.fences.places
        let entries = places.pool.entries.withUnsafeBytes { LargePages.move($0).asked }
        #expect(sketches > 0)
        #expect(engine.useLargePages() == sketches + entries + places.cells.useLargePages())
    }

    /// The text of a file of the system, whose length is only known at its end.
    private func text(of path: String) -> String {
        let bytes = try? FileHandle(forReadingAtPath: path)?.readToEnd()
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }

    /// How much is in large pages of the system's piece of memory that an address lies in.
    private func kilobytesInLargePages(at address: UInt) -> Int {
        let table = text(of: "/proc/self/smaps")
        var isHere = false
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words[0].last != ":" {
                let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
                isHere = ends.count == 2 && ends[0] <= address && address < ends[1]
            } else if isHere, words[0] == "AnonHugePages:" {
                return Int(words[1]) ?? 0
            }
        }
        return 0
    }
}
