/// How a fix's accuracy weighs in deciding on which side of an edge a device is.
///
/// s is the signed distance to the edge in metres (negative inside), a the accuracy.
public enum AccuracyRule: String, Hashable, Sendable, CaseIterable {
    /// Inside at s ≤ 0 (twice in a row where a exceeds the fence's scale), outside at s > a + margin.
    case hysteresis
    /// Inside at s ≤ 0, outside at s > margin: the point alone counts.
    case ignore
    /// Inside at s < a, outside at s ≥ a + margin: touching is enough, as in Home Assistant.
    case lenient
    /// Inside at s + a ≤ 0, outside at s − a > margin: the whole error circle counts.
    case strict
}

/// What turns observations into transitions of one fence.
public struct Rules: Hashable, Sendable {
    /// How accuracy weighs.
    ///
    /// Default: `hysteresis`.
    public var accuracy = AccuracyRule.hysteresis
    /// Metres beyond the edge that an exit needs besides the accuracy; 0 or more.
    ///
    /// Default: 0.
    public var margin = 0.0
    /// Metres; a fix less accurate than this is used only where it clears the edge.
    ///
    /// Above 0. Default: 1,000.
    public var maxAccuracy = 1000.0
    /// Metres that stand for an accuracy that a device doesn't report, under `hysteresis`; 0 or more.
    ///
    /// Under the other rules such a fix counts as exact, and whatever its accuracy it is never refused.
    /// Default: 15.
    public var unknownAccuracy = 15.0
    /// Seconds that the inside must last before it is an enter; 0 or more.
    ///
    /// Default: 0.
    public var enterAfter = 0.0
    /// Seconds that the outside must last before it is an exit; 0 or more.
    ///
    /// Default: 0.
    public var exitAfter = 0.0
    /// Seconds after an enter at which a dwell event is due: above 0, ascending, each once.
    ///
    /// Default: none.
    public var dwell: [Double] = []
    /// Seconds; a WiFi match ends when no report comes for longer than this; above 0.
    ///
    /// Default: never.
    public var wifiExpiry: Double?
    /// Whether the first thing known of a device, if it is that it is inside, is sent as an enter.
    ///
    /// Default: no.
    public var initialEvents = false
    /// Whether a way that cuts the fence between two fixes outside is sent as an enter and an exit.
    ///
    /// Default: no.
    public var crossing = false
    /// Seconds between two fixes beyond which nothing is said of the way between them; above 0.
    ///
    /// Default: 300.
    public var maxGap = 300.0
    /// Seconds without a message of the device after which its status is `unknown`, until the next one;
    /// above 0.
    ///
    /// Default: never.
    public var staleAfter: Double?
    /// km/h that a device may go inside; above 0.
    ///
    /// Default: any.
    public var speedLimit: Double?
    /// Seconds that the limit must be exceeded for before it is reported; 0 or more.
    ///
    /// Default: 0.
    public var speedFor = 0.0

    /// The defaults.
    public init() {}
}

extension Rules {
    /// A property of the rules: what a key path would be, without its cost.
    public struct Property<Value: Sendable>: Sendable {
        /// Its value.
        public let get: @Sendable (Rules) -> Value
        /// Gives it another.
        public let set: @Sendable (inout Rules, Value) -> Void

        init(
            _ get: @escaping @Sendable (Rules) -> Value,
            _ set: @escaping @Sendable (inout Rules, Value) -> Void
        ) {
            (self.get, self.set) = (get, set)
        }
    }

    /// A rule as files and the store have it.
    public struct Field: Sendable {
        /// Where the value is kept, by its kind.
        public enum Place: Sendable {
            /// `accuracy`.
            case accuracy
            /// A number.
            case number(Property<Double>)
            /// A number that may be absent.
            case optionalNumber(Property<Double?>)
            /// A list of numbers.
            case numbers(Property<[Double]>)
            /// Yes or no.
            case flag(Property<Bool>)

            /// Whether the value is one number.
            public var isNumber: Bool {
                switch self {
                case .number, .optionalNumber: true
                case .accuracy, .numbers, .flag: false
                }
            }
        }

        /// Its name in files and in the store.
        public let name: String
        /// Where the value is kept.
        public let place: Place

        init(_ name: String, _ place: Place) { (self.name, self.place) = (name, place) }
    }

    /// All rules, in the order in which they are written; a new one gets a line here.
    public static let fields = [
        Field("accuracy", .accuracy),
        Field("margin", .number(.init({ $0.margin }, { $0.margin = $1 }))),
        Field("maxAccuracy", .number(.init({ $0.maxAccuracy }, { $0.maxAccuracy = $1 }))),
        Field("unknownAccuracy", .number(.init({ $0.unknownAccuracy }, { $0.unknownAccuracy = $1 }))),
        Field("enterAfter", .number(.init({ $0.enterAfter }, { $0.enterAfter = $1 }))),
        Field("exitAfter", .number(.init({ $0.exitAfter }, { $0.exitAfter = $1 }))),
        Field("dwell", .numbers(.init({ $0.dwell }, { $0.dwell = $1 }))),
        Field("wifiExpiry", .optionalNumber(.init({ $0.wifiExpiry }, { $0.wifiExpiry = $1 }))),
        Field("initialEvents", .flag(.init({ $0.initialEvents }, { $0.initialEvents = $1 }))),
        Field("crossing", .flag(.init({ $0.crossing }, { $0.crossing = $1 }))),
        Field("maxGap", .number(.init({ $0.maxGap }, { $0.maxGap = $1 }))),
        Field("staleAfter", .optionalNumber(.init({ $0.staleAfter }, { $0.staleAfter = $1 }))),
        Field("speedLimit", .optionalNumber(.init({ $0.speedLimit }, { $0.speedLimit = $1 }))),
        Field("speedFor", .number(.init({ $0.speedFor }, { $0.speedFor = $1 }))),
    ]
}
