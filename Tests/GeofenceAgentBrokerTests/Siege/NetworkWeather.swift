@testable import geofence_agent

/// What a network does to the bytes of its connections for a while.
struct NetworkWeather {
    /// A direction of which nothing arrives.
    enum Swallowed { case up, down }

    /// The end, on the uptime clock.
    var until: Int64 = 0
    /// Bytes after which the connection is cut, wherever in a packet that is.
    var bytesLeft: Int?
    /// Microseconds that each portion waits.
    var delay: UInt32 = 0
    /// Bytes a second.
    var rate: Int?
    var swallowed: Swallowed?
    /// What a broker would not say.
    var lie: BrokerLie?

    /// Weather for some milliseconds.
    static func lasting(_ milliseconds: Int, _ change: (inout NetworkWeather) -> Void) -> NetworkWeather {
        var weather = NetworkWeather()
        weather.until = Clock.uptime + Int64(milliseconds)
        change(&weather)
        return weather
    }

    var hasEnded: Bool { Clock.uptime >= until }
}

/// One connection in the weather.
struct WeatheredStream {
    /// Bytes that leave some microseconds later.
    struct Part {
        var delay: UInt32
        var bytes: ArraySlice<UInt8>
    }

    private var liar: BrokerLiar?
    private var isBroken = false
    private var isCut = false

    /// Lies begin with a connection, since they need whole packets.
    init(_ weather: NetworkWeather) { liar = weather.hasEnded ? nil : weather.lie.map { BrokerLiar($0) } }

    /// What arrives of some bytes, and when.
    mutating func parts(
        of bytes: ArraySlice<UInt8>,
        isUp: Bool,
        _ weather: inout NetworkWeather
    ) -> [Part] {
        // Where bytes are missing, none may follow.
        guard !isCut, !isBroken || weather.swallowed != nil else { return [] }
        guard !weather.hasEnded else { return isBroken ? [] : [Part(delay: 0, bytes: bytes)] }
        guard weather.swallowed != (isUp ? .up : .down) else {
            isBroken = true
            return []
        }
        var bytes = bytes
        if !isUp, liar != nil { bytes = liar?.told(bytes) ?? bytes }
        if let left = weather.bytesLeft {
            isCut = left <= bytes.count
            bytes = bytes.prefix(left)
            weather.bytesLeft = left - bytes.count
            if isCut { weather.until = 0 }
        }
        guard let rate = weather.rate else { return [Part(delay: weather.delay, bytes: bytes)] }
        let portion = max(1, rate / 20)
        return stride(from: bytes.startIndex, to: bytes.endIndex, by: portion).map { start in
            Part(delay: 50_000, bytes: bytes[start..<min(start + portion, bytes.endIndex)])
        }
    }

    /// Whether the connection ends here: it was cut, or what it has lost or was told comes to light.
    func isOver(_ weather: NetworkWeather) -> Bool { isCut || weather.hasEnded && (isBroken || liar != nil) }
}
