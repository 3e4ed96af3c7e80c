import GeofenceCore

@testable import geofence_agent

/// What came of decoding: a reading, without what could not be read beside it, or why there is none.
enum Outcome: Hashable {
    case reading(Reading)
    case rejected(Rejection)

    /// A position.
    static func fix(
        _ latitude: Double,
        _ longitude: Double,
        accuracy: Double? = nil,
        altitude: Double? = nil,
        speed: Double? = nil,
        time: Int64? = nil,
        wifi: WiFiReport? = nil,
        device: String? = nil,
        battery: UInt8? = nil,
        name: String? = nil
    ) throws -> Outcome {
        let place = try Coordinate(latitude: latitude, longitude: longitude)
        return .reading(
            Reading(
                device: try device.map { name in try Identifier(name) },
                time: time.map { Timestamp(milliseconds: $0) },
                battery: battery,
                fix: Fix(coordinate: place, accuracy: accuracy, altitude: altitude, speed: speed),
                wifi: wifi,
                name: name
            )
        )
    }

    /// A network, or none.
    static func wifi(_ report: WiFiReport, time: Int64? = nil) -> Outcome {
        .reading(Reading(time: time.map { Timestamp(milliseconds: $0) }, wifi: report))
    }

    static func network(_ ssid: String?, _ bssid: String? = nil, time: Int64? = nil) -> Outcome {
        .wifi(.connected(ssid: ssid, bssid: bssid), time: time)
    }

    static let offline = Outcome.wifi(.disconnected)
}

extension PayloadDecoder {
    /// Decodes from a block of exactly these bytes, so that a tool that watches memory sees a read behind the
    /// end.
    func outcome(_ bytes: [UInt8]) -> Outcome {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { block.deallocate() }
        block.copyBytes(from: bytes)
        do {
            var reading = try decode(UnsafeRawBufferPointer(block))
            reading.refused = []
            return .reading(reading)
        } catch {
            return .rejected(error)
        }
    }

    func outcome(_ text: String) -> Outcome { outcome(Array(text.utf8)) }
}
