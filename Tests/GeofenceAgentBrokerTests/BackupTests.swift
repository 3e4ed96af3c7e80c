import CLibrary
import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// `backup` and `restore`: a copy of the store while the agent runs, and the way back.
    @Suite final class BackupTests {
        private let site: Site
        private let client: Client
        private let file: String

        init() throws {
            site = try Site()
            client = try site.client()
            file = try site.configure()
            try client.subscribe("geofence/#")
        }

        private func run(_ command: String, _ arguments: String...) throws -> (code: Int32, errors: String) {
            let result = try AgentProcess.run([command] + arguments + ["--config", file])
            return (result.code, result.errors)
        }

        private var copy: String { site.path("copy.sqlite") }

        /// An agent with a van in the depot, and a fence set at run time.
        private func busyAgent() throws -> AgentProcess {
            let agent = try site.connectedAgent(client)
            try client.move("van", 52.6, at: 1_760_000_000)
            try client.move("van", 52.5, at: 1_760_000_060)
            try client.message("geofence/event/van/depot", containing: #""event":"enter""#)
            return agent
        }

        @Test(arguments: [false, true])
        func `a copy made while the agent runs takes it back to that moment`(_ hasHistory: Bool) throws {
            if hasHistory { try site.configure(more: #", "history": {}"#) }
            let agent = try busyAgent()
            let made = try run("backup", copy)
            #expect(made.code == 0, "\(made.errors)")
            #expect(agent.text.contains("the store is copied"))
            let left = try FileManager.default.contentsOfDirectory(atPath: site.folder.path)
            #expect(!left.contains { $0.contains(".backup") }, "\(left)")
            let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            try client.move("van", 52.6, at: 1_760_000_120)
            try client.message("geofence/event/van/depot", containing: #""seq":2"#)
            #expect(agent.stop() == 0)

            #expect(try run("restore", copy).code == 64)
            let back = try run("restore", copy, "--replace")
            #expect(back.code == 0, "\(back.errors)")
            client.forget()
            let next = try site.agent()
            try client.message("geofence/status/van/depot", containing: #""status":"inside""#)
            client.forget()
            try client.move("van", 52.6, at: 1_760_000_180)
            let exit = try client.message("geofence/event/van/depot", containing: #""event":"exit""#)
            #expect(exit.payload.contains(#""seq":2"#))
            #expect(next.stop() == 0)
        }

        @Test func `a store that no agent has is copied by the command itself`() throws {
            #expect(try busyAgent().stop() == 0)
            #expect(try run("backup", copy).code == 0)
            try FileManager.default.removeItem(atPath: site.path("agent.sqlite"))
            #expect(try run("restore", copy).code == 0)
            client.forget()
            let next = try site.agent()
            try client.message("geofence/status/van/depot", containing: #""status":"inside""#)
            #expect(next.stop() == 0)
        }

        @Test(arguments: [
            (SIGSTOP, "makes no copy; its log says why, such as a disk without room"),
            (SIGKILL, "has ended before the copy was made; try again"),
        ])
        func `says what has become of an agent that makes no copy`(_ signal: Int32, _ reason: String) throws {
            let agent = try busyAgent()
            let process = agent.id
            agent.send(SIGSTOP)
            // A thread that is yet to stop would hear of the copy before.
            Self.wait { Self.threads(of: process).allSatisfy { Self.status(of: $0, "State").hasPrefix("T") } }
            let store = StoreSettings(path: site.path("agent.sqlite"))
            Thread.detachNewThread {
                Self.wait {
                    let pending = UInt64(Self.status(of: process, "ShdPnd"), radix: 16) ?? 0
                    return pending & 1 << UInt64(SIGUSR1 - 1) != 0
                }
                kill(process, signal)
            }
            do throws(StoreFailure) {
                _ = try BackupSource(store: store, patience: 1500).copy()
                Issue.record("a copy by a stopped agent")
            } catch {
                guard case .disk(_, let said) = error else { throw error }
                #expect(said == "the agent, process \(agent.id), \(reason)")
            }
            agent.kill()
        }

        /// A line of what the system says of a process; nothing where it says nothing.
        private static func status(of process: Int32, _ line: String) -> String {
            let bytes = (try? FileContents(path: "/proc/\(process)/status").bytes) ?? []
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            let found = lines.first { $0.hasPrefix("\(line):\t") }
            return found.map { String($0.dropFirst(line.count + 2)) } ?? ""
        }

        private static func threads(of process: Int32) -> [Int32] {
            let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
            return (names ?? []).compactMap { Int32($0) }
        }

        private static func wait(until isSo: () -> Bool) {
            let deadline = Clock.uptime + 60_000
            while !isSo(), Clock.uptime < deadline { usleep(1000) }
        }

        @Test func `a copy that a link leads to stays as it is`() throws {
            let agent = try busyAgent()
            #expect(try run("backup", copy).code == 0)
            #expect(agent.stop() == 0)
            let before = try Data(contentsOf: URL(fileURLWithPath: copy))
            let link = site.path("newest")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "copy.sqlite")
            let back = try run("restore", link, "--replace")
            #expect(back.code == 0, "\(back.errors)")
            let store = try FileManager.default.attributesOfItem(atPath: site.path("agent.sqlite"))
            #expect(store[.type] as? FileAttributeType == .typeRegular)
            #expect(try site.connectedAgent(client).stop() == 0)
            #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == before)
        }

        @Test func `a store that a link leads to is restored where it is`() throws {
            #expect(try busyAgent().stop() == 0)
            #expect(try run("backup", copy).code == 0)
            let (store, real) = (site.path("agent.sqlite"), site.path("real.sqlite"))
            try FileManager.default.moveItem(atPath: store, toPath: real)
            try FileManager.default.createSymbolicLink(atPath: store, withDestinationPath: "real.sqlite")
            let number = FileIdentity(real)
            let back = try run("restore", copy, "--replace")
            #expect(back.code == 0, "\(back.errors)")
            #expect(FileIdentity(real) != number && FileIdentity(real) == FileIdentity(store))
        }

        @Test func `an agent that starts removes a copy that came to no end`() throws {
            try site.write("half a store", to: "agent.sqlite.backup-partial")
            try site.write("half a store", to: "agent.sqlite.new")
            #expect(try site.connectedAgent(client).stop() == 0)
            let left = try FileManager.default.contentsOfDirectory(atPath: site.folder.path)
            #expect(!left.contains { $0.contains("partial") || $0.hasSuffix(".new") }, "\(left)")
        }

        @Test func `nothing that is there is written over`() throws {
            #expect(try busyAgent().stop() == 0)
            try site.write("mine", to: "copy.sqlite")
            let made = try run("backup", copy)
            #expect(made.code == 64)
            #expect(
                made.errors == "\(copy): there is such a file already; name another, or remove it\n"
            )
            #expect(try String(contentsOfFile: copy, encoding: .utf8) == "mine")
        }

        @Test func `what is no store is not restored, nor while the agent runs`() throws {
            let agent = try busyAgent()
            try site.write("no store at all, but long enough to be a header of something else", to: "bad")
            let bad = try run("restore", site.path("bad"), "--replace")
            #expect(bad.code == 74)
            #expect(bad.errors.contains("file is not a database"), "\(bad.errors)")
            #expect(try run("backup", copy).code == 0)
            #expect(try run("restore", copy, "--replace").code == 75)
            #expect(agent.stop() == 0)
        }
    }
}
