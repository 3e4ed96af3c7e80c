/// The values in a payload that hold no others, in their order.
enum PayloadValues {
    /// Up to so many numbers, texts and words; none where the payload is no JSON, or has more.
    static func scalars(_ payload: UnsafeRawBufferPointer, upTo limit: Int) -> [PayloadValue] {
        var cursor = PayloadCursor(payload)
        cursor.skipByteOrderMark()
        cursor.skipSpace()
        var values: [PayloadValue] = []
        guard (try? collect(&cursor, limit, &values)) != nil, values.count <= limit else { return [] }
        return values
    }

    private static func collect(
        _ cursor: inout PayloadCursor,
        _ limit: Int,
        _ values: inout [PayloadValue]
    ) throws(Rejection) {
        guard values.count <= limit else { return }
        if cursor.isObject {
            try cursor.enter()
            while try cursor.nextName() != nil {
                try collect(&cursor, limit, &values)
                try cursor.endMember()
            }
        } else if cursor.isArray {
            try cursor.enter()
            while try cursor.nextElement() {
                try collect(&cursor, limit, &values)
                try cursor.endElement()
            }
        } else {
            values.append(try cursor.value())
        }
    }
}
