import BenchmarkSupport
import CLibrary

/// The errors of one device, fix by fix.
struct ErrorProcess {
    private let model: ErrorModel
    private var generator: SeededGenerator
    private var east, north, accuracy: GaussMarkov
    /// Their squares make the spread of Student's t.
    private var spread: [GaussMarkov]

    init(_ model: ErrorModel, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        self.model = model
        east = GaussMarkov(timeConstant: model.timeConstant, &generator)
        north = GaussMarkov(timeConstant: model.timeConstant, &generator)
        accuracy = GaussMarkov(timeConstant: model.accuracyTimeConstant, &generator)
        spread = (0..<(model.tails ?? 0)).map { _ in
            GaussMarkov(timeConstant: model.timeConstant, &generator)
        }
        self.generator = generator
    }

    /// The speed in km/h that is reported of a true velocity in metres a second; nil where none is.
    mutating func speed(_ velocity: Point) -> Double? {
        guard let error = model.speedError else { return nil }
        let off = Point(east: generator.gaussian() * error, north: generator.gaussian() * error)
        return (velocity * 3.6 + off).length
    }

    /// The error of a fix that comes so many seconds after the last one, and the accuracy in metres that it
    /// reports.
    mutating func next(after seconds: Double) -> (error: Point, reported: Double) {
        let unit = Point(
            east: east.advance(seconds, &generator),
            north: north.advance(seconds, &generator)
        )
        let own = reportedAccuracy(seconds)
        let reported = model.others.isEmpty ? own : otherAccuracy() ?? own
        let error = unit * (reported * model.optimism * stretch(seconds))
        guard let outliers = model.outliers, generator.uniform() < outliers.share else {
            return (error, reported)
        }
        let direction = generator.uniform(0..<2 * .pi)
        let off = Point(distance: outliers.distance, direction: direction)
        return (error + off, outliers.reported ?? reported)
    }

    /// What another receiver reports, if this fix is one's.
    private mutating func otherAccuracy() -> Double? {
        var rank = generator.uniform()
        for other in model.others {
            if rank < other.share {
                return other.reported.lowerBound
                    * pow(other.reported.upperBound / other.reported.lowerBound, rank / other.share)
            }
            rank -= other.share
        }
        return nil
    }

    /// Any factor between the least and the greatest accuracy is equally likely.
    private mutating func reportedAccuracy(_ seconds: Double) -> Double {
        let (least, most) = (model.reported.lowerBound, model.reported.upperBound)
        let rank = erfc(-accuracy.advance(seconds, &generator) * 0.5.squareRoot()) / 2
        return least * pow(most / least, rank)
    }

    /// What makes two standard errors a place whose distance from the truth is at most 1 in 68 % of all
    /// cases.
    ///
    /// Normal: P(r > x) = exp(-x² / 2). Student's t in the plane with ν degrees of freedom: P(r > x) = (1 +
    /// x² / ν)^(-ν / 2), as the normal error divided by √(χ² / ν). Source: S. Kotz, S. Nadarajah,
    /// Multivariate t Distributions and Their Applications, 2004, section 1.1.
    private mutating func stretch(_ seconds: Double) -> Double {
        guard !spread.isEmpty else { return Self.normal }
        let freedom = Double(spread.count)
        var squares = 0.0
        for index in spread.indices {
            let value = spread[index].advance(seconds, &generator)
            squares += value * value
        }
        let radius = (freedom * (pow(Self.beyond, -2 / freedom) - 1)).squareRoot()
        return (freedom / squares).squareRoot() / radius
    }

    /// The share of errors that are larger than the accuracy.
    private static let beyond = 0.32
    private static let normal = 1 / (-2 * log(beyond)).squareRoot()
}
