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
        case latitude, longitude, accuracy, altitude, speed, time
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
    /// What the full reader has made of the payload that taught this.
    let example: Reading

    /// What a payload says; nil where it is to be read in full.
    func reading(_ payload: UnsafeRawBufferPointer) -> Reading? {
        guard payload.count <= PayloadDecoder.maximumSize, let numbers = numbers(payload),
            let latitude = numbers.latitude,
            let longitude = numbers.longitude
        else { return nil }
        var reading = example
        do throws(Rejection) {
            reading.fix = try Fix(
                latitude: latitude,
                longitude: longitude,
                accuracy: numbers.accuracy,
                altitude: numbers.altitude,
                speed: numbers.speed.map(speedUnit.kilometresPerHour)
            )
            if let time = numbers.time { reading.time = try Timestamp(since1970: time) }
        } catch { return nil }
        return reading
    }

    private struct Numbers {
        var latitude, longitude, accuracy, altitude, speed, time: Double?
    }

    private func numbers(_ payload: UnsafeRawBufferPointer) -> Numbers? {
        guard var scanner = LayoutScanner(payload) else { return nil }
        return words.withUnsafeBufferPointer { words in
            guard let words = words.baseAddress else { return nil }
            var numbers = Numbers()
            for part in parts {
                guard scanner.passes(words + Int(part.word), count: Int(part.count)) else { return nil }
                if part.role == .end { return scanner.isAtEnd ? numbers : nil }
                if part.role == .otherText {
                    guard scanner.passText() else { return nil }
                    continue
                }
                guard let number = scanner.number() else { return nil }
                switch part.role {
                case .latitude: numbers.latitude = number
                case .longitude: numbers.longitude = number
                case .accuracy: numbers.accuracy = number
                case .altitude: numbers.altitude = number
                case .speed: numbers.speed = number
                case .time: numbers.time = number
                case .otherNumber, .otherText, .end: break
                }
            }
            return nil
        }
    }

    init(parts: ContiguousArray<Part>, words: ContiguousArray<UInt64>, speedUnit: SpeedUnit, example: Reading)
    {
        self.parts = parts
        self.words = words
        self.speedUnit = speedUnit
        self.example = example
    }
}
