/// What is said before the first event: what runs where, and how to look at it.
struct DemoHeader: Hashable {
    var port: Int
    var agent: Int32
    var configuration: String
    var fences: [DemoFence]
    var devices: [DemoDevice]
    /// Nil: until it is interrupted.
    var duration: Int?
    /// The live map; nil: none.
    var map: DemoMap?

    func lines(_ paint: Paint) -> [String] {
        let end = duration.map { "ends by itself after \($0) s" } ?? "Ctrl-C ends it"
        var lines = [
            paint(.bold, "geofence-agent \(GeofenceAgent.version), a demonstration") + "; \(end)", "",
        ]
        lines += block(
            "broker",
            [("", "mosquitto on 127.0.0.1:\(port), private to this demonstration")],
            paint
        )
        lines += block(
            "agent",
            [("", "geofence-agent run --config \(configuration), process \(agent)")],
            paint
        )
        lines += block("fences", fences.map { ($0.name, $0.summary) }, paint)
        lines += block("devices", devices.map { ($0.id, $0.summary) }, paint)
        lines += block("watch", [("", paint(.cyan, "mosquitto_sub -p \(port) -v -t 'geofence/#'"))], paint)
        if let map { lines += block("map", [("", paint(.cyan, map.address))], paint) }
        return lines + [""]
    }

    private func block(_ title: String, _ rows: [(String, String)], _ paint: Paint) -> [String] {
        rows.enumerated().map { index, row in
            let name = row.0.isEmpty ? "" : row.0.padded(to: 13)
            return paint(.dim, (index == 0 ? title : "").padded(to: 9)) + name + row.1
        }
    }
}
