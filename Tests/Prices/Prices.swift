@testable import AgentTestSupport
internal import CLibrary
@testable import geofence_agent

/// Runs the search, and ends the program with it.
///
/// It is what `main` of libFuzzer calls first, with which all programs of this build are linked.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>?,
    _ arguments: UnsafeMutableRawPointer?
) -> CInt {
    exit(Prices.run(Array(CommandLine.arguments.dropFirst())))
}

/// What libFuzzer is linked with, and never comes to.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { 0 }

/// Searches the worst input of each reader, and prints what a byte of it costs in each size.
enum Prices {
    private static let sizes = [1000, 10_000, 100_000, 1_000_000]
    /// Seconds below which there is time for the smaller sizes alone, and none for keys that are not named.
    private static let short = 120.0

    /// Runs with arguments: the schema, seconds altogether, a seed, and what names of readers must contain.
    ///
    /// - Returns: how the program exits: 1 where something is too dear.
    static func run(_ arguments: [String]) -> CInt {
        guard arguments.count >= 3, let seconds = Double(arguments[1]), let seed = UInt64(arguments[2]),
            let schema = schema(arguments[0])
        else {
            print("usage: Prices SCHEMA SECONDS SEED [NAME…]")
            return 64
        }
        let wanted = arguments.dropFirst(3)
        let readers = PricedReader.all(schema: schema).filter { reader in
            wanted.isEmpty
                ? seconds >= short || reader.kind != .key : wanted.contains { reader.name.hasPrefix($0) }
        }
        guard !readers.isEmpty else {
            print("no such reader")
            return 64
        }
        print(
            "ns a byte of 1 KB, 10 KB, 100 KB, 1 MB; this machine counts as \(text(Meter.slowness)) times slower"
        )
        let end = wall + seconds
        var problems = 0
        for (index, reader) in readers.enumerated() {
            let share = max(0, end - wall) / Double(readers.count - index)
            problems += report(reader, seed: seed, until: wall + share, isShort: seconds < short) ? 0 : 1
        }
        print(problems == 0 ? "\(readers.count) readers, none too dear" : "\(problems) readers are too dear")
        return problems == 0 ? 0 : 1
    }

    private static func schema(_ path: String) -> JSONValue? {
        guard let contents = try? FileContents(path: path) else { return nil }
        return try? JSONDocument.parse(String(decoding: contents.bytes, as: UTF8.self)).root.value
    }

    private static var wall: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Searches, measures and prints one reader; says whether its price is as stated.
    private static func report(_ reader: PricedReader, seed: UInt64, until end: Double, isShort: Bool) -> Bool
    {
        let isKey = reader.kind == .key
        var search = PriceSearch(reader, seed: seed, isQuick: isShort && isKey)
        let largest = isShort ? isKey ? 10_000 : 100_000 : 1_000_000
        let sizes = sizes.filter { $0 <= min(largest, reader.largest) }
        // What is left for the measuring.
        while wall < end { search.climb(10) }
        var costs = sizes.map { cost(reader, search.worst, $0) }
        var problem = problem(costs, reader, isShort)
        if problem != nil {
            // Another program may have been in the way.
            costs = zip(costs, sizes).map { min($0, cost(reader, search.worst, $1)) }
            problem = self.problem(costs, reader, isShort)
        }
        let columns = costs.map { text($0).padded(to: 9) }.joined()
        if reader.kind != .key || problem != nil || !isShort {
            print("\(reader.name.padded(to: 44))\(columns)  \(problem ?? "")")
        }
        if problem != nil || !isShort { print("    \(search.worst.text)") }
        fflush(nil)
        return problem == nil
    }

    private static func cost(_ reader: PricedReader, _ shape: RepeatedInput, _ size: Int) -> Double {
        Meter.cost(reader, shape.make(size), runs: size < 10_000 ? 4 : 2)
    }

    /// What is wrong with the costs; of a short run growth alone, since clocks say little where others work.
    private static func problem(_ costs: [Double], _ reader: PricedReader, _ isShort: Bool) -> String? {
        for (small, large) in zip(costs, costs.dropFirst()) where large > small * Price.growth {
            return "GROWS by more than \(text(Price.growth)) in ten times as many bytes"
        }
        let limit = Price.stated(reader.kind) * Price.room * Meter.slowness
        guard !isShort, let most = costs.dropFirst().max(), most > limit else { return nil }
        return "DEARER than \(text(limit))"
    }

    private static func text(_ number: Double) -> String {
        number < 100 ? "\((number * 10).rounded() / 10)" : "\(Int(number.rounded()))"
    }
}

extension RepeatedInput {
    /// As it stands in `WorstInput`.
    fileprivate var text: String {
        [start, part, end, close].map { bytes in
            String(decoding: JSONWriter.quoted(String(decoding: bytes, as: UTF8.self)), as: UTF8.self)
        }.joined(separator: ", ")
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
