import Foundation
import Testing

@testable import GeofenceCore

/// One after the other: each counts the large pages of a piece of memory in which those of another may lie.
@Suite(.serialized) struct LargePagesTests {
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
        let before = words.withUnsafeBytes(kilobytesInLargePages)
        let isMoved = words.withUnsafeBytes { LargePages.move($0) }
        #expect(words.elementsEqual(0..<1 << 20))
        #expect(words.withUnsafeBytes(kilobytesInLargePages) > before || isLargeAnyway || !isMoved)
    }

    @Test func `memory that fills none is not moved`() {
        #expect(!ContiguousArray<Int>().withUnsafeBytes { LargePages.move($0) })
        #expect(!ContiguousArray(repeating: 0, count: 100).withUnsafeBytes { LargePages.move($0) })
    }

    /// Says nothing where the system has no such pages: there nothing is moved.
    @Test func `an engine moves what it has of each of many fences`() throws {
        var (circle, fences) = (try Fence.circle(), [Fence]())
        for number in 0..<90_000 {
            let longitude = Double(number % 300) / 10
            let place = try Coordinate(latitude: Double(number / 300) / 10, longitude: longitude)
            let shape = Shape.circle(try Circle(center: place, radius: 50))
            circle = try circle.placed(shape, id: Identifier("f\(number)"), name: nil)
            fences.append(circle)
        }
        let engine = Engine(fences: fences)
        let before = engine.context.fences.sketches.withUnsafeBytes(kilobytesInLargePages)
        engine.useLargePages()
        let after = engine.context.fences.sketches.withUnsafeBytes(kilobytesInLargePages)
        let canBeMoved = engine.context.fences.sketches.withUnsafeBytes { LargePages.move($0) }
        #expect(after > before || isLargeAnyway || !canBeMoved)
    }

    /// Whether the system uses large pages wherever it can.
    private var isLargeAnyway: Bool {
        text(of: "/sys/kernel/mm/transparent_hugepage/enabled").contains("[always]")
    }

    /// The text of a file of the system, whose length is only known at its end.
    private func text(of path: String) -> String {
        let bytes = try? FileHandle(forReadingAtPath: path)?.readToEnd()
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }

    /// How much is in large pages of the system's piece of memory that some memory lies in.
    private func kilobytesInLargePages(_ memory: UnsafeRawBufferPointer) -> Int {
        let address = UInt(bitPattern: memory.baseAddress) + UInt(LargePages.size)
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
