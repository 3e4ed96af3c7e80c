import CLibrary
import Foundation
import Testing

@testable import geofence_agent

@Suite(.timeLimit(.minutes(15))) struct MailboxTests {
    private let mailbox = CommandQueue()

    /// Whether the descriptor is readable, at the latest after some milliseconds.
    private func isReadable(within timeout: Int32 = 0) -> Bool {
        var descriptors = [pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)]
        return poll(&descriptors, 1, timeout) == 1 && descriptors[0].revents == Int16(POLLIN)
    }

    @Test func `is empty and unreadable until something is posted`() {
        #expect(mailbox.drain() == [])
        #expect(!isReadable())
    }

    @Test func `gives commands in their order, once`() {
        for command in [Command.reload, .reload, .stop, .reload] { mailbox.post(command) }
        #expect(isReadable())
        #expect(mailbox.drain() == [.reload, .reload, .stop, .reload])
        #expect(!isReadable())
        #expect(mailbox.drain() == [])
    }

    @Test func `wakes a poll from another thread`() {
        Thread.detachNewThread { [mailbox] in mailbox.post(.stop) }
        #expect(isReadable(within: 30_000))
        #expect(mailbox.drain() == [.stop])
    }

    @Test func `loses nothing of many threads, while it is being emptied`() {
        for _ in 0..<4 {
            Thread.detachNewThread { [mailbox] in
                for _ in 0..<500 { mailbox.post(.reload) }
            }
        }
        var taken = 0
        while taken < 2000, isReadable(within: 30_000) { taken += mailbox.drain().count }
        #expect(taken == 2000)
    }

    @Test func `questions come one at a time, and nothing is overtaken`() {
        let questions = ["a", "b"].map { Question($0, [], hidesZones: false) { _ in } }
        mailbox.post(.reload)
        #expect(mailbox.ask(questions[0]))
        mailbox.post(.turn)
        #expect(mailbox.ask(questions[1]))
        mailbox.post(.stop)
        #expect(mailbox.drain() == [.reload, .ask(questions[0])])
        #expect(isReadable())
        #expect(mailbox.drain() == [.turn, .ask(questions[1])])
        #expect(isReadable())
        #expect(mailbox.drain() == [.stop])
        #expect(!isReadable())
    }

    @Test func `as many questions wait as there is room for`() {
        func ask() -> Bool { mailbox.ask(Question("a", [], hidesZones: false) { _ in }) }
        for _ in 0..<CommandQueue.mostQuestions { #expect(ask()) }
        #expect(!ask())
        mailbox.post(.stop)
        #expect(mailbox.drain().count == 1)
        #expect(ask())
        #expect(!ask())
        var taken: [Command] = []
        while isReadable() { taken += mailbox.drain() }
        #expect(taken.count == CommandQueue.mostQuestions + 1)
    }

    @Test func `never blocks a poster, however long nobody looks`() {
        for _ in 0..<66_000 { mailbox.post(.reload) }
        #expect(isReadable())
        #expect(mailbox.drain().count == 66_000)
        #expect(!isReadable())
    }
}
