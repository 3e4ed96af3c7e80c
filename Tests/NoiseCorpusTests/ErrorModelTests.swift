import BenchmarkSupport
import GeofenceCore
import Testing

@testable import NoiseCorpus

struct ErrorModelTests {
    @Test(arguments: [(ErrorModel.good, 0.68), (.mixed, 0.68), (.heavy, 0.68), (.optimistic, 0.25)])
    func `holds the share of errors that its accuracy promises`(_ model: ErrorModel, _ share: Double) {
        var process = ErrorProcess(model, seed: 7)
        let count = 100_000
        let within = (0..<count).count { _ in
            let (error, reported) = process.next(after: 1000)
            return error.length <= reported
        }
        #expect(abs(Double(within) / Double(count) - share) < 0.005, "\(model.name)")
    }

    @Test func `forgets an error within its time constant`() {
        var generator = SeededGenerator(seed: 7)
        var process = GaussMarkov(timeConstant: 120, &generator)
        var (squares, products, last) = (0.0, 0.0, process.value)
        let count = 200_000
        for _ in 0..<count {
            let value = process.advance(120, &generator)
            squares += value * value
            products += value * last
            last = value
        }
        #expect(abs(squares / Double(count) - 1) < 0.02)
        #expect(abs(products / squares - 0.3679) < 0.02)
    }

    @Test(arguments: ErrorModel.all)
    func `reports accuracies of its range, or those of its outliers`(_ model: ErrorModel) {
        var process = ErrorProcess(model, seed: 7)
        for _ in 0..<10_000 {
            let (_, reported) = process.next(after: 10)
            #expect(model.reported.contains(reported) || reported == model.outliers?.reported)
        }
    }

    @Test(arguments: [ErrorModel.hidden, .admitted])
    func `lies far off as often as it says`(_ model: ErrorModel) throws {
        var process = ErrorProcess(model, seed: 7)
        let outliers = try #require(model.outliers)
        let count = 200_000
        let far = (0..<count).count { _ in process.next(after: 10).error.length > outliers.distance / 2 }
        #expect(abs(Double(far) / Double(count) - outliers.share) < 0.0003)
    }

    @Test func `says the speed as well as its error allows, or none`() {
        var process = ErrorProcess(.good.reporting(speedWithin: 1), seed: 7)
        let velocity = Point(east: 10, north: 0)
        let mean = (0..<10_000).reduce(0) { sum, _ in sum + (process.speed(velocity) ?? 0) } / 10_000
        #expect(abs(mean - 36) < 0.1)
        var silent = ErrorProcess(.good, seed: 7)
        #expect(silent.speed(velocity) == nil)
    }

    @Test func `is the same for the same seed and other for another`() throws {
        let lot = ParkingLot(inside: [30], radii: [50], days: 0.01)
        let first = try lot.observations(.heavy, seed: 1)
        #expect(try lot.observations(.heavy, seed: 1) == first)
        #expect(try lot.observations(.heavy, seed: 2) != first)
    }
}
