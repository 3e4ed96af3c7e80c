import BenchmarkSupport

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
    /// Strangers, retained messages and reloads come in masses.
    case masses

    /// How much of what comes out can be held against an undisturbed run.
    enum Comparison { case everything, nothing }

    /// A damaged store has lost something, a clock that jumps ends holds, and who is known of a crowd is
    /// chance.
    var comparison: Comparison {
        switch self {
        case .kills, .network, .disks: .everything
        case .damage, .clocks, .masses: .nothing
        }
    }

    /// Seconds that the loop may work without looking up; a configuration that is read again has it look at
    /// all devices, which takes its time in a build for tests.
    var longestTurn: Double { self == .masses ? 10 : 1 }

    /// Whether the agent runs with a clock and a disk that the siege has in its hands.
    var needsShim: Bool { self == .disks || self == .clocks }

    /// The faults of a round, by the index of the step that they come before.
    func faults(_ steps: Int, _ random: inout SeededGenerator, _ plan: SiegePlan) -> [Int: [SiegeFault]] {
        var faults: [Int: [SiegeFault]] = [:]
        func add(_ fault: SiegeFault) { faults[random.below(steps), default: []].append(fault) }
        switch self {
        case .kills: for _ in 0..<(plan.minutes == nil ? 4 : 16) { add(killing(&random)) }
        case .network: for _ in 0..<10 { add(network(&random)) }
        case .disks: for _ in 0..<6 { add(disk(&random)) }
        case .damage: for _ in 0..<6 { add(damage(&random)) }
        case .clocks:
            for _ in 0..<4 { add(.jump(hours: [-24, 24][random.below(2)])) }
            for _ in 0..<3 { add(killing(&random)) }
        case .masses:
            add(.crowd(plan.crowd))
            add(.retained(plan.crowd / 10))
            add(.reloads(plan.reloads))
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
