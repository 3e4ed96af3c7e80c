@testable import GeofenceCore
import Testing

/// Values that few numbers have.
@Suite struct SparseArrayTests {
    @Test func `a number has the value that it was given last`() {
        var array = SparseArray<String>()
        #expect(array[0] == nil && array[5000] == nil)
        for number in [0, 63, 64, 5000] { array[number] = "\(number)" }
        for number in [0, 63, 64, 5000] { #expect(array[number] == "\(number)") }
        for number in [1, 62, 65, 128, 4999, 5001, 100_000] { #expect(array[number] == nil) }
        array[64] = "other"
        #expect(array[64] == "other")
    }

    @Test func `what is taken away is gone, and the others on its page are not`() {
        var array = SparseArray<Int>()
        (array[3], array[5]) = (3, 5)
        array[3] = nil
        #expect(array[3] == nil && array[5] == 5)
        array[5] = nil
        array[700] = nil
        #expect(array[3] == nil && array[5] == nil && array[700] == nil)
        array[5] = 6
        #expect(array[5] == 6 && array[3] == nil)
    }
}
