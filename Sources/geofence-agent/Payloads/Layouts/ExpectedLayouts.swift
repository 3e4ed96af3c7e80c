/// How the last payloads of each source looked, so that the next can be read by what is expected.
struct ExpectedLayouts {
    /// Of one source.
    fileprivate struct Expectation {
        /// Whose payloads they are: another configuration brings others.
        let decoder: PayloadDecoder
        /// The one that fitted last is the first.
        var layouts: [PayloadLayout] = []
        /// Payloads in a row that fitted none.
        var misses = 0
    }

    /// Layouts that are kept of a source: publishers of a few kinds may share one.
    fileprivate static let mostLayouts = 4
    /// Sources with layouts; payloads of others are read in full.
    private static let mostSources = 256

    private var expectations: [Expectation?] = []

    /// What a payload says.
    ///
    /// - Throws: what the decoder throws.
    mutating func decode(
        _ payload: UnsafeRawBufferPointer,
        topic: UnsafeRawBufferPointer,
        source: Int,
        _ decoder: PayloadDecoder
    ) throws(Rejection) -> Reading {
        guard decoder.hasLayouts, source < Self.mostSources else {
            return try decoder.decode(payload, topic: topic)
        }
        if source < expectations.count, let reading = expectations[source]?.reading(payload, decoder) {
            return reading
        }
        let reading = try decoder.decode(payload, topic: topic)
        learn(payload, reading, source, decoder)
        return reading
    }

    /// Learns from every payload that fitted no layout; where that is of no use, from ever fewer.
    private mutating func learn(
        _ payload: UnsafeRawBufferPointer,
        _ reading: Reading,
        _ source: Int,
        _ decoder: PayloadDecoder
    ) {
        while expectations.count <= source { expectations.append(nil) }
        if expectations[source]?.decoder !== decoder { expectations[source] = Expectation(decoder: decoder) }
        let misses = (expectations[source]?.misses ?? 0) + 1
        expectations[source]?.misses = misses
        guard misses <= 8 || misses & (misses - 1) == 0,
            let layout = decoder.layout(of: payload, reading)
        else { return }
        expectations[source]?.add(layout)
    }
}

extension ExpectedLayouts.Expectation {
    /// What a payload says that looks as expected.
    @inline(__always) fileprivate mutating func reading(
        _ payload: UnsafeRawBufferPointer,
        _ decoder: PayloadDecoder
    ) -> Reading? {
        guard decoder === self.decoder else { return nil }
        for index in layouts.indices {
            guard let reading = layouts[index].reading(payload) else { continue }
            misses = 0
            if index > 0 { layouts.swapAt(0, index) }
            return reading
        }
        return nil
    }

    fileprivate mutating func add(_ layout: PayloadLayout) {
        if layouts.count == ExpectedLayouts.mostLayouts { layouts.removeLast() }
        layouts.insert(layout, at: 0)
    }
}
