import GeofenceCore

/// Several messages in one payload: the objects of an array.
enum PayloadList {
    /// What the objects say, those that say nothing left out; nil where the array holds anything else.
    ///
    /// - Throws: `unrelated` where none says anything; what is wrong with the first that can't be read, where
    ///   all can't.
    static func reading(
        _ array: UnsafeRawBufferPointer,
        _ object: (UnsafeRawBufferPointer) throws(Rejection) -> Reading?
    ) throws(Rejection) -> Reading? {
        var readings: [Reading] = []
        var problems: [Rejection] = []
        var cursor = PayloadCursor(array)
        try cursor.enter()
        while try cursor.nextElement() {
            let value = try cursor.value()
            guard value.kind == .object else { return nil }
            do throws(Rejection) {
                if let reading = try object(cursor.slice(value)) { readings.append(reading) }
            } catch {
                if error != .unrelated { problems.append(error) }
            }
            try cursor.endElement()
        }
        guard let reading = Reading(readings, refused: problems) else { throw problems.first ?? .unrelated }
        return reading
    }
}
