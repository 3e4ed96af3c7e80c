import Dispatch
import Testing

/// Runs each test of a suite on a thread of its own, a few at a time.
///
/// These tests block while they wait; on the threads of Swift's concurrency, one a core, they would keep all
/// others from running.
struct SideBySide: SuiteTrait, TestTrait, TestScoping {
    private static let turnstile = Turnstile(places: 6)

    var isRecursive: Bool { true }

    /// The tests and their cases, not the suites about them.
    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let isLong = test.traits.contains { $0 is LongTest }
        // Already the wait for a place: on the threads of all it would begin once no other test is left
        // there.
        try await withTaskExecutorPreference(OwnThread()) {
            await Self.turnstile.enter(first: isLong)
            do {
                try await function()
            } catch {
                await Self.turnstile.leave()
                throw error
            }
            await Self.turnstile.leave()
        }
    }
}

extension Trait where Self == SideBySide {
    /// Each test on a thread of its own, a few at a time.
    static var sideBySide: Self { Self() }
}

/// Tests that wait most of their time, and so begin before all that only compute.
struct BeforeOthers: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withoutActuallyEscaping(function) { function in
            try await Task(priority: .high) { try await function() }.value
        }
    }
}

extension Trait where Self == BeforeOthers {
    /// Begins before all others.
    static var beforeOthers: Self { Self() }
}

/// A test of half a minute: where it came last, all others would be over long before it.
struct LongTest: SuiteTrait, TestTrait {
    var isRecursive: Bool { true }
}

extension Trait where Self == LongTest {
    /// Does not wait behind the others.
    static var long: Self { Self() }
}

/// Lets so many in; who comes then waits until somebody leaves.
private actor Turnstile {
    private var places: Int
    private var waiting: ArraySlice<CheckedContinuation<Void, Never>> = []
    private var first: ArraySlice<CheckedContinuation<Void, Never>> = []

    init(places: Int) { self.places = places }

    func enter(first isFirst: Bool) async {
        guard places == 0 else { return places -= 1 }
        await withCheckedContinuation { if isFirst { first.append($0) } else { waiting.append($0) } }
    }

    /// Leaves the place to whoever has waited longest.
    func leave() {
        guard let next = first.popFirst() ?? waiting.popFirst() else { return places += 1 }
        next.resume()
    }
}

/// A thread that may be blocked: a serial queue of Dispatch, which starts one more where all are busy.
private final class OwnThread: TaskExecutor {
    private let queue = DispatchQueue(label: "a test that waits")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
