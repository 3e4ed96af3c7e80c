import GeofenceCore
import Testing

/// Holidays and moves of house, while they last and afterwards.
@Suite struct AwayTests {
    private static let all: [SyntheticHistory.Place: [ZoneLabel]] = [
        .home: [.home], .work: [.work], .hotel: [.other], .beach: [.other],
    ]

    /// Days at a hotel, from 10:00 to 17:00 at a beach.
    private func holiday(_ days: Range<Int>, _ diary: inout SyntheticHistory) {
        for day in days {
            let start = Double(day) * 24
            diary.stay(at: .hotel, start + (day == days.lowerBound ? 6 : 0), start + 9.8)
            diary.stay(at: .beach, start + 10, start + 17)
            diary.stay(at: .hotel, start + 17.2, start + 23.9)
        }
    }

    @Test(arguments: [14, 28])
    func `in a holiday the hotel is no home and the beach no work, nor after it`(_ before: Int) throws {
        var diary = try SyntheticHistory()
        for day in 0..<before { diary.officeDay(day) }
        holiday(before..<before + 12, &diary)
        for end in diary.ends where end > Double(before + 3) * 24 {
            #expect(diary.labels(until: end) == Self.all, "after \(end) h")
        }
        for day in before + 12..<before + 28 {
            diary.officeDay(day)
            #expect(diary.labels() == Self.all, "day \(day)")
        }
    }

    @Test func `a place that is returned to from home is a second home`() throws {
        var diary = try SyntheticHistory()
        for day in 0..<45 {
            let isAway = (14..<24).contains(day) || day >= 35
            guard isAway else {
                diary.officeDay(day)
                continue
            }
            diary.stay(at: .hotel, Double(day) * 24 + 2, Double(day) * 24 + 23)
        }
        #expect(diary.labels(until: 35 * 24)[.hotel] == [.other])
        #expect(diary.labels() == [.home: [.home], .work: [.work], .hotel: [.home]])
    }

    @Test func `who moves house and keeps the work is at home with the second week there`() throws {
        var diary = try SyntheticHistory()
        for day in 0..<14 { diary.officeDay(day) }
        for day in 14..<23 { diary.officeDay(day, from: .newHome) }
        #expect(diary.labels() == [.home: [.home], .work: [.work], .newHome: [.home]])
    }

    @Test func `who moves to another town is at home and at work after three weeks`() throws {
        var diary = try SyntheticHistory()
        for day in 0..<21 { diary.officeDay(day) }
        for day in 21..<49 {
            diary.officeDay(day, from: .hotel, at: .beach)
            guard day > 22, day != 41 else { continue }
            let labels = diary.labels()
            // The place that was left is no longer recurrent after as many weeks elsewhere.
            #expect(labels[.home] == [day > 41 ? .other : .home], "day \(day)")
            #expect(labels[.hotel] == [day > 41 ? .home : .other], "day \(day)")
            #expect(labels[.beach] == [day > 41 ? .work : .other], "day \(day)")
        }
    }
}
