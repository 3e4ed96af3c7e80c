/// A number or none, as large as a number: beside others a `Double?` takes twice as much.
///
/// What is NaN is none.
@usableFromInline
struct PackedNumber: Hashable, Sendable {
    @usableFromInline let number: Double

    @inlinable
    init(_ value: Double?) { number = value ?? .nan }

    @inlinable var value: Double? { number.isNaN ? nil : number }

    @inlinable
    static func == (a: PackedNumber, b: PackedNumber) -> Bool { a.value == b.value }

    @inlinable
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// A moment or none, as large as a moment.
///
/// The second of all moments is none: no device's clock shows it.
@propertyWrapper
struct PackedMoment: Hashable, Sendable {
    private var milliseconds = Self.none

    private static var none: Int64 { .min + 1 }

    var wrappedValue: Timestamp? {
        get { milliseconds == Self.none ? nil : Timestamp(milliseconds: milliseconds) }
        set { milliseconds = newValue?.milliseconds ?? Self.none }
    }
}
