import CLibrary
import Foundation

@testable import geofence_agent

extension SiegeSite {
    /// Has a fault come.
    func bear(_ fault: SiegeFault) throws {
        try verifyLife()
        switch fault {
        case .kill(let milliseconds):
            try publisher.turn(Int32(milliseconds))
            try killAgent()
            try startAgent()
        case .holdAgent(let milliseconds):
            watch.stopped(for: milliseconds)
            try hold(agent.id, milliseconds)
        case .cut:
            try publisher.turn(1)
            forwarder.cut()
        case .restartBroker: try restartBroker()
        case .killBroker: try killBroker()
        case .holdBroker(let milliseconds):
            try publisher.flush()
            if let process = site.broker.process { try hold(process.processIdentifier, milliseconds) }
        case .cutAfter, .delay, .throttle, .loseUp, .loseDown: try changeWeather(fault)
        case .lie(let lie): try tell(lie)
        case .fillDisk, .breakDisk, .killOnFullDisk: try failDisk(fault)
        case .flipBits, .tearPage: try damageStore(fault)
        case .jump(let hours): try jump(hours)
        case .crowd(let count): try invent(count)
        case .retained(let count): try retain(count)
        case .reloads(let count): try reloadOften(count)
        case .fences(let count): try setFences(count)
        case .fencesRead(let count): try readFences(count)
        case .forget(let count): try forget(count)
        }
    }

    /// Ends the agent on the spot.
    func killAgent() throws {
        watch.look(at: agent, http: http)
        agent.kill()
    }

    func startAgent() throws { agent = try site.agent(environment: shim?.environment ?? [:]) }

    private func hold(_ process: Int32, _ milliseconds: Int) throws {
        kill(process, SIGSTOP)
        usleep(UInt32(milliseconds) * 1000)
        kill(process, SIGCONT)
    }
}

// MARK: - The broker

extension SiegeSite {
    private func restartBroker() throws {
        try publisher.flush()
        try listen()
        site.broker.stop()
        try awaitBroker()
    }

    private func killBroker() throws {
        try awaitAgent()
        try listener.catchUp()
        try listen()
        try saveBroker()
        site.broker.kill()
        try awaitBroker()
    }

    private func awaitBroker() throws {
        try site.broker.start()
        try listener.reconnect()
        try publisher.reconnect()
    }

    /// The broker writes all that it has to its file.
    private func saveBroker() throws {
        let file = site.path("mosquitto.db")
        let before = modified(file)
        guard let process = site.broker.process else { return }
        kill(process.processIdentifier, SIGUSR1)
        for _ in 0..<300 where modified(file) == before { usleep(10_000) }
    }

    private func modified(_ file: String) -> Date? {
        (try? FileManager.default.attributesOfItem(atPath: file))?[.modificationDate] as? Date
    }
}
