import Testing

@testable import geofence_agent

@Suite struct SchedulerTests {
    private let doorbell = Doorbell()

    /// One that waits for 16 KiB, after many messages; and the time then.
    private static func busy() -> (scheduler: Scheduler, uptime: Int64) {
        var (scheduler, uptime) = (Scheduler(.process), Int64(0))
        for _ in 0..<700 {
            uptime += 1
            scheduler.coalescer.didWait(inVain: false, uptime)
            scheduler.coalescer.note(messages: 10, wantAnswers: true, uptime)
        }
        return (scheduler, uptime)
    }

    /// Waits so many milliseconds at most for what doesn't come, often enough for two windows.
    private func waterAfterWaits(of milliseconds: Int64, fullWindow: Int = 0) -> Int32 {
        var (scheduler, uptime) = Self.busy()
        for _ in 0..<100 {
            uptime += 2
            scheduler.wait(
                for: .init(
                    mailbox: doorbell.descriptor,
                    fullWindow: fullWindow,
                    until: uptime + milliseconds
                ),
                atMost: 1000,
                uptime
            )
            scheduler.coalescer.note(messages: 20, wantAnswers: true, uptime)
        }
        return scheduler.coalescer.lowWater
    }

    @Test func `a whole wait in vain shows that the broker doesn't send as much`() {
        #expect(waterAfterWaits(of: 1000) < 16_384)
    }

    @Test func `one that something else cuts short does not`() {
        #expect(waterAfterWaits(of: 1) == 16_384)
    }

    @Test func `one with a full window does not`() {
        #expect(waterAfterWaits(of: 1000, fullWindow: 100) == 16_384)
    }

    @Test func `another connection begins anew, and waits for the disk as the last one did`() {
        for (durability, longest) in [(.process, 12), (.power, 30)] as [(StoreSettings.Durability, Int64)] {
            var scheduler = Scheduler(durability)
            scheduler.mayHaveMore = true
            for uptime in Int64(1)...300 {
                scheduler.coalescer.note(messages: 10, wantAnswers: true, uptime)
            }
            #expect(scheduler.coalescer.isOn)
            #expect(scheduler.coalescer.longest == 3)
            scheduler.connectionLost()
            #expect(!scheduler.mayHaveMore && !scheduler.coalescer.isOn)
            for uptime in Int64(301)...500 {
                scheduler.coalescer.note(messages: 2, wantAnswers: true, uptime)
            }
            #expect(scheduler.coalescer.isOn)
            #expect(scheduler.coalescer.longest == longest)
        }
    }

    /// After a wait for what doesn't come: one where so many messages came in each millisecond until then.
    private func afterWait(
        of milliseconds: Int64 = 1000,
        messages: Int = 10,
        areAwaited: Bool = false,
        mayRead: Bool = true,
        fullWindow: Int = 0
    ) -> (scheduler: Scheduler, uptime: Int64) {
        var (scheduler, uptime) = (Scheduler(.process), Int64(0))
        for _ in 0..<300 {
            uptime += 1
            scheduler.coalescer.note(messages: messages, wantAnswers: areAwaited, uptime)
        }
        let wait = Scheduler.Wait(
            mailbox: doorbell.descriptor,
            mayRead: mayRead,
            fullWindow: fullWindow,
            until: uptime + milliseconds
        )
        scheduler.wait(for: wait, atMost: messages == 0 ? 1 : 1000, uptime)
        return (scheduler, uptime)
    }

    @Test func `what may not be read is looked at every ten milliseconds, whatever else is waited for`() {
        let (scheduler, _) = Self.busy()
        for fullWindow in [0, 10, 100] {
            let wait = Scheduler.Wait(
                mailbox: doorbell.descriptor,
                mayRead: false,
                fullWindow: fullWindow,
                until: 0
            )
            #expect(scheduler.patience(wait, 1000) == 10)
            #expect(scheduler.patience(wait, 5) == 5)
        }
        #expect(scheduler.patience(.init(mailbox: doorbell.descriptor, until: 0), 1000) == 3)
        #expect(Scheduler(.process).patience(.init(mailbox: doorbell.descriptor, until: 0), 1000) == 1000)
    }

    @Test func `more may be held back behind what has gathered for as long as it may`() {
        var (scheduler, uptime) = afterWait()
        #expect(scheduler.mayBeHeldBack(uptime))
        scheduler.wait(for: .init(mailbox: doorbell.descriptor, until: uptime), atMost: 1000, uptime)
        #expect(!scheduler.mayBeHeldBack(uptime), "the next wait is another one")
    }

    @Test func `a broker that holds nothing back is left alone, until there is another connection`() {
        var (scheduler, uptime) = afterWait()
        for _ in 0..<4 { scheduler.heldBack.note(gathered: 10, heldBack: 0, uptime) }
        #expect(!scheduler.mayBeHeldBack(uptime))
        scheduler.connectionLost()
        #expect(scheduler.heldBack.isDue(uptime))
        #expect(!scheduler.mayBeHeldBack(uptime), "nothing of it has gathered yet")
    }

    @Test func `nothing is looked for where nothing gathered, answers are awaited or the window is full`() {
        for (scheduler, uptime) in [
            afterWait(of: 1), afterWait(messages: 0), afterWait(areAwaited: true), afterWait(mayRead: false),
            afterWait(fullWindow: 100),
        ] {
            #expect(!scheduler.mayBeHeldBack(uptime))
        }
    }
}
