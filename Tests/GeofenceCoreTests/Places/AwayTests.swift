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

    @Test func `who moves to another town is at home and at work after 24 days`() throws {
        var diary = try SyntheticHistory()
        for day in 0..<21 { diary.officeDay(day) }
        for day in 21..<49 {
            diary.officeDay(day, from: .hotel, at: .beach)
            guard day > 22, day != 44, day != 45 else { continue }
            let labels = diary.labels()
            #expect(labels[.home] == [.home], "day \(day)")
            #expect(labels[.hotel] == [day > 44 ? .home : .other], "day \(day)")
            #expect(labels[.beach] == [day > 44 ? .work : .other], "day \(day)")
        }
    }

    @Test func `who moves house and keeps the work is at home after the fourth night`() throws {
        for move in 84..<91 {
            var diary = try SyntheticHistory()
            for day in 0..<move { diary.officeDay(day) }
            for day in move..<move + 5 { diary.officeDay(day, from: .newHome) }
            let morning = Double(move + 4) * 24 + 12
            #expect(diary.labels(until: morning - 72)[.newHome] == [.other], "day \(move)")
            #expect(diary.labels()[.newHome] == [.home], "day \(move)")
            #expect(diary.labels()[.home] == [.home], "day \(move)")
        }
    }

    @Test func `an hour in the old home makes no holiday of the new one`() throws {
        var diary = try SyntheticHistory()
        for day in 0..<28 { diary.officeDay(day) }
        for day in 28..<36 { diary.officeDay(day, from: .newHome) }
        #expect(diary.labels()[.newHome] == [.home])
        diary.stay(at: .home, 36 * 24 + 1, 36 * 24 + 2)
        #expect(diary.labels()[.newHome] == [.home])
    }

    @Test func `some weeks at a place known before are no move`() throws {
        var diary = try SyntheticHistory()
        for day in 0..<42 {
            guard day % 7 == 6 else {
                diary.officeDay(day)
                continue
            }
            diary.stay(at: .home, Double(day) * 24, Double(day) * 24 + 13)
            diary.stay(at: .cafe, Double(day) * 24 + 13.5, Double(day) * 24 + 17)
            diary.stay(at: .home, Double(day) * 24 + 17.5, Double(day) * 24 + 23.9)
        }
        for day in 42..<63 {
            diary.officeDay(day, from: .cafe)
            #expect(diary.labels()[.cafe] == [.other], "day \(day)")
        }
        for day in 63..<68 { diary.officeDay(day, from: .cafe) }
        #expect(diary.labels()[.cafe] == [.home])
    }

    @Test func `a home is none eight weeks after it was left, less four days, and not before`() throws {
        var diary = try SyntheticHistory()
        for day in 0..<84 { diary.officeDay(day) }
        for day in 84..<147 {
            diary.officeDay(day, from: .newHome)
            guard day > 89, day != 133, day != 134 else { continue }
            #expect(diary.labels()[.home] == [day > 134 ? .other : .home], "day \(day)")
            #expect(diary.labels()[.newHome] == [.home], "day \(day)")
        }
        let old = diary.zones()[.home]
        #expect(old?.scores.home == 0)
    }
}
