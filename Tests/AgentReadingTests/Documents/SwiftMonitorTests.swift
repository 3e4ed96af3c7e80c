import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport

// The page's second example begins here.
/// Whoever wants to know, as on a phone.
protocol RegionMonitorDelegate: AnyObject {
    func regionMonitor(didEnter fence: Identifier, at time: Timestamp)
    func regionMonitor(didExit fence: Identifier, at time: Timestamp)
}

/// Whoever has positions: a phone's location manager, a receiver, a recording.
protocol PositionProvider: AnyObject {
    var didUpdate: ((Fix, Timestamp) -> Void)? { get set }
}

/// One device that is watched.
final class RegionMonitor {
    weak var delegate: (any RegionMonitorDelegate)?
    private var engine = Engine()
    private var effects = Effects()
    private let device: Int
    private var now = Timestamp.distantPast

    init(_ provider: some PositionProvider, device: Identifier) {
        self.device = engine.admit(device)
        provider.didUpdate = { [weak self] fix, time in self?.receive(fix, at: time) }
    }

    func startMonitoring(for fence: Fence) {
        engine.changeFences(setting: [fence], removing: [], at: now, &effects)
        report()
    }

    func stopMonitoring(for fence: Identifier) {
        engine.changeFences(setting: [], removing: [fence], at: now, &effects)
        report()
    }

    /// Lets time pass, for holds and dwell times; `engine.nextDeadline(ofDevice:)` says when it is worth it.
    func advance(to time: Timestamp) {
        now = max(now, time)
        _ = engine.advance(to: now, &effects)
        report()
    }

    private func receive(_ fix: Fix, at time: Timestamp) {
        now = max(now, time)
        _ = engine.observe(Observation(time: time, arrival: now, fix: fix), device: device, &effects)
        report()
    }

    private func report() {
        let events = effects.events
        effects.removeAll()
        for event in events {
            switch event.kind {
            case .enter: delegate?.regionMonitor(didEnter: event.fence, at: event.time)
            case .exit: delegate?.regionMonitor(didExit: event.fence, at: event.time)
            default: break
            }
        }
    }
}
// The page's second example ends here.

/// The example of `docs/swift.md` with a provider and a delegate, compiled and run.
@Suite struct SwiftMonitorTests {
    private final class Track: PositionProvider {
        var didUpdate: ((Fix, Timestamp) -> Void)?

        func play(_ latitude: Double, second: Int64) throws {
            let fix = Fix(coordinate: try Coordinate(latitude: latitude, longitude: 13.3661), accuracy: 8)
            didUpdate?(fix, Timestamp(milliseconds: 1_760_000_000_000 + second * 1000))
        }
    }

    private final class Log: RegionMonitorDelegate {
        var lines: [String] = []
        func regionMonitor(didEnter fence: Identifier, at time: Timestamp) {
            lines.append("enter \(fence) \(time.milliseconds % 1_000_000)")
        }
        func regionMonitor(didExit fence: Identifier, at time: Timestamp) {
            lines.append("exit \(fence) \(time.milliseconds % 1_000_000)")
        }
    }

    @Test func `a delegate is called for what is monitored, and for nothing else`() throws {
        let (track, log) = (Track(), Log())
        let monitor = RegionMonitor(track, device: try Identifier("phone"))
        monitor.delegate = log
        let circle = try Circle(center: Coordinate(latitude: 52.5432, longitude: 13.3661), radius: 150)
        let depot = try Fence(id: Identifier("depot"), shape: .circle(circle))
        monitor.startMonitoring(for: depot)
        try track.play(52.53, second: 0)
        try track.play(52.5432, second: 240)
        try track.play(52.53, second: 480)
        monitor.advance(to: Timestamp(milliseconds: 1_760_000_500_000))
        #expect(log.lines == ["enter depot 240000", "exit depot 480000"])
        monitor.stopMonitoring(for: depot.id)
        try track.play(52.5432, second: 720)
        #expect(log.lines.count == 2)
    }

    @Test func `is what the page shows`() throws {
        let blocks = try DocumentPage("docs/swift.md").blocks.filter { $0.language == "swift" }
        let block = try #require(blocks.dropFirst().first)
        let source = try String(contentsOfFile: #filePath, encoding: .utf8).components(separatedBy: "\n")
        let start = try #require(source.firstIndex { $0 == "// The page's second example begins here." })
        let end = try #require(source.firstIndex { $0 == "// The page's second example ends here." })
        #expect(block.lines == ["import GeofenceCore", ""] + source[(start + 1)..<end])
    }
}
