import BenchmarkSupport
@testable import GeofenceCore
import Testing

/// Sets of slots.
@Suite struct SlotBitsTests {
    @Test func `holds what was put in, each once, and lists it in order`() {
        var slots = SlotBits([64, 0, 63, 1000, 64])
        #expect(slots.ascending == [0, 63, 64, 1000] && slots.count == 4)
        #expect(!slots.insert(63) && slots.insert(65))
        #expect(slots.contains(65) && !slots.contains(66) && !slots.contains(100_000))
        slots.remove(64)
        slots.remove(64)
        slots.remove(100_000)
        #expect(slots.ascending == [0, 63, 65, 1000] && slots.count == 4)
    }

    @Test func `holds what a set holds while slots come and go`() {
        var random = SeededGenerator(seed: 5)
        var (slots, plain) = (SlotBits(), Set<Int32>())
        for _ in 0..<2000 {
            let slot = Int32.random(in: 0..<200, using: &random)
            if Bool.random(using: &random) {
                #expect(slots.insert(slot) == plain.insert(slot).inserted)
            } else {
                slots.remove(slot)
                plain.remove(slot)
            }
            #expect(slots.contains(slot) == plain.contains(slot) && slots.count == plain.count)
        }
        #expect(slots.ascending == plain.sorted())
    }
}
