import Foundation

/// Who is inside what, as the agent's retained device topics have it.
struct Whereabouts: Hashable {
    private var names: [String: [String]] = [:]
    private let fences: [DemoFence]

    init(_ fences: [DemoFence]) { self.fences = fences }

    /// Takes the payload of a device topic.
    mutating func record(_ device: String, _ payload: [UInt8]) {
        struct Report: Decodable { var inside: [String] }
        guard let report = try? JSONDecoder().decode(Report.self, from: Data(payload)) else { return }
        let listed = report.inside.filter { !DemoItinerary.shown.owns($0) }
        names[device] = listed.map { id in fences.first { $0.id == id }?.name ?? id }
    }

    /// `van-1: Old Town, Customer 17 · anna: outside`, in the order of the devices.
    func line(_ devices: [String]) -> String {
        devices.compactMap { device in
            names[device].map { "\(device): \($0.isEmpty ? "outside" : $0.joined(separator: ", "))" }
        }.joined(separator: " · ")
    }
}
