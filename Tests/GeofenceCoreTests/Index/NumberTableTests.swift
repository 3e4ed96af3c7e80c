import BenchmarkSupport
@testable import GeofenceCore
import Testing

/// Numbers are found by hashes also where many have the same.
@Suite struct NumberTableTests {
    /// A table of names, which has a hash for each.
    private struct Names {
        var table = NumberTable()
        var names: [Int: String] = [:]
        let hash: (String) -> Int

        mutating func add(_ name: String, _ number: Int) {
            names[number] = name
            table.add(number) { [names, hash] in hash(names[$0] ?? "") }
        }

        mutating func remove(_ number: Int) {
            table.remove(number) { [names, hash] in hash(names[$0] ?? "") }
            names[number] = nil
        }

        mutating func reserve(_ count: Int) {
            table.reserve(count) { [names, hash] in hash(names[$0] ?? "") }
        }

        func find(_ name: String) -> Int? { table.find(hash(name)) { names[$0] == name } }
    }

    /// All in one place, in the last place of a table of 16, and in three places side by side.
    @Test(arguments: [{ _ in 0 }, { _ in 15 }, { 14 + $0.utf8.count % 3 }] as [@Sendable (String) -> Int])
    func `those with one hash are found, whichever of them goes`(_ hash: @escaping @Sendable (String) -> Int)
    {
        let all = ["a", "bb", "ccc", "dddd", "e"]
        for gone in all.indices {
            var names = Names(hash: hash)
            for (number, name) in all.enumerated() { names.add(name, number) }
            names.remove(gone)
            #expect(names.table.count == 4)
            for (number, name) in all.enumerated() {
                #expect(names.find(name) == (number == gone ? nil : number), "without \(all[gone])")
            }
            names.add("new", gone)
            #expect(names.find("new") == gone && names.find(all[gone]) == nil)
        }
    }

    @Test func `room that is made keeps what is there`() {
        var names = Names { _ in 7 }
        for number in 0..<5 { names.add("name \(number)", number) }
        names.reserve(100)
        names.add("later", 5)
        names.reserve(3)
        for number in 0..<5 { #expect(names.find("name \(number)") == number) }
        #expect(names.find("later") == 5 && names.table.count == 6)
    }

    @Test(arguments: [3, 16, 1 << 40] as [Int])
    func `finds what a dictionary finds while names come and go`(_ hashes: Int) {
        var random = SeededGenerator(seed: 11)
        var (names, plain) = (
            Names { name in name.utf8.reduce(0) { $0 * 31 + Int($1) } % hashes }, [String: Int]()
        )
        for step in 0..<2000 {
            let name = "n\(Int.random(in: 0..<40, using: &random))"
            if let number = plain.removeValue(forKey: name) {
                names.remove(number)
            } else {
                let taken = Set(plain.values)
                let number = (0...).first { !taken.contains($0) } ?? 0
                plain[name] = number
                names.add(name, number)
            }
            for name in (0..<40).map({ "n\($0)" }) {
                #expect(names.find(name) == plain[name], "step \(step)")
            }
        }
        #expect(names.table.count == plain.count)
    }
}
