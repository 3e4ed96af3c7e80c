@testable import GeofenceCore
import Testing

/// What is kept of each device is small, and says the same as if it were not.
@Suite struct PackedStateTests {
    @Test func `a device and a record take no more bytes than they have to`() {
        #expect(MemoryLayout<DeviceState>.stride <= 264)
        #expect(MemoryLayout<FenceMembership>.stride <= 96)
        #expect(MemoryLayout<Fix>.stride == 40)
    }

    @Test func `a number or none is kept, and none is like none`() {
        #expect(PackedNumber(nil).value == nil)
        #expect(PackedNumber(nil) == PackedNumber(nil))
        #expect(PackedNumber(nil).hashValue == PackedNumber(nil).hashValue)
        #expect(PackedNumber(0) == PackedNumber(-0.0))
        #expect(PackedNumber(0) != PackedNumber(nil))
        #expect(PackedNumber(.infinity).value == .infinity)
    }

    @Test(arguments: [nil, Timestamp(milliseconds: 0), .distantPast, .distantFuture] as [Timestamp?])
    func `a moment or none is kept`(_ moment: Timestamp?) {
        var packed = PackedMoment()
        #expect(packed.wrappedValue == nil)
        packed.wrappedValue = moment
        #expect(packed.wrappedValue == moment)
    }

    @Test func `fixes without accuracy, height and speed are the same`() throws {
        let place = try Coordinate(latitude: 52, longitude: 13)
        #expect(Fix(coordinate: place) == Fix(coordinate: place, accuracy: 0, altitude: .nan, speed: -1))
        var fix = Fix(coordinate: place, accuracy: 5, altitude: 30, speed: 7)
        #expect((fix.accuracy, fix.altitude, fix.speed) == (5, 30, 7))
        (fix.accuracy, fix.altitude, fix.speed) = (nil, nil, nil)
        #expect(fix == Fix(coordinate: place))
    }

    @Test func `a device has nothing extra once all of that is over`() throws {
        var device = DeviceState(id: try Identifier("van"))
        device.suspect = nil
        #expect(device.extras.isEmpty)
        device.lateUntil = Timestamp(milliseconds: 5)
        device.unmonitored.append(3)
        #expect((device.lateUntil, device.unmonitored) == (Timestamp(milliseconds: 5), [3]))
        device.lateUntil = nil
        #expect(device.extras.count == 1)
        device.unmonitored.removeAll()
        #expect(device.extras.isEmpty)
    }

    @Test func `a device knows whether a fix has to look at its extras`() throws {
        let time = Timestamp(milliseconds: 5)
        let fix = Fix(coordinate: try Coordinate(latitude: 52, longitude: 13))
        let yard = try Identifier("yard")
        let order = ArrivalOrder(last: time, value: fix.coordinate)
        let waiting = Observation(time: time, arrival: time, fix: fix)
        let urgent: [(change: (inout DeviceState) -> Void, isRead: (DeviceState) -> Bool)] = [
            ({ $0.suspect = .init(time: time, value: fix) }, { $0.suspect?.time == time }),
            ({ $0.placedByHand = time }, { $0.placedByHand == time }),
            ({ $0.earlier.append(4, nil) }, { !$0.earlier.isEmpty }),
            ({ $0.evidence = [RestEvidence(fence: 4)] }, { $0.evidence.map(\.fence) == [4] }),
            ({ $0.unmonitored = [3] }, { $0.unmonitored == [3] }),
            ({ $0.fixOrder = order }, { $0.hasOwnFixOrder && $0.fixOrder == order }),
            ({ $0.lateUntil = time }, { $0.lateUntil == time && $0.mayHaveTimers }),
            ({ $0.held = [waiting] }, { $0.held == [waiting] && $0.mayHaveTimers }),
        ]
        let others: [(inout DeviceState) -> Void] = [
            { $0.wifi = .init(time: time, value: .disconnected) }, { $0.firstWiFi = time },
            { $0.wifiOrder.note(time, .disconnected) },
            { $0.groups = [GroupState(group: 1, isInside: false, since: time)] },
            { $0.retired[yard] = FenceMembership(fence: -1, status: .unknown) },
        ]
        for other in others {
            var device = DeviceState(id: try Identifier("van"))
            other(&device)
            #expect(device.extras.count == 1 && !device.hasUrgentExtras)
            for (change, isRead) in urgent {
                var changed = device
                change(&changed)
                #expect(changed.hasUrgentExtras && isRead(changed) && !isRead(device))
                changed.forgetExtraWhereabouts()
                #expect(changed.hasUrgentExtras == !changed.unmonitored.isEmpty)
            }
        }
    }

    @Test func `what a forgotten place leaves is what it left before`() throws {
        var device = DeviceState(id: try Identifier("van"))
        let time = Timestamp(milliseconds: 5)
        device.wifi = .init(time: time, value: .disconnected)
        device.firstWiFi = time
        device.wifiOrder.note(time, .disconnected)
        device.unmonitored = [3]
        device.groups = [GroupState(group: 1, isInside: false, since: time)]
        device.retired[try Identifier("yard")] = FenceMembership(fence: -1, status: .unknown)
        let fix = Fix(coordinate: try Coordinate(latitude: 52, longitude: 13))
        device.suspect = .init(time: time, value: fix)
        device.held = [Observation(time: time, arrival: time, fix: fix)]
        device.lateUntil = time
        device.evidence = [RestEvidence(fence: 4)]
        device.earlier.append(4, nil)
        device.forgetExtraWhereabouts()
        #expect(device.wifi == nil && device.firstWiFi == nil && device.suspect == nil)
        #expect(device.held.isEmpty && device.lateUntil == nil)
        #expect(device.evidence.isEmpty && device.earlier.isEmpty)
        #expect((device.wifiOrder.last, device.unmonitored, device.groups.count) == (time, [3], 1))
        #expect(device.retired.count == 1)
    }
}
