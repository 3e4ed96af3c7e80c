import Testing

/// What a siege holds against events whose times are not those of an undisturbed run.
@Suite struct SiegeRecordTests {
    private static func record(_ numbers: [Int], status: String? = "outside", late: Bool = false)
        -> SiegeRecord
    {
        var record = SiegeRecord()
        for (index, number) in numbers.enumerated() {
            let id = #""id":"d1/depot/\#(index)/enter""#
            let payload = #"{"event":"enter",\#(id)\#(late ? #","late":true"# : ""),"seq":\#(number)}"#
            record.add(.init(topic: "geofence/event/d1/depot", payload: payload))
        }
        record.retained = [
            status.map { ["geofence/status/d1/depot": #"SoakStatus(status: "\#($0)")"#] } ?? [:]
        ]
        return record
    }

    @Test func `numbers count up by one, and begin anew for a device that was forgotten`() {
        #expect(Self.record([1, 2, 3, 1, 2]).disorder(beside: Self.record([1])) == nil)
    }

    @Test(arguments: [[1, 3], [2], [1, 2, 2], [1, 2, 4]])
    func `a number that is left out, or comes twice, is out of order`(_ numbers: [Int]) {
        #expect(Self.record(numbers).disorder(beside: Self.record([1])) != nil)
    }

    @Test func `a device that is elsewhere in the end is out of order`() {
        #expect(Self.record([1], status: "inside").disorder(beside: Self.record([1])) != nil)
    }

    @Test func `a status that is not there is missed, unless late positions alone have brought it`() {
        let besieged = Self.record([], status: nil)
        #expect(besieged.disorder(beside: Self.record([1])) != nil)
        #expect(besieged.disorder(beside: Self.record([1], late: true)) == nil)
        let inside = Self.record([], status: "inside")
        #expect(inside.disorder(beside: Self.record([1], late: true)) != nil)
    }

    @Test func `a fence that the faults have cleared is nobody's place`() {
        let besieged = Self.record([1], status: "inside")
        #expect(besieged.disorder(beside: Self.record([1]), cleared: ["depot"]) == nil)
        #expect(besieged.disorder(beside: Self.record([1]), cleared: ["yard"]) != nil)
    }
}
