import GeofenceCore

extension PayloadFields {
    /// A position of Traccar's or AWS Location's; nil where there is none, or it is said not to hold.
    func position() throws(Rejection) -> Reading? {
        guard let fix = try fix() else { return nil }
        return Reading(time: try time(), battery: battery, fix: fix, name: name)
    }

    /// A report of gpsd's; nil for one of another class.
    ///
    /// - Throws: `unrelated` for one without a fix: its mode is 0 or 1; and for one of errors (GST), whose
    ///   `lat` and `lon` are the metres that a position may be off.
    func gpsd() throws(Rejection) -> Reading? {
        if isOfKind("GST") { throw .unrelated }
        guard isOfKind("TPV") else { return nil }
        guard try cursor.quantity(fields[.quality]) ?? 2 >= 2, var fix = try fix() else { throw .unrelated }
        fix.accuracy = fix.accuracy.map { Self.toMillimetre($0 * Self.from95To68) }
        return Reading(time: try time(), fix: fix)
    }

    /// Metres without the digits that a multiplication leaves behind; they would be published.
    private static func toMillimetre(_ metres: Double) -> Double { (metres * 1000).rounded() / 1000 }

    /// The radius that holds 68.27 % of a circular normal distribution, over the one that holds 95 %: gpsd's
    /// `eph` is the latter.
    ///
    /// sqrt(ln(1/(1 - 0.6827)) / ln(1/(1 - 0.95))): the distance from the center has the distribution 1 -
    /// exp(-r²/2σ²) (Rayleigh). That `eph` is for 95 %: gpsd_json(5), "TPV".
    private static let from95To68 = 0.619_02

    /// A position of Meshtastic's; nil where it is no message of its gateways.
    ///
    /// - Throws: `unrelated` for other types; a waypoint has a position too, which is not the node's.
    func meshtastic() throws(Rejection) -> Reading? {
        guard fields[.kind].kind == .text, fields[.part].kind == .object else { return nil }
        guard isOfKind("position"), var fix = try fix() else { throw .unrelated }
        let bits = try cursor.quantity(fields[.quality]) ?? 32
        if bits >= 1, bits < 32 { fix.accuracy = Self.blur(bits: Int(bits)) }
        let times = [Field.time, .fixTime, .sendTime].lazy.compactMap { try? self.moment(self.fields[$0]) }
        return Reading(time: times.first, fix: fix)
    }

    /// The radius in metres of 68.27 % around a position of which so many bits are kept.
    ///
    /// The rest of the 32 bits is cut off and the middle of what is left is sent, so that the place is
    /// anywhere in a square whose side is 2^(32 - bits) · 1e-7 degrees. A circle around the middle of a
    /// square of side s, with a radius up to s/2, holds πr²/s² of it: r = s · sqrt(0.6827/π). Off the equator
    /// the square is narrower from west to east, and the radius that holds as much smaller: by a fourth at
    /// the poles, which is left out. Source: `PositionModule::allocReply` in Meshtastic's firmware. A degree
    /// of a great circle on the mean sphere has 111,195 m.
    private static func blur(bits: Int) -> Double {
        let side = Double(UInt64(1) << UInt64(32 - bits)) * 1e-7 * 111_195
        return toMillimetre(side * 0.466_165)
    }

    /// A node's number as its users know it: `!7efeee00`.
    ///
    /// - Throws: `missing`, `type`, or `id` for what is no number of 32 bits.
    func nodeID() throws(Rejection) -> Identifier? {
        let value = fields[.device]
        guard value.kind == .number else { return try device() }
        guard let number = UInt32(exactly: value.number) else { throw .id }
        let digits = String(number, radix: 16)
        return try? Identifier("!" + String(repeating: "0", count: 8 - digits.count) + digits)
    }

    /// A position in a codec's object, or in a location of the network server's; nil where there is none.
    func lorawan(_ codec: FieldCollector) throws(Rejection) -> Reading? {
        guard fields[.part].kind == .absent else { return try decoded(codec) }
        guard !fields[.latitude].isNothing || !fields[.longitude].isNothing else { return nil }
        let fix = try Fix(
            latitude: cursor.quantity(fields[.latitude]) ?? 0,
            longitude: cursor.quantity(fields[.longitude]) ?? 0,
            accuracy: cursor.quantity(fields[.accuracy]),
            altitude: altitude
        )
        return Reading(time: try time(), fix: fix)
    }

    /// A time in the object, which a fix from a device's memory has, goes before the network's.
    private func decoded(_ codec: FieldCollector) throws(Rejection) -> Reading? {
        guard fields[.part].kind == .object else { return nil }
        let inner = try PayloadFields(cursor.slice(fields[.part]), codec, device: nil)
        guard let fix = try inner.fix() else { return nil }
        if let own = try? inner.time() { return Reading(time: own, fix: fix) }
        return Reading(time: try time(), fix: fix)
    }

    /// The network that a device is on; nil where nothing is said of it.
    func network() throws(Rejection) -> Reading? {
        guard let wifi = wifi() else { return nil }
        return Reading(time: try time(), wifi: wifi)
    }
}
