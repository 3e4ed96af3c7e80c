import CLibrary

@testable import geofence_agent

extension SiegeSite {
    /// Changes what becomes of the bytes between agent and broker, for some seconds.
    func changeWeather(_ fault: SiegeFault) throws {
        try awaitCalm()
        switch fault {
        case .cutAfter(let bytes): forwarder.weather = .lasting(2000) { $0.bytesLeft = bytes }
        case .delay(let milliseconds):
            forwarder.weather = .lasting(2000) { $0.delay = UInt32(milliseconds) * 1000 }
        case .throttle: forwarder.weather = .lasting(3000) { $0.rate = 1000 }
        case .loseUp: forwarder.weather = .lasting(3000) { $0.swallowed = .up }
        case .loseDown: forwarder.weather = .lasting(3000) { $0.swallowed = .down }
        default: break
        }
    }

    private func awaitCalm() throws {
        while !forwarder.weather.hasEnded {
            try publisher.turn(20)
            try listen()
        }
        // A connection that has lost something is ended within 50 ms.
        try publisher.turn(100)
    }

    /// Has the broker say what none would to the next connection.
    func tell(_ lie: BrokerLie) throws {
        try awaitCalm()
        // An agent that was lied to before may take its time for the next connection.
        let isEnd = lie == .unknownProperty
        forwarder.weather = .lasting(isEnd ? 60_000 : 3000) { $0.lie = lie }
        forwarder.cut()
        guard isEnd else { return }
        // The library ends the process, as docs/operations.md says.
        guard let code = agent.end(within: 60) else {
            throw Failure(description: "the agent lives on with a property that there isn't")
        }
        guard code == -SIGABRT else { throw Failure(description: "the agent ended with \(code)") }
        forwarder.weather = NetworkWeather()
        try startAgent()
    }
}
