import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct MapOutputTests {
    private let board = MapBoard(MapSettings(), CommandQueue())

    private func driver(_ board: MapBoard? = nil, fences: [Fence]? = nil) throws -> AgentDriver {
        let driver = try AgentDriver(fences: fences)
        let board = board ?? self.board
        driver.agent.outputs.change(MapOutput.self) { $0.connect(board) }
        return driver
    }

    /// What the map's output is called for.
    private func interest(_ driver: AgentDriver) -> Interest? {
        driver.agent.outputs.of(MapOutput.self)?.interest
    }

    @Test func `concerns itself with nothing while nobody looks on`() throws {
        let driver = try driver()
        driver.fix(inside: true, at: 0)
        driver.agent.work(at: AgentDriver.at(0))
        #expect(interest(driver) == [])
        #expect(driver.agent.outputs.interest.isDisjoint(with: .track))
        #expect(board.drain().isEmpty)
    }

    @Test func `says everything once when somebody begins to look on`() throws {
        let driver = try driver()
        driver.fix(inside: true, at: 0)
        board.beginWatch()
        driver.agent.work(at: AgentDriver.at(0))
        #expect(interest(driver) == [.positions, .transitions, .fences])
        let update = board.drain()
        #expect(update.isWhole)
        #expect(update.devices.values.compactMap(\.self).map(\.id.description) == ["van"])
        #expect(update.devices.values.compactMap(\.self).first?.report.inside.map(\.description) == ["depot"])
        #expect(update.fences.keys.map(\.description) == ["depot"])
        driver.agent.work(at: AgentDriver.at(1))
        #expect(board.drain().isEmpty)
    }

    @Test func `says many devices in slices`() throws {
        let driver = try driver()
        let count = MapOutput.slice * 2 + 1
        for number in 0..<count { driver.fix("v\(number)", inside: false, at: 0) }
        board.beginWatch()
        driver.agent.work(at: AgentDriver.at(0))
        let first = board.drain()
        #expect(first.devices.count == MapOutput.slice)
        #expect(!first.isWhole)
        driver.fix("v0", inside: true, at: 1000)
        for _ in 0..<2 { driver.agent.work(at: AgentDriver.at(1000)) }
        let rest = board.drain()
        #expect(rest.devices.count == count - MapOutput.slice + 1)
        #expect(rest.isWhole)
    }

    @Test func `says what has changed since: devices, events, fences`() throws {
        let driver = try driver()
        driver.fix(inside: false, at: 0)
        board.beginWatch()
        driver.agent.work(at: AgentDriver.at(0))
        _ = board.drain()
        driver.fix(inside: true, at: 60_000)
        driver.fix(inside: true, at: 120_000)
        _ = driver.ask("fence/set", #"{"id":"yard","latitude":1,"longitude":2,"radius":3}"#)
        driver.agent.work(at: AgentDriver.at(120_000))
        var update = board.drain()
        #expect(update.devices.count == 1)
        #expect(update.events.map(\.event.kind) == [.enter])
        #expect(update.fences.mapValues { $0 != nil } == [try Identifier("yard"): true])
        _ = driver.ask("fence/remove", #"{"id":"yard"}"#)
        driver.agent.work(at: AgentDriver.at(120_000))
        update = board.drain()
        #expect(update.fences.mapValues { $0 != nil } == [try Identifier("yard"): false])
    }

    /// With a pause between two payloads of a device, most positions concern nobody else.
    @Test func `says where a device is now, however many of its positions change nothing`() throws {
        let driver = AgentDriver(try AgentDriver.setup(fences: [AgentDriver.depot()], deviceEvery: 600_000))
        driver.agent.outputs.change(MapOutput.self) { $0.connect(board) }
        driver.fix(inside: false, at: 0)
        board.beginWatch()
        driver.agent.work(at: AgentDriver.at(0))
        _ = board.drain()
        for (time, count) in [(1000, 1), (2000, 3), (3000, 1)] as [(Int64, Int64)] {
            for number in 0..<count { driver.fix(inside: false, at: time + number) }
            driver.agent.work(at: AgentDriver.at(time + count))
            let devices = board.drain().devices.values.compactMap(\.self)
            #expect(devices.map(\.report.fixTime) == [AgentDriver.at(time + count - 1)])
        }
    }

    @Test func `a device that is forgotten is gone, with its events`() throws {
        let driver = try driver()
        driver.fix(inside: false, at: 0)
        board.beginWatch()
        driver.agent.work(at: AgentDriver.at(0))
        var scene = MapScene(generation: "g")
        _ = scene.accept(board.drain(), at: AgentDriver.at(0))
        driver.fix(inside: true, at: 60_000)
        driver.agent.work(at: AgentDriver.at(60_000))
        _ = scene.accept(board.drain(), at: AgentDriver.at(0))
        #expect(scene.events.entry(from: 0) != nil)
        _ = driver.ask("device/forget", #"{"device":"van"}"#)
        driver.agent.work(at: AgentDriver.at(60_000))
        let change = scene.accept(board.drain(), at: AgentDriver.at(0))
        #expect(change.goneDevices.map(\.description) == ["van"])
        #expect(scene.deviceNumbers == [])
        #expect(scene.events.entry(from: 0) == nil)
    }

    /// Whose zones are said to be others after a visit has ended.
    private func zones(_ board: MapBoard, isWatched: Bool = true) throws -> [String] {
        let driver = try AgentDriver(fenceRadius: nil)
        driver.agent.outputs.change(MapOutput.self) { $0.connect(board) }
        driver.stay(north: 0, minutes: 0..<60)
        if isWatched { board.beginWatch() }
        driver.agent.work(at: AgentDriver.at(60 * AgentDriver.minute))
        var scene = MapScene(generation: "g")
        _ = scene.accept(board.drain(), at: AgentDriver.at(0))
        driver.stay(north: 1000, minutes: 60..<90)
        #expect(driver.told(on: "geofence/zones/van").count == 1)
        driver.agent.work(at: AgentDriver.at(90 * AgentDriver.minute))
        let change = scene.accept(board.drain(), at: AgentDriver.at(0))
        driver.agent.work(at: AgentDriver.at(90 * AgentDriver.minute))
        #expect(board.drain().isEmpty)
        return change.zones.compactMap { scene.deviceID($0)?.description }
    }

    @Test func `says whose zones are others, to those who may see zones, and once`() throws {
        var settings = MapSettings()
        #expect(try zones(MapBoard(settings, CommandQueue())) == [])
        settings.zones = true
        #expect(try zones(MapBoard(settings, CommandQueue())) == ["van"])
        #expect(try zones(MapBoard(settings, CommandQueue()), isWatched: false) == [])
    }

    @Test(arguments: [false, true])
    func `a home that is learnt while somebody looks on is shown to those who may see it`(_ mayShow: Bool)
        throws
    {
        var settings = MapSettings()
        settings.zones = mayShow
        let board = MapBoard(settings, CommandQueue())
        let driver = try AgentDriver(fenceRadius: 60)
        driver.agent.outputs.change(MapOutput.self) { $0.connect(board) }
        driver.stand(north: 0, at: 0)
        board.beginWatch()
        driver.agent.work(at: AgentDriver.at(0))
        _ = board.drain()
        var fences: Set<String> = []
        for day in 0..<20 as Range<Int64> {
            driver.live(days: day..<day + 1)
            driver.agent.work(at: AgentDriver.at((day + 1) * AgentDriver.day))
            let shown = board.drain().fences.compactMapValues(\.self)
            fences.formUnion(shown.keys.map(\.description))
        }
        #expect(fences == (mayShow ? ["home-van", "work-van"] : []))
    }

    @Test func `zones concern it while somebody looks on who may see them`() throws {
        var settings = MapSettings()
        settings.zones = true
        let board = MapBoard(settings, CommandQueue())
        let driver = try driver(board)
        #expect(interest(driver) == [])
        board.beginWatch()
        driver.agent.work(at: AgentDriver.at(0))
        #expect(interest(driver) == [.positions, .transitions, .fences, .places])
        board.endWatch()
        driver.agent.work(at: AgentDriver.at(0))
        #expect(interest(driver) == [])
    }

    @Test func `stops when nobody looks on any more, and begins anew`() throws {
        let driver = try driver()
        board.beginWatch()
        driver.agent.work(at: AgentDriver.at(0))
        board.endWatch()
        driver.agent.work(at: AgentDriver.at(0))
        #expect(interest(driver) == [])
        driver.fix(inside: true, at: 0)
        #expect(board.drain().isEmpty)
        board.beginWatch()
        driver.agent.work(at: AgentDriver.at(0))
        #expect(board.drain().devices.count == 1)
    }

    @Test func `keeps the newest of each device, and a bounded number of events`() throws {
        let driver = try driver()
        board.beginWatch()
        driver.agent.work(at: AgentDriver.at(0))
        _ = board.drain()
        let count = 3 * MapUpdate.mostEvents
        for number in 0..<count {
            driver.fix(inside: number % 2 == 1, at: Int64(number) * 400_000)
            if number % 100 == 0 { driver.agent.work(at: AgentDriver.at(Int64(number) * 400_000)) }
        }
        driver.agent.work(at: AgentDriver.at(Int64(count) * 400_000))
        let update = board.drain()
        #expect(update.devices.count == 1)
        #expect(update.events.count < 2 * MapUpdate.mostEvents)
        #expect(update.events.count + update.lostEvents == count - 1)
    }

    @Test func `puts of an earlier watch are dropped`() throws {
        board.beginWatch()
        var late = MapUpdate(watch: board.watch)
        late.isWhole = true
        board.endWatch()
        board.beginWatch()
        board.put(late)
        #expect(board.drain().isEmpty)
    }
}
