import ArgumentParser

/// Writes what files hold to the history, and shows how far it is.
///
/// A class, since the import hands its rows and problems on while it reads.
final class HistoryImportWriter {
    /// How many rows the history didn't have.
    private(set) var count = HistoryCount()
    private let store: Store
    private var progress: Progress
    private var failure: StoreFailure?

    /// Opens the store.
    ///
    /// - Throws: the exit code for a store that can't be written, after it has been reported.
    init(_ settings: StoreSettings, _ files: [String]) throws(ExitCode) {
        let sizes = files.compactMap { FileIdentity.size(of: $0).map(Int.init) }
        progress = Progress(of: sizes.count == files.count ? sizes.reduce(0, +) : nil)
        do throws(StoreFailure) {
            store = try Store(path: settings.path, durability: settings.durability, keepsHistory: true) {
                if $0 == 0 { StandardError.print("positions of an earlier version are put into runs") }
            }
        } catch {
            throw Self.report(error)
        }
    }

    /// Reads files and writes their rows.
    ///
    /// - Throws: the exit code for a store that can't be written, after it has been reported.
    func read(_ files: [String], _ imported: inout HistoryImport) throws(ExitCode) {
        var before = 0
        imported.sink = { [self] in write($0) }
        imported.reporter = { [self] problem in
            progress.wipe()
            StandardError.print("\(problem)")
        }
        for file in files where failure == nil {
            imported.reached = { [self] in progress.update(before + $0) }
            imported.read(file)
            before += FileIdentity.size(of: file).map(Int.init) ?? 0
        }
        imported.flush()
        progress.wipe()
        if let failure { throw Self.report(failure) }
    }

    /// False where the store can't be written.
    private func write(_ batch: HistoryBatch) -> Bool {
        do throws(StoreFailure) {
            let new = try store.add(batch)
            count.positions += new.positions
            count.networks += new.networks
            count.events += new.events
            count.visits += new.visits
            return true
        } catch {
            failure = failure ?? error
            return false
        }
    }

    private static func report(_ failure: StoreFailure) -> ExitCode {
        StandardError.print("\(failure)")
        return ExitStatus(failure).exitCode
    }
}
