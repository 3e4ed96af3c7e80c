import BenchmarkSupport
import Testing

@testable import GeofenceCore

@Suite struct DirectoryTests {
    private static func name(_ number: Int) throws -> Identifier { try Identifier("van-\(number)") }

    private static func directory(_ count: Int) throws -> Directory {
        var directory = Directory()
        for number in 0..<count { _ = directory.add(try name(number)) }
        return directory
    }

    @Test func `finds each device while it grows, and no other`() throws {
        var directory = Directory()
        for number in 0..<3000 {
            #expect(directory.add(try Self.name(number)) == number)
            #expect(directory.find(try Self.name(number + 1)) == nil)
            guard number.nonzeroBitCount == 1 else { continue }
            for known in 0...number { #expect(directory.find(try Self.name(known)) == known) }
        }
        #expect((directory.count, directory.limit) == (3000, 3000))
    }

    @Test(arguments: 1...33)
    func `distinguishes names of any length by each of their bytes`(_ length: Int) throws {
        let name = String(repeating: "a", count: length)
        var directory = Directory()
        let number = directory.add(try Identifier(name))
        #expect(directory.find(try Identifier(name + "a")) == nil)
        for place in 0..<length {
            var bytes = Array(name.utf8)
            bytes[place] = UInt8(ascii: "b")
            #expect(bytes.withUnsafeBytes { directory.find($0) } == nil, "byte \(place)")
        }
        #expect(directory.find(try Identifier(name)) == number)
    }

    @Test func `a new device gets the least number that is free`() throws {
        var directory = try Self.directory(10)
        for number in [7, 2, 5] { directory.remove(number) }
        directory.release()
        let added = try (10..<14).map { directory.add(try Self.name($0)) }
        #expect(added == [2, 5, 7, 10])
    }

    @Test func `a number is not given out again before it is released`() throws {
        var directory = try Self.directory(3)
        directory.remove(1)
        #expect(!directory.contains(1))
        #expect(directory.find(try Self.name(1)) == nil)
        #expect(directory.add(try Self.name(1)) == 3)
        directory.release()
        #expect(directory.add(try Self.name(4)) == 1)
    }

    @Test func `numbers that were left out are given out, too`() throws {
        var directory = Directory()
        directory.add(try Self.name(4), number: 4)
        directory.add(try Self.name(1), number: 1)
        #expect((0..<6).map { directory.contains($0) } == [false, true, false, false, true, false])
        directory.remove(1)
        let added = try (5..<9).map { directory.add(try Self.name($0)) }
        #expect(added == [0, 2, 3, 5])
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `finds whoever is left, whatever came and went`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var directory = Directory()
        var known: [Identifier: Int] = [:]
        for step in 0..<2000 {
            let id = try Self.name(Int.random(in: 0..<300, using: &random))
            if let number = known.removeValue(forKey: id) {
                directory.remove(number)
            } else {
                known[id] = directory.add(id)
            }
            if step % 7 == 0 { directory.release() }
            try #require(directory.count == known.count)
            guard step % 50 == 0 else { continue }
            for number in 0..<300 {
                let id = try Self.name(number)
                try #require(directory.find(id) == known[id], "\(id), seed \(seed), step \(step)")
            }
        }
    }
}
