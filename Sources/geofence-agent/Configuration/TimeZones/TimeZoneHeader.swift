/// The header of a TZif file or of its second part: how many there are of each thing.
///
/// Source: RFC 8536, section 3.1.
struct TimeZoneHeader {
    /// An ASCII digit; 0 is version 1.
    let version: UInt8
    let utcIndicatorCount: Int
    let standardIndicatorCount: Int
    let leapCount: Int
    let timeCount: Int
    let typeCount: Int
    let letterCount: Int

    /// Reads a header.
    init?(_ reader: inout BigEndianReader) {
        guard reader.read(4).map(Array.init) == TimeZoneFile.magic, let version = reader.read(1)?.first,
            reader.skip(15)
        else { return nil }
        var counts: [Int] = []
        for _ in 0..<6 {
            guard let count = reader.integer(bytes: 4), count >= 0 else { return nil }
            counts.append(Int(count))
        }
        self.version = version
        (utcIndicatorCount, standardIndicatorCount, leapCount) = (counts[0], counts[1], counts[2])
        (timeCount, typeCount, letterCount) = (counts[3], counts[4], counts[5])
        guard typeCount > 0 else { return nil }
    }

    /// How many bytes follow, where a time takes so many.
    func byteCount(timeSize: Int) -> Int {
        timeCount * (timeSize + 1) + typeCount * 6 + letterCount + leapCount * (timeSize + 4)
            + standardIndicatorCount + utcIndicatorCount
    }
}
