/// The features of a GeoJSON FeatureCollection (RFC 7946, 3.3), read one by one: moments of one device.
enum GeoJSONCollection {
    private static let features = PointerPlan([(.part, JSONPointer(steps: ["features"]))])

    /// What the features say, nil where they are none; those that are no points, or say nothing, are passed
    /// over.
    ///
    /// - Throws: `unrelated` where none says anything; what is wrong with the first that can't be read, where
    ///   all can't.
    static func reading(
        _ payload: UnsafeRawBufferPointer,
        _ collector: FieldCollector,
        device: PointerPlan?
    ) throws(Rejection) -> Reading? {
        let message = try PayloadFields(payload, features, device: device)
        guard message.fields[.part].kind == .array else { return nil }
        var readings: [Reading] = []
        var problem: Rejection?
        var cursor = PayloadCursor(message.cursor.slice(message.fields[.part]))
        try cursor.enter()
        while try cursor.nextElement() {
            let value = try cursor.value()
            guard value.kind == .object else { return nil }
            let feature = cursor.slice(value)
            do throws(Rejection) {
                readings.append(
                    try PayloadFields(feature, collector, device: nil).reading(orElse: .unrelated)
                )
            } catch {
                problem = problem ?? error
            }
            try cursor.endElement()
        }
        guard var reading = Reading(readings) else { throw problem ?? .unrelated }
        reading.device = try message.device()
        return reading
    }
}
