import Foundation
import Testing

@testable import geofence_agent

/// Who copies SQLite's log into the file of a store.
@Suite struct LogCopierTests {
    private typealias Progress = LogCopier.Progress

    @Test func `the thread does, once it is worth it, and what has come since`() {
        var progress = Progress()
        #expect(progress.logged(999) == .nobody)
        #expect(progress.logged(1000) == .thread)
        progress.didCopy(upTo: 1000)
        #expect(progress.logged(1999) == .nobody)
        #expect(progress.logged(2000) == .thread)
    }

    @Test func `nobody does while the thread does`() {
        var progress = Progress()
        #expect(progress.logged(1200) == .thread)
        #expect(progress.logged(2400) == .nobody)
        #expect(progress.logged(Progress.farTooLong - 1) == .nobody)
        #expect(progress.logged(Progress.farTooLong) == .writer, "it may have come to no end")
        progress.didCopy(upTo: 1200)
        #expect(progress.logged(Progress.long - 1) == .thread)
    }

    @Test func `whoever writes does, where the log is long and little is left`() {
        var progress = Progress()
        #expect(progress.logged(Progress.long) == .thread, "all is left")
        progress.didCopy(upTo: Progress.long)
        #expect(progress.logged(Progress.long + 63) == .writer)
        #expect(progress.logged(Progress.long + 64) == .thread, "it is soon less")
    }

    @Test func `the longer the log, the more whoever writes does`() {
        var progress = Progress()
        let pages = Progress.long + 4000
        #expect(progress.logged(pages - 999) == .thread)
        progress.didCopy(upTo: pages - 999)
        #expect(progress.logged(pages) == .writer)
        #expect(progress.logged(pages + 3) == .thread)
        progress.didCopy(upTo: pages)
        #expect(progress.logged(100_000) == .thread)
        progress.didCopy(upTo: 100_000)
        #expect(progress.logged(102_047) == .writer)
        #expect(progress.logged(102_048) == .thread, "8 MiB at most")
    }

    @Test func `whoever writes does, where the log is far too long`() {
        var progress = Progress()
        #expect(progress.logged(Progress.farTooLong) == .writer)
    }

    @Test func `a log that has begun anew is to be copied from its beginning`() {
        var progress = Progress()
        #expect(progress.logged(3000) == .thread)
        progress.didCopy(upTo: 3000)
        #expect(progress.logged(1200) == .thread)
        progress.didCopy(upTo: 3000)
        #expect(progress.logged(1700) == .thread, "those were pages of the log before")
    }

    @Test func `what can't be copied is tried again`() {
        var progress = Progress()
        #expect(progress.logged(1200) == .thread)
        progress.didCopy(upTo: nil)
        #expect(progress.logged(1201) == .thread)
    }

    /// The agent's own connection copies only what is left at its end.
    @Test func `all that is written is in the file, and no log is left`() throws {
        let folder = try StoreFolder()
        let row = OutboxRow.row(1, "t", String(repeating: "x", count: 4000))
        do {
            let store = try Store(path: folder.path, durability: .process)
            for number in 1...2000 {
                var next = row
                next.number = Int64(number)
                var batch = Batch()
                batch.outgoing = [next]
                try store.commit(batch, time: 1)
            }
            #expect(try store.load().outbox.count == 2000)
        }
        #expect(folder.names.filter { $0.hasPrefix("agent.sqlite-") }.isEmpty)
        #expect(try folder.with { try $0.load().outbox.count } == 2000)
    }

    @Test func `a thread that comes to run after the end finds nothing to do`() throws {
        let folder = try StoreFolder()
        try folder.with { _ in }
        for _ in 0..<100 {
            let copier = try LogCopier(path: folder.path)
            _ = copier.logged(1000)
            copier.close()
        }
    }
}
