/// How a device's fixes lie off the truth, and what accuracy they claim.
package struct ErrorModel: Hashable, Sendable {
    /// Single fixes that lie far off.
    package struct Outliers: Hashable, Sendable {
        /// How likely a fix is to be one, 0 to 1.
        package var share: Double
        /// Metres off the truth.
        package var distance: Double
        /// The accuracy in metres that it reports; nil where it reports what the others do.
        package var reported: Double?

        package init(share: Double, distance: Double, reported: Double?) {
            self.share = share
            self.distance = distance
            self.reported = reported
        }
    }

    package var name: String
    /// Metres that are reported as the 68 % radius; any factor within is equally likely.
    package var reported: ClosedRange<Double>
    /// The true 68 % radius over the reported one; 1 is honest.
    package var optimism = 1.0
    /// Degrees of freedom of Student's t in place of the normal distribution; nil: normal.
    package var tails: Int?
    /// Seconds within which an error is forgotten.
    package var timeConstant = 120.0
    /// Seconds within which an accuracy is forgotten.
    package var accuracyTimeConstant = 600.0
    package var outliers: Outliers?
    /// Whether accuracies are kept from who listens.
    package var isSilent = false
    /// The standard error in km/h of the speed that it reports, along each axis; nil where it reports none.
    package var speedError: Double?
    /// Other receivers, from which single fixes come in the place of this one.
    package var others: [Other] = []

    /// A receiver that some fixes come from.
    package struct Other: Hashable, Sendable {
        /// How likely a fix is to come from it, 0 to 1.
        package var share: Double
        /// Metres that are reported; any factor within is equally likely.
        package var reported: ClosedRange<Double>
    }

    package init(
        _ name: String,
        reported: ClosedRange<Double>,
        _ change: (inout ErrorModel) -> Void = { _ in }
    ) {
        self.name = name
        self.reported = reported
        change(&self)
    }
}

extension ErrorModel {
    /// A good receiver that tells the truth about itself.
    package static let good = ErrorModel("honest, 5–15 m", reported: 5...15)
    /// All that a phone reports, from its satellites to the mast; the worse fixes come from WiFi and forget
    /// sooner.
    package static let mixed = ErrorModel("honest, 5–100 m", reported: 5...100) { $0.timeConstant = 60 }
    /// Errors are twice as large as reported.
    package static let optimistic = ErrorModel("twice the reported", reported: 5...15) { $0.optimism = 2 }
    /// Student's t with 3 degrees of freedom: 1 fix in 100 is more than 4.2 times its accuracy off.
    package static let heavy = ErrorModel("heavy tails", reported: 5...15) { $0.tails = 3 }
    /// 1 fix in 1,000 is 1 km off and doesn't say so.
    package static let hidden = ErrorModel("outliers, hidden", reported: 5...15) {
        $0.outliers = Outliers(share: 0.001, distance: 1000, reported: nil)
    }
    /// 1 fix in 1,000 is 1 km off and reports 1,200 m.
    package static let admitted = ErrorModel("outliers, admitted", reported: 5...15) {
        $0.outliers = Outliers(share: 0.001, distance: 1000, reported: 1200)
    }

    /// The same accuracy all the time, with errors that are forgotten within some seconds; 0: at once.
    package static func constant(_ metres: Double, within seconds: Double) -> ErrorModel {
        ErrorModel("\(Int(metres)) m, τ \(Int(seconds)) s", reported: metres...metres) {
            $0.timeConstant = max(seconds, 0.001)
        }
    }

    /// A tracker that tells no accuracy.
    package static let silent = ErrorModel("15 m, not told", reported: 15...15) { $0.isSilent = true }
    /// Satellites mostly, WiFi for each fifth fix, and a mast for one in twenty.
    package static let phone = ErrorModel("phone mix", reported: 5...15) {
        $0.others = [Other(share: 0.2, reported: 25...60), Other(share: 0.05, reported: 300...1500)]
    }

    /// The same errors, with a speed that is reported.
    package func reporting(speedWithin error: Double) -> ErrorModel {
        var model = self
        model.name += ", speed ±\(error) km/h"
        model.speedError = error
        return model
    }

    package static let all = [good, mixed, optimistic, heavy, hidden, admitted]
}
