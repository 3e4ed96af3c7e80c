@testable import geofence_agent

extension StoredInput {
    /// Runs of positions, the first of each at 0.
    static func runs() -> [StoredInput] {
        let parked = (0..<4).map { index in
            HistoryPosition(
                time: index * 60_000,
                latitude: 525_432_000,
                longitude: 133_661_000,
                accuracy: 800
            )
        }
        let moving = [
            HistoryPosition(
                time: 0,
                latitude: 525_432_000,
                longitude: 133_661_000,
                accuracy: 800,
                speed: 2750
            ),
            HistoryPosition(
                time: 1000,
                latitude: 525_433_500,
                longitude: 133_660_200,
                altitude: 4100,
                speed: 2800
            ),
            HistoryPosition(time: 2000, latitude: 525_435_100, longitude: 133_659_100, altitude: 4200),
            HistoryPosition(
                time: 9_000_000,
                latitude: -900_000_000,
                longitude: 1_800_000_000,
                accuracy: .max
            ),
        ]
        return [("parked", parked), ("moving", moving)].flatMap { name, positions in
            PositionRun.runs(of: positions, evenly: false).map { StoredInput("run-\(name)", bytes: $0.bytes) }
        }
    }
}
