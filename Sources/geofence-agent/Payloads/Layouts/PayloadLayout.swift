import GeofenceCore

/// How the payloads of a publisher look: the same names in the same order, with other numbers each time.
///
/// What stands between the values is compared as it is, and nothing but the values is read. A payload that
/// looks otherwise in a single byte is left to the full reader, as is every number that isn't written
/// plainly, and whatever is to be refused. So a layout never says what the full reader would not:
/// `LayoutProperties` holds one against the other. A class, since each message goes by it and none needs a
/// copy.
final class PayloadLayout: Sendable {
    /// What the value behind a gap is.
    enum Role: UInt8, Sendable {
        case latitude, longitude, accuracy, altitude, speed, time, battery
        /// A number that nobody asks for; a text that nobody asks for.
        case otherNumber, otherText
        /// No value: the gap ends the payload.
        case end
    }

    /// Bytes that are the same in each payload, and the value behind them.
    struct Part: Sendable {
        /// Where its bytes begin in `words`.
        var word: Int32
        /// How many bytes they are.
        var count: Int32
        var role: Role
    }

    /// Parts at most; a payload with more is left to the full reader.
    static let mostParts = 64
    /// Bytes; nothing is learnt from a larger payload.
    static let largestExample = 2048

    let parts: ContiguousArray<Part>
    /// The bytes of the gaps, each begun anew and filled up with zeros.
    let words: ContiguousArray<UInt64>
    /// Of the speed that counts, if there is one.
    let speedUnit: SpeedUnit
    /// Of the battery that counts, if there is one.
    let batteryScale: BatteryScale
    /// What the full reader has made of the payload that taught this.
    let example: Reading
    /// The level of the battery where that is the same in each payload, as in quotes.
    private let fixedBattery: UInt8?
    /// Whether it, or a network, is the same in each payload.
    private let hasFixed: Bool

    /// What a payload says; nil where it is to be read in full.
    func reading(_ payload: UnsafeRawBufferPointer) -> Reading? {
        var reading = Reading()
        return read(payload, into: &reading) ? reading : nil
    }

    /// Reads what a payload says into a reading that is empty yet; says whether it could, and leaves it empty
    /// where not.
    ///
    /// Only what a layout knows is written, since a whole reading would be copied several times: the example
    /// has no name of a device, no time of day and nothing earlier.
    func read(_ payload: UnsafeRawBufferPointer, into reading: inout Reading) -> Bool {
        var numbers = Numbers()
        guard payload.count <= PayloadDecoder.maximumSize, read(payload, into: &numbers) else { return false }
        do throws(Rejection) {
            let fix = try Fix(
                latitude: numbers[.latitude] ?? .nan,
                longitude: numbers[.longitude] ?? .nan,
                accuracy: numbers[.accuracy],
                altitude: numbers[.altitude],
                speed: numbers[.speed].map(speedUnit.kilometresPerHour)
            )
            if let time = numbers[.time] {
                reading.time = try Timestamp(since1970: time)
            } else {
                reading.time = example.time
            }
            reading.fix = fix
            if let battery = numbers[.battery] { reading.battery = batteryScale.percent(battery) }
        } catch { return false }
        if hasFixed {
            reading.wifi = example.wifi
            reading.battery = reading.battery ?? fixedBattery
        }
        return true
    }

    /// The numbers of a payload, by their roles; what has no number of its own has none.
    private struct Numbers {
        private var values = InlineArray<8, Double>(repeating: .nan)
        private var known: UInt8 = 0

        subscript(role: Role) -> Double? {
            known & 1 << role.rawValue != 0 ? values[Int(role.rawValue)] : nil
        }

        @inline(__always) mutating func set(_ role: Role, _ number: Double) {
            values[Int(role.rawValue)] = number
            known |= 1 << role.rawValue
        }
    }

    private func read(_ payload: UnsafeRawBufferPointer, into numbers: inout Numbers) -> Bool {
        guard var scanner = LayoutScanner(payload) else { return false }
        return words.withUnsafeBufferPointer { words in
            guard let words = words.baseAddress else { return false }
            return parts.withUnsafeBufferPointer { parts in
                for part in parts {
                    guard scanner.passes(words + Int(part.word), count: Int(part.count)) else { return false }
                    if part.role == .end { return scanner.isAtEnd }
                    if part.role == .otherText {
                        guard scanner.passText() else { return false }
                        continue
                    }
                    guard let number = scanner.number() else { return false }
                    numbers.set(part.role, number)
                }
                return false
            }
        }
    }

    init(
        parts: ContiguousArray<Part>,
        words: ContiguousArray<UInt64>,
        speedUnit: SpeedUnit,
        batteryScale: BatteryScale,
        example: Reading
    ) {
        self.parts = parts
        self.words = words
        self.speedUnit = speedUnit
        self.batteryScale = batteryScale
        self.example = example
        fixedBattery = parts.contains { $0.role == .battery } ? nil : example.battery
        hasFixed = example.wifi != nil || fixedBattery != nil
    }
}
