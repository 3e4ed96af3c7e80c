import BenchmarkSupport

@testable import geofence_agent

/// What goes wrong in a round.
enum SiegeKind: String, CaseIterable {
    /// The agent and the broker are killed, stopped and started again.
    case kills
    /// The way between them is bad, and what comes over it.
    case network
    /// The disk is full, or fails.
    case disks
    /// The store is damaged.
    case damage
    /// The wall clock jumps.
    case clocks
    /// Strangers, retained messages, fences and reloads come in masses, and meet limits.
    case masses
    /// The same without limits.
    case crowds
    /// A broker has retained a position of each of very many devices.
    case retained

    /// How much of what comes out can be held against an undisturbed run.
    enum Comparison {
        case everything
        /// Events have no gap, and no id twice; where all devices have gone in the end, statuses say so.
        case order
        case nothing
    }

    /// A damaged store has lost something, a clock that jumps ends holds, and who is known of a crowd is
    /// chance.
    var comparison: Comparison {
        switch self {
        case .kills, .network, .disks: .everything
        case .damage: .nothing
        case .clocks, .masses, .crowds, .retained: .order
        }
    }

    /// Seconds that the loop may work without looking up.
    func longestTurn(_ plan: SiegePlan) -> Double {
        switch self {
        case .masses where !plan.hasOwnAgent: 10
        case .crowds where !plan.hasOwnAgent, .retained where !plan.hasOwnAgent: 60
        default: 1
        }
    }

    /// Kibibytes of memory that the agent may have more than without faults: for each device that a round
    /// invents, and for what a change of fences or a large request needs at once.
    func memory(_ plan: SiegePlan) -> Int {
        Self.kibibytesAtOnce + Self.kibibytesADevice * invented(plan)
    }

    /// A device with everything on has 3 to 5 KiB of the heap; what was free in between counts, too.
    private static let kibibytesADevice = 8
    private static let kibibytesAtOnce = 65_536

    /// Devices that a round invents; where there are limits, too few to count.
    private func invented(_ plan: SiegePlan) -> Int {
        switch self {
        case .crowds: plan.crowd + plan.crowd / 10
        case .retained: plan.retained
        case .kills, .network, .disks, .damage, .clocks, .masses: 0
        }
    }

    /// Whether strangers meet limits.
    var hasLimits: Bool { self != .crowds && self != .retained }

    /// Whether the agent runs with a clock and a disk that the siege has in its hands.
    var needsShim: Bool { self == .disks || self == .clocks }

    /// The faults of a round, by the index of the step that they come before.
    func faults(_ steps: Int, _ random: inout SeededGenerator, _ plan: SiegePlan) -> [Int: [SiegeFault]] {
        var faults: [Int: [SiegeFault]] = [:]
        func add(_ fault: SiegeFault, from first: Int = 0) {
            faults[first + random.below(steps - first), default: []].append(fault)
        }
        switch self {
        case .kills: for _ in 0..<(plan.minutes == nil ? 4 : 16) { add(killing(&random)) }
        case .network: for _ in 0..<10 { add(network(&random)) }
        case .disks: for _ in 0..<6 { add(disk(&random)) }
        case .damage: for _ in 0..<6 { add(damage(&random)) }
        case .clocks:
            for _ in 0..<4 { add(.jump(hours: [-24, 24][random.below(2)])) }
            for _ in 0..<3 { add(killing(&random)) }
        case .retained: add(.retained(plan.retained))
        case .masses, .crowds:
            // Where strangers come before the fleet, limits refuse the fleet.
            add(.crowd(plan.crowd), from: steps / 2)
            add(.retained(plan.crowd / 10), from: steps / 2)
            // What meets the crowd comes behind it.
            let last = faults.keys.max() ?? 0
            faults[last, default: []] += [
                .fences(min(15_000, plan.crowd / 10)), .fencesRead(min(10_000, plan.crowd / 10)), .forget(3),
                .reloads(plan.reloads),
            ]
        }
        return faults
    }

    private func killing(_ random: inout SeededGenerator) -> SiegeFault {
        switch random.below(10) {
        case 0: .cut
        case 1: .restartBroker
        case 2: .killBroker
        case 3: .holdBroker(50 + random.below(1500))
        case 4: .holdAgent(50 + random.below(1500))
        default: .kill(after: random.below(40))
        }
    }

    private func network(_ random: inout SeededGenerator) -> SiegeFault {
        switch random.below(9) {
        case 0, 1, 2: .cutAfter(bytes: 1 + random.below(20_000))
        case 3: .delay(5 + random.below(40))
        case 4: .throttle
        case 5: .loseUp
        case 6: .loseDown
        default: .lie(BrokerLie.allCases[random.below(BrokerLie.allCases.count)])
        }
    }

    private func disk(_ random: inout SeededGenerator) -> SiegeFault {
        switch random.below(4) {
        case 0, 1: .fillDisk
        case 2: .breakDisk
        default: .killOnFullDisk
        }
    }

    private func damage(_ random: inout SeededGenerator) -> SiegeFault {
        random.below(2) == 0 ? .flipBits(1 + random.below(20)) : .tearPage
    }
}
