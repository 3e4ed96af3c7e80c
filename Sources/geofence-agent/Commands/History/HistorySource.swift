import GeofenceCore

/// Opens what commands read of the past.
enum HistorySource {
    /// The reader for a configuration's store.
    ///
    /// - Throws: the exit code, after the reason has been reported: 75 where another program has the
    ///   store for itself, 65 where it has no history, 74 where it can't be read.
    static func reader(_ configuration: Configuration) throws -> HistoryReader {
        do throws(HistoryReader.Failure) {
            return try HistoryReader(path: configuration.store.path)
        } catch {
            throw report(error).exitCode
        }
    }

    /// Runs what reads, and reports where it fails.
    static func reading(_ body: () throws(HistoryReader.Failure) -> Void) throws {
        do throws(HistoryReader.Failure) {
            try body()
        } catch {
            throw report(error).exitCode
        }
    }

    private static func report(_ failure: HistoryReader.Failure) -> ExitStatus {
        StandardError.print("\(failure)")
        switch failure {
        case .none: return .inputData
        case .locked: return .storeLocked
        case .unreadable: return .disk
        }
    }

    /// The device of that name, or all; exit code 65 where nothing is kept of it.
    static func devices(_ name: String?, in reader: HistoryReader) throws -> [HistoryDevice] {
        var devices: [HistoryDevice] = []
        try reading { () throws(HistoryReader.Failure) in devices = try reader.devices() }
        guard let name else { return devices }
        if let device = devices.first(where: { $0.id.description == name }) { return [device] }
        let nearest = NearestName.of(name, among: devices.map(\.id.description))
        let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
        StandardError.print("the history holds nothing of a device \"\(name)\"\(hint)")
        throw ExitStatus.inputData.exitCode
    }
}
