/// How the last payloads of each source looked, so that the next can be read by what is expected.
struct ExpectedLayouts {
    /// Of one source.
    fileprivate struct Expectation {
        /// Whose payloads they are: another configuration brings others.
        ///
        /// It is kept, so that no other decoder gets its address.
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

    /// Reads a payload that looks as expected into a reading that is empty yet; says whether it does.
    ///
    /// The decoder is known by its address: a reference would be counted.
    mutating func read(
        _ payload: UnsafeRawBufferPointer,
        source: Int,
        _ decoder: ObjectIdentifier,
        into reading: inout Reading
    ) -> Bool {
        source < expectations.count && expectations[source]?.read(payload, decoder, into: &reading) == true
    }

    /// Reads in full what a payload says, and learns how it looks.
    ///
    /// - Throws: what the decoder throws.
    mutating func decode(
        _ payload: UnsafeRawBufferPointer,
        topic: UnsafeRawBufferPointer,
        source: Int,
        _ decoder: PayloadDecoder
    ) throws(Rejection) -> Reading {
        let reading = try decoder.decode(payload, topic: topic)
        if decoder.hasLayouts, source < Self.mostSources { learn(payload, reading, source, decoder) }
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
    /// Reads a payload that looks as expected; says whether it does.
    @inline(__always) fileprivate mutating func read(
        _ payload: UnsafeRawBufferPointer,
        _ decoder: ObjectIdentifier,
        into reading: inout Reading
    ) -> Bool {
        guard decoder == ObjectIdentifier(self.decoder) else { return false }
        for index in layouts.indices where layouts[index].read(payload, into: &reading) {
            misses = 0
            if index > 0 { layouts.swapAt(0, index) }
            return true
        }
        return false
    }

    fileprivate mutating func add(_ layout: PayloadLayout) {
        if layouts.count == ExpectedLayouts.mostLayouts { layouts.removeLast() }
        layouts.insert(layout, at: 0)
    }
}
