import GeofenceCore

/// A payload that is one value: plain text, or JSON, as Home Assistant writes attributes.
struct StreamedValue {
    private let text: UnsafeRawBufferPointer
    private let cursor: PayloadCursor
    private let value: PayloadValue

    /// Takes a payload; blanks around it don't belong to it.
    init(_ payload: UnsafeRawBufferPointer) {
        var text = payload[...]
        while let last = text.last, last == 0x0A || last == 0x0D { text.removeLast() }
        self.text = UnsafeRawBufferPointer(rebasing: text)
        var cursor = PayloadCursor(self.text)
        let value = try? cursor.document()
        self.cursor = PayloadCursor(self.text)
        self.value = value ?? .absent
    }

    private static let nothing = NameTable<Bool>([
        (true, ["unknown", "unavailable", "none", "null", "nan"])
    ])

    /// Whether it says that nothing is known.
    var isUnknown: Bool {
        if value.kind == .null || text.isEmpty { return true }
        return withText { Self.nothing[$0] ?? $0.isEmpty }
    }

    /// What it says, without quotes.
    func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        value.kind == .text ? cursor.withText(value, body) : body(text)
    }

    /// The number; nil where nothing is known.
    ///
    /// - Throws: `type` for what is no number.
    func number() throws(Rejection) -> Double? {
        guard !isUnknown else { return nil }
        guard let number = withText({ PlainNumber($0)?.value }) else { throw .type }
        return number
    }

    /// The moment; nil where it can't be read.
    func moment() -> Timestamp? {
        guard let moment = withText({ Timestamp(iso8601UTC: $0) }), moment >= .year2000 else { return nil }
        return moment
    }
}
