import GeofenceCore

/// What the agent says of devices, as columns for a person.
struct StatusTable {
    private let face: ClockFace
    private let now: Timestamp

    /// Times are shown by `face`; those of the last day by how long before `now` they were.
    init(_ face: ClockFace, at now: Timestamp) { (self.face, self.now) = (face, now) }

    /// An answer as one line of JSON.
    static func json(_ node: JSONNode) -> String {
        String(decoding: node.value.bytes, as: UTF8.self)
    }

    /// Devices with what they are inside.
    func devices(_ devices: [JSONNode]) -> [String] {
        guard !devices.isEmpty else { return ["No device has been heard of yet."] }
        let isNamed = devices.contains { $0.member("name") != nil }
        return TextTable.lines(
            ["DEVICE"] + (isNamed ? ["NAME"] : []) + ["INSIDE", "POSITION", face.title("TIME"), "NETWORK"],
            devices.map { device in
                let name = isNamed ? [device.member("name")?.text ?? "-"] : []
                let inside =
                    device.member("inside")?.elements.compactMap(\.text).joined(separator: ", ") ?? ""
                let override = device.member("override") == nil ? "" : " (set by hand)"
                let nowhere = device.member("monitoring") == nil ? "-" : "(not monitored)"
                return [device.member("device")?.text ?? ""] + name + [
                    inside.isEmpty ? nowhere : inside,
                    position(device) + override, time(device.member("time")?.text),
                    device.member("wifi")?.member("ssid")?.text ?? device.member("wifi")?.member("bssid")?
                        .text ?? "-",
                ]
            }
        )
    }

    /// One device with its status for each fence.
    func fences(of device: JSONNode) -> [String] {
        let fences = device.member("fences")?.elements ?? []
        let head = devices([device])
        guard !fences.isEmpty else { return head + ["", "It has been inside no fence yet."] }
        return head + [""]
            + TextTable.lines(
                ["FENCE", "STATUS", face.title("SINCE"), "BY", "DISTANCE"],
                fences.map { fence in
                    let via = fence.member("via")?.elements.compactMap(\.text).joined(separator: ", ") ?? ""
                    let metres = fence.number(of: "distance").map(Figures.distance)
                    return [
                        fence.member("fence")?.text ?? "", fence.member("status")?.text ?? "",
                        since(fence.member("since")?.text),
                        via.isEmpty ? "-" : via, metres ?? "-",
                    ]
                }
            )
    }

    private func since(_ text: String?) -> String {
        text.flatMap { Timestamp(iso8601: $0) }.map(face.text) ?? "-"
    }

    private func position(_ device: JSONNode) -> String {
        let place = ["latitude", "longitude"].compactMap { device.number(of: $0) }
        guard place.count == 2 else { return "-" }
        let accuracy = device.number(of: "accuracy").map { " \(Figures.accuracy($0))" } ?? ""
        return Figures.place(place[0], place[1]) + accuracy
    }

    /// How long ago it was, or when where that is more than a day.
    private func time(_ text: String?) -> String {
        guard let text, let time = Timestamp(iso8601: text) else { return "-" }
        return now.millisecondsSince(time) < 86_400_000 ? Figures.ago(time, at: now) : face.text(time)
    }
}
