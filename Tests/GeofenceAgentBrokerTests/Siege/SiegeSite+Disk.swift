import BenchmarkSupport
import CLibrary
import Foundation

@testable import geofence_agent

extension SiegeSite {
    /// The disk takes nothing for some seconds.
    func failDisk(_ fault: SiegeFault) throws {
        shim?.diskError = fault == .breakDisk ? EIO : ENOSPC
        for _ in 0..<20 {
            try publisher.turn(100)
            try listen()
        }
        if fault == .killOnFullDisk {
            try killAgent()
            shim?.diskError = 0
            try startAgent()
        }
        shim?.diskError = 0
        // One that was starting meanwhile has said that it can't, and a service manager starts it again.
        guard !agent.isRunning, agent.end(within: 1) == 74 else { return }
        try startAgent()
    }

    /// The store is another one when the agent starts again; it says so where it notices, and goes on.
    func damageStore(_ fault: SiegeFault) throws {
        isDamaged = true
        try publisher.turn(20)
        try killAgent()
        var random = SeededGenerator(seed: seed &+ UInt64(record.retained.count))
        let names = ["agent.sqlite", "agent.sqlite-wal"].filter {
            (try? FileManager.default.attributesOfItem(atPath: site.path($0)))?[.size] as? Int ?? 0 > 4096
        }
        guard let name = names.randomElement(using: &random) else { return try startAgent() }
        let file = URL(filePath: site.path(name))
        var bytes = [UInt8](try Data(contentsOf: file))
        switch fault {
        case .flipBits(let count):
            for _ in 0..<count { bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8)) }
        default:
            // Half of a page is as another one was.
            let (from, to) = (random.below(bytes.count / 4096), random.below(bytes.count / 4096))
            for index in 0..<2048 { bytes[to * 4096 + index] = bytes[from * 4096 + index] }
        }
        try Data(bytes).write(to: file)
        try startAgent()
        try awaitRecovery()
    }

    /// The agent works, perhaps after it has ended for a damage that it came upon: a service manager would
    /// start it again.
    private func awaitRecovery() throws {
        for _ in 0..<4 {
            let count = agent.text.ranges(of: "starting").count
            if agent.end(within: 2) == nil, agent.isRunning { return try verifyDamageIsSaid() }
            let code = agent.end(within: 1)
            guard code == 74 || code == 78 else {
                throw Failure(
                    description: "a damaged store ended the agent with \(code ?? 0) at start \(count)"
                )
            }
            try startAgent()
        }
        throw Failure(description: "the agent doesn't start with a damaged store")
    }

    /// Where a store was moved aside, the log says so.
    private func verifyDamageIsSaid() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: site.folder.path)
        guard files.contains(where: { $0.contains(".damaged-") }), !agent.text.contains("damaged") else {
            return
        }
        throw Failure(description: "a store was moved aside, and the log says nothing")
    }
}
