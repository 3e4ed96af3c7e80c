/// A sentence of NMEA 0183, such as `$GPRMC,…*6A`: checked, and still in its place.
///
/// It is good as long as the bytes are.
struct NMEASentence {
    /// The sentences that are read.
    enum Kind: Hashable {
        /// Recommended minimum: place, speed, date.
        case rmc
        /// Fix data: place, altitude.
        case gga
        /// Any other.
        case other
    }

    let kind: Kind
    /// What stands between `$` and `*`.
    private let body: UnsafeRawBufferPointer

    /// Reads a sentence from behind its `$`; what follows the checksum isn't looked at.
    ///
    /// Nil for what has not the shape of a sentence, and for one without a checksum that would not be read
    /// anyway.
    /// - Throws: `checksum`, `noChecksum`.
    init?(_ bytes: UnsafeRawBufferPointer) throws(NMEAProblem) {
        let address = bytes.prefix { $0 != UInt8(ascii: ",") }
        guard (4...10).contains(address.count), address.count < bytes.count,
            address.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
        else { return nil }
        kind = Self.kind(UnsafeRawBufferPointer(rebasing: address))
        guard let star = bytes.firstIndex(of: UInt8(ascii: "*")),
            let said = Self.checksum(bytes, behind: star)
        else {
            guard kind == .other else { throw .noChecksum }
            return nil
        }
        body = UnsafeRawBufferPointer(rebasing: bytes[..<star])
        let counted = body.reduce(0, ^)
        guard said == counted else { throw .checksum(said: said, counted: counted) }
    }

    private static func checksum(_ bytes: UnsafeRawBufferPointer, behind star: Int) -> UInt8? {
        guard star + 2 < bytes.count, let high = hexadecimalDigit(bytes[star + 1]),
            let low = hexadecimalDigit(bytes[star + 2])
        else { return nil }
        return high << 4 | low
    }

    /// Two letters of talker (GP, GN, GL, GA, GB…), which don't matter, and three of the kind; with a P
    /// begins what makers define for themselves.
    private static func kind(_ address: UnsafeRawBufferPointer) -> Kind {
        guard address.count == 5, address.first != UInt8(ascii: "P") else { return .other }
        let letters = address[2...]
        if letters.elementsEqual("RMC".utf8) { return .rmc }
        return letters.elementsEqual("GGA".utf8) ? .gga : .other
    }

    /// The field of a number; 0 is the address, and one that isn't there is empty.
    func field(_ number: Int) -> UnsafeRawBufferPointer {
        var start = 0
        for _ in 0..<number {
            guard let comma = body[start...].firstIndex(of: UInt8(ascii: ",")) else {
                return UnsafeRawBufferPointer(rebasing: body[body.count...])
            }
            start = comma + 1
        }
        let end = body[start...].firstIndex(of: UInt8(ascii: ",")) ?? body.count
        return UnsafeRawBufferPointer(rebasing: body[start..<end])
    }
}
