import CLibrary

@testable import geofence_agent

extension SiegeSite {
    /// Devices that nobody has heard of report once each.
    func invent(_ count: Int) throws {
        for number in 0..<count {
            let place = #""lat":\#(Double(number % 100) / 100),"lon":\#(Double(number % 77) / 77)"#
            try publisher.send("crowd/x\(number)/location", "{\(place)}", qos: 0)
            if number % 500 == 499 {
                try publisher.awaitWritten()
                try listen()
            }
            if number % 5000 == 4999 { try awaitAgent() }
        }
        try awaitAgent()
        watch.look(at: agent, http: http)
    }

    /// The configuration is read again and again while messages come.
    func reloadOften(_ count: Int) throws {
        for number in 0..<count {
            try configure(number % SiegeConfiguration.count)
            agent.send(SIGHUP)
            for device in 0..<20 {
                try publisher.send("crowd/y\(device)/location", #"{"lat":1.\#(number),"lon":2}"#)
            }
            try publisher.flush()
            try publisher.turn(20)
            try listen()
        }
        try configure(0)
        agent.send(SIGHUP)
        try awaitAgent()
        watch.look(at: agent, http: http)
    }

    /// So many fences come among the crowd by requests, change, and go.
    func setFences(_ count: Int) throws {
        for radius in [90, 120] {
            // Of 1 MB at most.
            for start in stride(from: 0, to: count, by: 12_000) {
                let fences = (start..<min(count, start + 12_000)).map {
                    SiegeConfiguration.fence($0, radius: radius)
                }
                try ask("fence/set", #"{"fences":[\#(fences.joined(separator: ","))]}"#)
            }
        }
        try ask("fence/set", #"{"id":"round","latitude":0.5,"longitude":0.5,"radius":200000}"#)
        try ask("fence/clear", #"{"type":"custom"}"#)
    }

    /// The configuration has so many fences, others in their places, and none of them.
    func readFences(_ count: Int) throws {
        for radius in [90, 120] { try reload(0, fences: count, radius: radius) }
        try reload(0)
        watch.look(at: agent, http: http)
    }

    /// So many devices of the crowd are forgotten.
    func forget(_ count: Int) throws {
        for number in 0..<count { try ask("device/forget", #"{"device":"x\#(number)"}"#) }
    }

    private func ask(_ command: String, _ payload: String) throws {
        try publisher.request("geofence/request/\(command)", payload, answer: "answers/masses/\(command)")
        try awaitAgent()
        watch.look(at: agent, http: http)
    }
}
