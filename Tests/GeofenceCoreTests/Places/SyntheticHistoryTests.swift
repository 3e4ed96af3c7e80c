import GeofenceCore
import Testing

/// Home and work from the first day on, in lives that are no office life.
@Suite struct DiaryTests {
    /// Five nights a week from 22:00 to 6:00, and a café on some afternoons.
    private func nights(weeks: Int) throws -> SyntheticHistory {
        var diary = try SyntheticHistory()
        var free = 0.0
        for day in 0..<7 * weeks where day % 7 < 5 {
            let start = Double(day) * 24
            if day % 7 == 1 || day % 7 == 3 {
                diary.stay(at: .home, free, start + 17)
                diary.stay(at: .cafe, start + 17, start + 19)
                free = start + 19
            }
            diary.stay(at: .home, free, start + 22)
            diary.stay(at: .work, start + 22, start + 30)
            free = start + 30
        }
        return diary
    }

    @Test(arguments: 0..<7)
    func `the work place of a new night worker is at no moment called home`(_ day: Int) throws {
        let diary = try nights(weeks: 4)
        let start = Double(day) * 24
        for end in diary.ends where end > start {
            let labels = diary.labels(from: start, until: end)
            #expect(labels[.work]?.contains(.home) != true, "day \(day), after \(end) h")
            #expect(labels[.home]?.contains(.work) != true, "day \(day), after \(end) h")
        }
        let expected: [SyntheticHistory.Place: [ZoneLabel]] = [
            .home: [.home], .work: [.work], .cafe: [.other],
        ]
        #expect(diary.labels(from: start) == expected)
    }

    @Test func `a work place so near home that it is a zone of its own is work`() throws {
        var diary = try SyntheticHistory()
        for day in 0..<21 { diary.officeDay(day, at: .study) }
        #expect(diary.labels() == [.home: [.home], .study: [.work]])
    }

    @Test func `both scores are told of every zone, whatever it is called`() throws {
        var diary = try SyntheticHistory()
        for day in 0..<21 {
            let start = Double(day) * 24
            diary.stay(at: .home, start, start + 8)
            diary.stay(at: .home, start + 12, start + 16)
            diary.stay(at: .cafe, start + 16, start + 20)
        }
        let zones = diary.zones()
        #expect(zones[.home]?.labels == [.home] && zones[.cafe]?.labels == [.work])
        #expect(zones[.home]?.scores.work ?? 0 > 0.2)
    }

    @Test func `shifts around the clock are work`() throws {
        var diary = try SyntheticHistory()
        for day in stride(from: 0, to: 42, by: 3) {
            let start = Double(day) * 24
            diary.stay(at: .work, start + 8, start + 32)
            diary.stay(at: .home, start + 32.5, start + 51)
            diary.stay(at: .cafe, start + 51.5, start + 53)
            diary.stay(at: .home, start + 53.5, start + 79.5)
        }
        #expect(diary.labels() == [.home: [.home], .work: [.work], .cafe: [.other]])
    }

    @Test func `a day and a night at a time, once a week, are no work`() throws {
        var diary = try SyntheticHistory()
        for day in 0..<42 {
            guard day % 7 == 5 else {
                diary.officeDay(day)
                continue
            }
            diary.stay(at: .home, Double(day) * 24, Double(day) * 24 + 9)
            diary.stay(at: .cafe, Double(day) * 24 + 9.5, Double(day) * 24 + 33)
        }
        #expect(diary.labels()[.cafe] == [.other])
    }
}
