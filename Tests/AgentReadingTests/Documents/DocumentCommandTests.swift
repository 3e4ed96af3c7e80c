import ArgumentParser
import Foundation
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Holds the commands on the pages against the programs that they name.
@Suite struct DocumentCommandTests {
    /// Programs of the system that pages use.
    private static let known: Set<String> = [
        "apt-get", "cd", "chmod", "cp", "docker", "journalctl", "mosquitto", "mosquitto_pub", "mosquitto_rr",
        "mosquitto_sub", "openssl", "sleep", "sqlite3", "swift", "systemctl", "tar",
    ]

    @Test(arguments: try DocumentPage.all)
    func `has commands that there are, with options that they have`(_ page: DocumentPage) throws {
        for block in page.blocks where block.language == "sh" {
            for words in block.lines.flatMap({ ShellLine($0).plain }) {
                let program = words[0]
                if ["geofence-agent", ".build/debug/geofence-agent"].contains(program) {
                    let problem = Self.problem(Array(words.dropFirst()))
                    #expect(problem == nil, "\(block): \(words.joined(separator: " ")): \(problem ?? "")")
                } else if program.contains("/") {
                    #expect(Self.exists(program), "\(block): there is no \(program)")
                    #expect(Self.missingOptions(words) == [], "\(block): \(program)")
                } else {
                    #expect(Self.known.contains(program), "\(block): is \(program) a program?")
                }
            }
        }
    }

    /// What the program's own parser has against arguments.
    private static func problem(_ arguments: [String]) -> String? {
        do {
            _ = try GeofenceAgent.parseAsRoot(arguments)
            return nil
        } catch {
            return GeofenceAgent.exitCode(for: error).isSuccess ? nil : GeofenceAgent.message(for: error)
        }
    }

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: DocumentPage.root.appending(path: path).path)
    }

    /// Options that a script's text does not have; those of the demonstration and of `swift test` are handed
    /// on.
    private static func missingOptions(_ words: [String]) -> [String] {
        if words[0] == "scripts/demo" { return problem(["demo"] + words.dropFirst()).map { [$0] } ?? [] }
        if words[0] == "scripts/test" { return [] }
        let file = DocumentPage.root.appending(path: words[0])
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return words.dropFirst().filter { $0.hasPrefix("--") && !text.contains($0) }
    }

    /// In the middle of a sentence a command may be a part of one: its name and its options must be there.
    @Test(arguments: try DocumentPage.all)
    func `names commands and options of the program in its sentences`(_ page: DocumentPage) throws {
        for (number, line) in page.prose {
            for span in line.matches(of: /`(?:\.build\/release\/)?geofence-agent ([^`]+)`/) {
                let words = span.1.split(separator: " ").map(String.init)
                if Self.problem(words) == nil { continue }
                let commands = Array(words.prefix { $0.wholeMatch(of: /[a-z]+/) != nil })
                let help = Self.help(commands.first == "help" ? Array(commands.dropFirst()) : commands)
                let missing = words.filter { $0.hasPrefix("--") && !help.contains($0) }
                #expect(!help.isEmpty && missing.isEmpty, "\(page):\(number): \(span.1): \(missing)")
            }
        }
    }

    /// The help of a command; empty where there is none.
    private static func help(_ commands: [String]) -> String {
        do {
            var command = try GeofenceAgent.parseAsRoot(commands + ["--help"])
            try command.run()
            return ""
        } catch {
            return GeofenceAgent.exitCode(for: error).isSuccess ? GeofenceAgent.fullMessage(for: error) : ""
        }
    }
}
