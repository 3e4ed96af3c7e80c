/// What the agent says of devices, as columns for a person.
enum StatusTable {
    /// An answer as one line of JSON.
    static func json(_ node: JSONNode) -> String {
        String(decoding: node.value.bytes, as: UTF8.self)
    }

    /// Devices with what they are inside.
    static func devices(_ devices: [JSONNode]) -> [String] {
        guard !devices.isEmpty else { return ["No device has been heard of yet."] }
        let isNamed = devices.contains { $0.member("name") != nil }
        return columns(
            ["DEVICE"] + (isNamed ? ["NAME"] : []) + ["INSIDE", "POSITION", "TIME", "NETWORK"],
            devices.map { device in
                let name = isNamed ? [device.member("name")?.text ?? "-"] : []
                let inside =
                    device.member("inside")?.elements.compactMap(\.text).joined(separator: ", ") ?? ""
                let override = device.member("override") == nil ? "" : " (set by hand)"
                return [device.member("device")?.text ?? ""] + name + [
                    inside.isEmpty ? "-" : inside,
                    position(device) + override, device.member("time")?.text ?? "-",
                    device.member("wifi")?.member("ssid")?.text ?? device.member("wifi")?.member("bssid")?
                        .text ?? "-",
                ]
            }
        )
    }

    /// One device with its status for each fence.
    static func fences(of device: JSONNode) -> [String] {
        let fences = device.member("fences")?.elements ?? []
        let head = devices([device])
        guard !fences.isEmpty else { return head + ["", "It has been inside no fence yet."] }
        return head + [""]
            + columns(
                ["FENCE", "STATUS", "SINCE", "BY", "DISTANCE"],
                fences.map { fence in
                    let via = fence.member("via")?.elements.compactMap(\.text).joined(separator: ", ") ?? ""
                    let metres = fence.number(of: "distance").map { "\(JSONWriter.text($0)) m" }
                    return [
                        fence.member("fence")?.text ?? "", fence.member("status")?.text ?? "",
                        fence.member("since")?.text ?? "-",
                        via.isEmpty ? "-" : via, metres ?? "-",
                    ]
                }
            )
    }

    private static func position(_ device: JSONNode) -> String {
        let place = ["latitude", "longitude"].compactMap { device.number(of: $0) }
        guard place.count == 2 else { return "-" }
        let accuracy = device.number(of: "accuracy").map { " ±\(JSONWriter.text($0)) m" } ?? ""
        return place.map(JSONWriter.text).joined(separator: ", ") + accuracy
    }

    /// Rows under a head, each column as wide as its widest entry.
    static func columns(_ head: [String], _ rows: [[String]]) -> [String] {
        let all = [head] + rows.map { $0.map(\.printable) }
        let widths = head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let cells = row.enumerated().map { column, cell in
                column == row.count - 1 ? cell : cell.padded(to: widths[column])
            }
            return cells.joined(separator: "  ")
        }
    }
}
