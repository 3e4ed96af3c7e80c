// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Those of the program alone, which nobody depends on: GeofenceCore takes no such flag.
///
/// Each access to a property of a class would ask at run time whether another goes on, for 120 instructions.
/// Tests are built without optimisation, and ask.
let programSettings =
    swiftSettings + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

/// Has libmosquitto find the `read` and `write` of MQTT/CWire, which gold exports only when told to.
let wireLinking: [LinkerSetting] = [
    .unsafeFlags(
        ["-Xlinker", "--export-dynamic-symbol=read", "-Xlinker", "--export-dynamic-symbol=write"],
        .when(platforms: [.linux])
    )
]

let package = Package(
    name: "geofence-agent",
    // Where the standard library comes with the system: the first ones that have InlineArray.
    platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
    products: [
        .executable(name: "geofence-agent", targets: ["geofence-agent"]),
        .library(name: "GeofenceCore", targets: ["GeofenceCore"]),
    ],
    // A program is built from what it was tested with. Package.resolved would say it by the ids of commits,
    // which mirrors of these repositories need not share: so the versions stand here, and that file isn't
    // kept. They bind a package that imports GeofenceCore, too, although it needs none of these.
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CMosquitto",
            pkgConfig: "libmosquitto",
            providers: [.apt(["libmosquitto-dev"])]
        ),
        .systemLibrary(
            name: "CCurl",
            path: "Sources/geofence-agent/Outbound/CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]
        ),
        .target(
            name: "CSQLite",
            path: "Sources/geofence-agent/Store/CSQLite",
            linkerSettings: [.linkedLibrary("sqlite3")]
        ),
        .target(name: "CMapPage", path: "Sources/geofence-agent/LiveMap/Page", exclude: ["page"]),
        .target(name: "CLibrary", path: "Sources/GeofenceCore/CLibrary", swiftSettings: swiftSettings),
        .target(
            name: "GeofenceCore",
            dependencies: ["CLibrary"],
            exclude: ["CLibrary"],
            swiftSettings: swiftSettings
        ),
        .target(name: "CWire", path: "Sources/geofence-agent/MQTT/CWire"),
        .target(
            name: "MQTT",
            dependencies: ["CLibrary", "CMosquitto", "CWire"],
            path: "Sources/geofence-agent/MQTT",
            exclude: ["CWire"],
            swiftSettings: programSettings
        ),
        .executableTarget(
            name: "geofence-agent",
            dependencies: [
                "CCurl",
                "CLibrary",
                "CMapPage",
                "CMosquitto",
                "CSQLite",
                "GeofenceCore",
                "MQTT",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            exclude: ["LiveMap/Page", "MQTT", "Outbound/CCurl", "Store/CSQLite"],
            swiftSettings: programSettings,
            linkerSettings: wireLinking
        ),
        .systemLibrary(name: "CMalloc", path: "Benchmarks/CMalloc"),
        .target(
            name: "BenchmarkSupport",
            dependencies: ["CLibrary"],
            path: "Benchmarks/Support",
            swiftSettings: swiftSettings
        ),
        .target(
            name: "NoiseCorpus",
            dependencies: ["BenchmarkSupport", "CLibrary", "GeofenceCore"],
            path: "Benchmarks/NoiseCorpus",
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "noise-table",
            dependencies: ["BenchmarkSupport", "CLibrary", "GeofenceCore", "NoiseCorpus"],
            path: "Benchmarks/Noise",
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "ways-table",
            dependencies: ["BenchmarkSupport", "CLibrary", "GeofenceCore", "NoiseCorpus"],
            path: "Benchmarks/Ways",
            swiftSettings: swiftSettings
        ),
        .target(
            name: "LifeCorpus",
            dependencies: ["BenchmarkSupport", "CLibrary", "GeofenceCore"],
            path: "Benchmarks/LifeCorpus",
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "life-table",
            dependencies: ["BenchmarkSupport", "CLibrary", "CMalloc", "GeofenceCore", "LifeCorpus"],
            path: "Benchmarks/Life",
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "engine-speed",
            dependencies: ["BenchmarkSupport", "CLibrary", "CMalloc", "GeofenceCore"],
            path: "Benchmarks/EngineSpeed",
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "GeofenceCoreTests",
            dependencies: ["BenchmarkSupport", "CLibrary", "GeofenceCore"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "LifeCorpusTests",
            dependencies: ["GeofenceCore", "LifeCorpus"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "NoiseCorpusTests",
            dependencies: ["BenchmarkSupport", "CLibrary", "GeofenceCore", "NoiseCorpus"],
            swiftSettings: swiftSettings
        ),
        // What drives an agent without a broker: for the tests and for what is fuzzed.
        .testTarget(
            name: "AgentTestSupport",
            dependencies: ["geofence-agent", "GeofenceCore"],
            path: "Tests/Support",
            swiftSettings: swiftSettings
        ),
        // Two modules, since a compiler reads each with one core.
        .testTarget(
            name: "AgentReadingTests",
            dependencies: [
                "AgentTestSupport", "BenchmarkSupport", "CLibrary", "geofence-agent", "GeofenceCore", "MQTT",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "GeofenceAgentTests",
            dependencies: [
                "AgentTestSupport", "BenchmarkSupport", "CLibrary", "geofence-agent", "GeofenceCore", "MQTT",
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "GeofenceAgentBrokerTests",
            dependencies: [
                "AgentTestSupport", "BenchmarkSupport", "CLibrary", "geofence-agent", "GeofenceCore", "MQTT",
            ],
            swiftSettings: swiftSettings,
            linkerSettings: wireLinking
        ),
        .testTarget(
            name: "Fuzzing",
            dependencies: ["AgentTestSupport", "CLibrary", "geofence-agent", "GeofenceCore", "MQTT"],
            exclude: ["Corpus", "Dictionaries", "README.md"] + fuzzTargets,
            sources: ["Properties", "StoredCorpus", "CorpusTests.swift", "StoredCorpusTests.swift"],
            swiftSettings: swiftSettings
        ),
    ]
)

// MARK: - Fuzzing

/// What scripts/fuzz builds and runs: programs of libFuzzer, one folder each in Tests/Fuzzing.
var fuzzTargets: [String] {
    [
        "FuzzConfiguration", "FuzzFences", "FuzzPackets", "FuzzPayload", "FuzzRequest", "FuzzRuntime",
        "FuzzStored", "FuzzTrack",
    ]
}

/// Of the agent, what reads bytes from outside, and what becomes of them up to the outbox: without the loop,
/// the store's database, HTTP and the command line, and so without dependencies, in a fraction of the time.
var fuzzedSources: [String] {
    let folders = [
        "CSV", "Configuration", "FenceFiles", "Geocoding", "Intake", "Itineraries", "JSON", "Maps", "Outputs",
        "Payloads",
        "Places",
        "Points",
        "Reports", "Requests", "Routing", "Tracking", "XML",
    ]
    let subfolders = ["Commands/Replay/Tracks"]
    let files = [
        "AgentVersion", "Commands/String+Padding", "History/FenceVersion", "History/HistoryBatch",
        "History/HistoryEvent",
        "History/HistoryNetwork", "History/HistoryRange",
        "History/HistoryPosition", "History/PositionCoder", "History/PositionRun",
        "History/HistoryVisit", "History/Import/HistoryCell", "Outbound/OutboundAnswer",
        "Outbound/OutboundDesk", "Outbound/OutboundQuestion", "Outbound/OutboundReading",
        "Outbound/OutboundRequest",
        "Operations/Histogram", "Operations/Latencies", "Operations/LogKind",
        "Outbound/ServiceURL", "Runtime/Agent",
        "Runtime/Agent+Checkpoint", "Runtime/Agent+ClosingFences", "Runtime/Agent+FenceVersions",
        "Runtime/Agent+Gathering",
        "Runtime/Agent+Inputs",
        "Runtime/Agent+Recovery", "Runtime/Agent+Remarks", "Runtime/Agent+RunningChange",
        "Runtime/Agent+Work",
        "Runtime/AgentSettings",
        "Runtime/AgentSettings+Configuration", "Runtime/Clock", "Runtime/ConfiguredFences",
        "Runtime/DecisionLog",
        "Runtime/FenceListChange", "Runtime/Optional+Lesser",
        "Runtime/Loop/CommandQueue", "Runtime/Loop/Doorbell", "Runtime/Loop/Question",
        "Runtime/Loop/ShardFilter", "Runtime/Loop/SourceEchoes",
        "Runtime/PendingCheckpoint", "Runtime/Shards/DeviceParcel",
        "Runtime/String+Printable", "Store/Batch", "Store/Checkpoint",
        "Store/NumberQueue",
        "Store/Outbox", "Store/Outbox+Pair", "Store/OutboxRow", "Store/PackedBytes", "Store/PackedRows",
        "Store/RetainedRows", "Store/StoreFailure", "Store/TopicBytes",
        "Store/StoreVersion", "Store/StoredState",
        "History/HistoryMark", "Past/ExplanationQuestion", "Past/PastDesk", "Past/PastInquiry",
        "Past/PastQuestion",
        "Past/ReportQuestion", "WhatIf/WhatIfQuestion",
    ]
    return folders + subfolders + files.map { "\($0).swift" }
}

// With GEOFENCE_FUZZ set there are only these programs, linked with a library of the sources above.
// AddressSanitizer watches the reads that the optimiser leaves unchecked. "long" is optimised, for the number
// of runs; "short" is not: for some thousand runs the optimiser would take four times as long as it spares.
if let kind = Context.environment["GEOFENCE_FUZZ"] {
    let isLong = kind == "long"
    let sanitizers = "-sanitize=fuzzer,address"
    let watched =
        swiftSettings + [.unsafeFlags([sanitizers, isLong ? "-O" : "-Onone", "-gline-tables-only"])]
    package.products = []
    package.dependencies = []
    package.targets = [
        package.targets[0],
        .target(name: "CLibrary", path: "Sources/GeofenceCore/CLibrary", swiftSettings: watched),
        .target(
            name: "GeofenceCore",
            dependencies: ["CLibrary"],
            exclude: ["CLibrary"],
            swiftSettings: watched
        ),
        // Sanitizers have a `read` and a `write` of their own.
        .target(
            name: "CWire",
            path: "Sources/geofence-agent/MQTT/CWire",
            cSettings: [.define("WIRE_PASSES")]
        ),
        .target(
            name: "MQTT",
            dependencies: ["CLibrary", "CMosquitto", "CWire"],
            path: "Sources/geofence-agent/MQTT",
            exclude: ["CWire"],
            swiftSettings: watched
        ),
        .target(
            name: "geofence-agent",
            dependencies: ["CLibrary", "CMosquitto", "GeofenceCore", "MQTT"],
            exclude: ["MQTT", "Outbound/CCurl"],
            sources: fuzzedSources,
            swiftSettings: watched
        ),
        .target(
            name: "AgentTestSupport",
            dependencies: ["geofence-agent", "GeofenceCore"],
            path: "Tests/Support",
            swiftSettings: watched
        ),
        .target(
            name: "FuzzProperties",
            dependencies: ["AgentTestSupport", "CLibrary", "geofence-agent", "GeofenceCore", "MQTT"],
            path: "Tests/Fuzzing/Properties",
            swiftSettings: watched
        ),
    ]
    // scripts/prices runs what the last of them searches.
    let programs =
        fuzzTargets.map { ($0, path: "Tests/Fuzzing/\($0)") }
        + (isLong ? [("Prices", path: "Tests/Prices")] : [])
    package.targets += programs.map { name, path in
        .executableTarget(
            name: name,
            dependencies: [
                "AgentTestSupport", "CLibrary", "FuzzProperties", "geofence-agent", "GeofenceCore",
            ],
            path: path,
            swiftSettings: watched + [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags([sanitizers, "-use-ld=lld"])]
        )
    }
}

// MARK: - The library alone

// With GEOFENCE_LIBRARY set there are only GeofenceCore and its tests, which need nothing but Swift: for
// systems that the agent was never tried on.
if Context.environment["GEOFENCE_LIBRARY"] != nil {
    let names = [
        "CLibrary", "GeofenceCore", "BenchmarkSupport", "NoiseCorpus", "LifeCorpus", "GeofenceCoreTests",
        "NoiseCorpusTests", "LifeCorpusTests",
    ]
    package.products = package.products.filter { $0.name == "GeofenceCore" }
    package.dependencies = []
    package.targets = package.targets.filter { names.contains($0.name) }
}
