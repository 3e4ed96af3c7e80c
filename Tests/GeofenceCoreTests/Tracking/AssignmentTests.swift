import GeofenceCore
import Testing

@Suite struct AssignmentTests {
    /// A circle about the middle of the yard, for invited devices alone.
    private static func region(_ id: String, radius: Double, beyond metres: Double = -100) throws -> Fence {
        try Fence(
            id: Identifier(id),
            shape: .circle(Circle(center: Yard.place(beyond: metres), radius: radius)),
            origin: .assignment
        )
    }

    private static func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1000) }

    private static func fix(
        _ run: Run,
        _ seconds: Int64,
        beyond metres: Double,
        _ device: String = "van"
    ) throws {
        let fix = try Fix(coordinate: Yard.place(beyond: metres), accuracy: 5)
        let observation = Observation(time: time(seconds), arrival: time(seconds), fix: fix)
        run.take(.observe(observation, device: try Identifier(device)))
    }

    private static func assign(_ run: Run, _ fences: [Fence], _ seconds: Int64, device: Int = 0)
        -> AssignmentChange
    {
        run.effects.removeAll()
        defer { run.events += run.effects.events }
        return run.engine.assign(device: device, to: fences, at: time(seconds), &run.effects)
    }

    private static func told(_ run: Run) -> [String] {
        run.events.map {
            "\($0.device) \($0.kind) \($0.fence) \($0.time.milliseconds / 1000) \($0.cause.rawValue)"
        }
    }

    @Test func `a network that is assigned quietly is outside once a report has another`() throws {
        let run = Run([])
        try Self.fix(run, 10, beyond: 2_000)
        let network = try Fence(
            id: Identifier("lab"),
            shape: nil,
            wifi: [.ssid("Lab")],
            origin: .assignment
        )
        run.engine.assign(device: 0, to: [network], at: Self.time(10), isQuiet: true, &run.effects)
        #expect(run.listsActiveRecords)
        let report = WiFiReport.connected(ssid: "Cafe", bssid: nil)
        let observation = Observation(time: Self.time(20), arrival: Self.time(20), wifi: report)
        run.take(.observe(observation, device: try Identifier("van")))
        let status = run.engine.slot(of: network.id).flatMap { run.engine.status(device: 0, fence: $0) }
        #expect(status?.status == .outside)
    }

    @Test func `enters a region that comes with the position inside it`() throws {
        let run = Run([])
        try Self.fix(run, 10, beyond: 2_000)
        let regions = [try Self.region("poi-a-100", radius: 100), try Self.region("poi-a-300", radius: 300)]
        #expect(Self.assign(run, regions, 10).new.map(\.description) == ["poi-a-100", "poi-a-300"])
        #expect(run.events.isEmpty)
        try Self.fix(run, 20, beyond: 100)
        try Self.fix(run, 30, beyond: -50)
        _ = Self.assign(run, regions + [try Self.region("poi-b-50", radius: 50, beyond: -60)], 30)
        try Self.fix(run, 40, beyond: 3_000)
        #expect(
            Self.told(run) == [
                "van enter poi-a-300 20 position", "van enter poi-a-100 30 position",
                "van enter poi-b-50 30 position",
                "van exit(duration: 10000) poi-a-100 40 position",
                "van exit(duration: 20000) poi-a-300 40 position",
                "van exit(duration: 10000) poi-b-50 40 position",
            ]
        )
    }

    @Test func `knows where a device is by its first position, without an event`() throws {
        let run = Run([])
        try Self.fix(run, 10, beyond: -50)
        _ = Self.assign(run, [try Self.region("poi-a-100", radius: 100)], 10)
        #expect(run.events.isEmpty)
        #expect(run.statuses.map { "\($0.key) \($0.value.status)" } == ["van/poi-a-100 inside"])
    }

    @Test func `leaves what it is no longer invited to, and takes the fence away with its last guest`() throws
    {
        let run = Run([])
        let regions = [try Self.region("poi-a-100", radius: 100)]
        for device in ["van", "bus"] {
            try Self.fix(run, 10, beyond: 2_000, device)
            _ = Self.assign(run, regions, 10, device: run.engine.deviceCount - 1)
            try Self.fix(run, 20, beyond: -50, device)
        }
        #expect(Self.assign(run, [], 30) == AssignmentChange())
        #expect(run.effects.cleared.map { "\($0.device) \($0.fence)" } == ["van poi-a-100"])
        #expect(run.engine.occupants(of: 0).map(\.description) == ["bus"])
        let last = Self.assign(run, [], 30, device: 1)
        #expect(last.gone.map(\.description) == ["poi-a-100"])
        #expect(run.engine.fenceCount == 0 && run.engine.assignedFenceCount == 0)
        #expect(
            Self.told(run).suffix(2) == [
                "van exit(duration: 10000) poi-a-100 30 removed",
                "bus exit(duration: 10000) poi-a-100 30 removed",
            ]
        )
    }

    @Test func `means nothing to devices that aren't invited`() throws {
        let run = Run([try .circle("depot")])
        try Self.fix(run, 10, beyond: 2_000)
        _ = Self.assign(run, [try Self.region("poi-a-100", radius: 100)], 10)
        try Self.fix(run, 10, beyond: 2_000, "bus")
        try Self.fix(run, 20, beyond: -50, "bus")
        #expect(Self.told(run) == ["bus enter depot 20 position"])
        #expect(run.statuses.keys.sorted() == ["bus/depot", "van/depot", "van/poi-a-100"])
        _ = Self.assign(run, [try .circle("depot", radius: 5)], 20, device: 1)
        #expect(run.engine.assignments(ofDevice: 1).isEmpty)
        #expect(run.engine.reportsAll == true)
    }

    @Test func `goes on after a restart, and forgets a device's regions with it`() throws {
        let run = Run([])
        try Self.fix(run, 10, beyond: 2_000)
        _ = Self.assign(run, [try Self.region("poi-a-100", radius: 100)], 10)
        try Self.fix(run, 20, beyond: -50)
        let copy = try run.restarted()
        #expect(copy.statuses == run.statuses)
        #expect(copy.engine.assignments(ofDevice: 0).map(\.id.description) == ["poi-a-100"])
        for step in [30, 40] {
            try Self.fix(run, Int64(step), beyond: step == 30 ? 500 : 1)
            try Self.fix(copy, Int64(step), beyond: step == 30 ? 500 : 1)
        }
        #expect(Self.told(copy) == Self.told(run) && run.events.count == 2)
        copy.engine.forget(device: 0)
        #expect(copy.engine.fenceCount == 0)
    }

    @Test func `goes with fences that are taken out or put in their place`() throws {
        let run = Run([])
        try Self.fix(run, 10, beyond: 2_000)
        let region = try Self.region("poi-a-100", radius: 100)
        _ = Self.assign(run, [region], 10)
        try Self.fix(run, 20, beyond: -50)
        run.take(.replace([region], Self.time(25)))
        #expect(run.events.map(\.kind) == [.enter] && run.engine.assignments(ofDevice: 0) == [region])
        run.take(.replace([], Self.time(30)))
        #expect(Self.told(run).last == "van exit(duration: 10000) poi-a-100 30 removed")
        #expect(run.engine.assignments(ofDevice: 0).isEmpty && run.engine.assignedFenceCount == 0)
        _ = Self.assign(run, [region], 40)
        #expect(Self.told(run).last == "van enter poi-a-100 30 position")
    }

    @Test func `goes on as an ordinary fence that takes its id`() throws {
        let run = Run([])
        try Self.fix(run, 10, beyond: 2_000)
        let region = try Self.region("poi-a-100", radius: 100)
        _ = Self.assign(run, [region], 10)
        try Self.fix(run, 20, beyond: -50)
        run.take(.replace([try Fence(id: region.id, shape: region.shape)], Self.time(25)))
        #expect(run.engine.assignments(ofDevice: 0).isEmpty && run.engine.assignedFenceCount == 0)
        #expect(Self.assign(run, [region], 30) == AssignmentChange())
        #expect(Self.assign(run, [], 30) == AssignmentChange())
        #expect(run.engine.occupants(of: 0).map(\.description) == ["van"])
        #expect(run.statuses.map { "\($0.key) \($0.value.status)" } == ["van/poi-a-100 inside"])
        try Self.fix(run, 40, beyond: 3_000)
        #expect(
            Self.told(run) == [
                "van enter poi-a-100 20 position", "van exit(duration: 20000) poi-a-100 40 position",
            ]
        )
    }

    @Test func `invites nobody to a fence of the same id that is elsewhere`() throws {
        let run = Run([])
        for (number, device) in ["van", "bus"].enumerated() {
            try Self.fix(run, 10, beyond: 2_000, device)
            let region = try Self.region("poi-a-100", radius: 100, beyond: -100 - 500 * Double(number))
            _ = Self.assign(run, [region], 10, device: number)
        }
        #expect([0, 1].map { run.engine.assignments(ofDevice: $0).count } == [1, 0])
        try Self.fix(run, 20, beyond: -100, "bus")
        #expect(Self.told(run) == [])
    }
}
