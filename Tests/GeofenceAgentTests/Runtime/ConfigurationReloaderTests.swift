import CLibrary
import Dispatch
import Synchronization
import Testing

@testable import geofence_agent

@Suite(.timeLimit(.minutes(15))) struct RereadingTests {
    private let mailbox = CommandQueue()

    /// What is in a file that takes its time to be read.
    private final class SlowFile: Sendable {
        let text = Mutex<String?>("a")
        let hasBegun = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)

        func read() -> String? {
            let text = text.withLock { $0 }
            hasBegun.signal()
            mayEnd.wait()
            return text
        }
    }

    /// The commands that come within a while.
    private func commands() -> [Command] {
        var descriptors = [pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)]
        return poll(&descriptors, 1, 30_000) == 1 ? mailbox.drain() : []
    }

    private static func text(_ outcome: ConfigurationReloader<String>.Outcome) -> String {
        switch outcome {
        case .again: "again"
        case .done(let value): value ?? "nothing"
        }
    }

    @Test(arguments: ["b", nil]) func `goes on while a file is read, and hands it over then`(_ text: String?)
    {
        let file = SlowFile()
        file.text.withLock { $0 = text }
        let reloader = ConfigurationReloader(mailbox) { file.read() }
        reloader.begin()
        file.hasBegun.wait()
        #expect(mailbox.drain() == [])
        file.mayEnd.signal()
        #expect(commands() == [.reloaded])
        #expect(Self.text(reloader.finish()) == text ?? "nothing")
    }

    @Test func `reads once more what may have changed while it was read`() {
        let file = SlowFile()
        let reloader = ConfigurationReloader(mailbox) { file.read() }
        reloader.begin()
        file.hasBegun.wait()
        file.text.withLock { $0 = "b" }
        for _ in 0..<3 { reloader.begin() }
        file.mayEnd.signal()
        #expect(commands() == [.reloaded])
        #expect(Self.text(reloader.finish()) == "again")
        file.mayEnd.signal()
        #expect(commands() == [.reloaded])
        #expect(Self.text(reloader.finish()) == "b")
    }
}
