import BenchmarkSupport
import Testing

@testable import GeofenceCore

/// Who is inside, where many come and go at once.
@Suite struct OccupantsTests {
    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `what is gathered comes to the same as one after the other`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (single, gathered) = (Occupants(), Occupants())
        for _ in 0..<20 {
            gathered.gather(besides: [2])
            for _ in 0..<50 {
                let device = try Identifier("d\(Int.random(in: 0..<30, using: &random))")
                let slot = Int32.random(in: 0..<3, using: &random)
                let isInside = Bool.random(using: &random)
                single.set(device, in: slot, isInside)
                gathered.set(device, in: slot, isInside)
                #expect(gathered[2] == single[2], "seed \(seed)")
            }
            gathered.settle()
            for slot in 0..<3 as Range<Int32> { #expect(gathered[slot] == single[slot], "seed \(seed)") }
        }
    }

    @Test func `who was gathered in a fence that goes is in none`() throws {
        var occupants = Occupants()
        occupants.set(try Identifier("a"), in: 1, true)
        occupants.gather(besides: [])
        occupants.set(try Identifier("b"), in: 1, true)
        occupants.removeAll(in: 1)
        occupants.settle()
        #expect(occupants[1].isEmpty)
    }
}
