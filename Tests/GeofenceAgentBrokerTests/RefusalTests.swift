import CLibrary
import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// A broker that says no: told plainly and once, and tried again.
    @Suite struct RefusalTests {
        private let site: Site
        private let accounts: Accounts

        init() throws {
            site = try Site()
            accounts = Accounts(site: site)
        }

        @Test(arguments: ["5", "3.1.1"])
        func `tells of a wrong password once, and takes the right one after SIGHUP`(_ version: String) throws
        {
            let broker = try accounts.broker(["agent"])
            let agent = try accounts.agent(password: "wrong", more: #", "protocol": "\#(version)""#)
            let line = version == "5" ? "not authorised (reason 135)" : "reason 13"
            #expect(agent.waitForLog(line), "\(agent.text)")
            #expect(agent.text.contains("check mqtt.username and mqtt.passwordFile"), "\(agent.text)")
            let pause = try #require(agent.text.firstMatch(of: /retry[=:]"?([0-9.]+) s/)?.output.1)
            #expect((Double(pause) ?? 0) >= 30)
            try site.writeSecret("agent\n", to: "password")
            agent.send(SIGHUP)
            #expect(agent.waitForLog("connected"), "\(agent.text)")
            #expect(agent.text.ranges(of: "refused by the broker").count == 1)
            #expect(agent.stop() == 0)
            broker.stop()
        }

        @Test(arguments: ["5", "3.1.1"])
        func `a command tells of a wrong password, too`(_ version: String) throws {
            let broker = try accounts.broker(["agent"])
            let file = try site.writeSecret("wrong", to: "password")
            try site.configure(
                mqtt: #", "username": "agent", "passwordFile": "\#(file)", "protocol": "\#(version)""#
            )
            let told = try AgentProcess.run(["status", "--config", site.path("agent.json")])
            #expect(told.code == 69)
            #expect(told.errors.contains(": refused by the broker: "), "\(told.errors)")
            #expect(told.errors.contains("check mqtt.username and mqtt.passwordFile"), "\(told.errors)")
            broker.stop()
        }

        @Test(arguments: [
            (
                ["simulate", "--speed", "0", "--topic", "fleet/{device}/location"],
                "topic write fleet/van/location"
            ),
            (["status"], "topic write geofence/request/device/list"),
        ])
        func `a command ends where the access list forbids what it does`(_ command: [String], _ line: String)
            throws
        {
            let access = try site.write("user agent\ntopic read #\n", to: "access")
            let broker = try accounts.broker(["agent"], access: access)
            let file = try site.writeSecret("agent", to: "password")
            try site.configure(mqtt: #", "username": "agent", "passwordFile": "\#(file)""#)
            let track = try site.write(
                #"{"device":"van","tst":1760000000,"lat":52.5,"lon":13.4}"#,
                to: "t.jsonl"
            )
            let told = try AgentProcess.run(
                command + ["--config", site.path("agent.json")] + (command.count > 1 ? [track] : [])
            )
            #expect(told.code == 69)
            #expect(
                told.errors.hasSuffix("missing in the access list: \(line) (user agent)\n"),
                "\(told.errors)"
            )
            broker.stop()
        }

        @Test func `takes a password that was replaced at the next connection`() throws {
            let broker = try accounts.broker(["agent"])
            let agent = try accounts.agent()
            #expect(agent.waitForLog("connected"), "\(agent.text)")
            try accounts.set("agent", password: "new")
            try site.writeSecret("new", to: "password")
            broker.stop()
            try broker.start()
            #expect(agent.waitForLog("connected", times: 2), "\(agent.text)")
            #expect(!agent.text.contains("refused by the broker"))
            #expect(agent.stop() == 0)
        }

        @Test func `refuses to read a password that others may read, also when it is read again`() throws {
            let broker = try accounts.broker(["agent"])
            let agent = try accounts.agent()
            #expect(agent.waitForLog("connected"), "\(agent.text)")
            chmod(site.path("password"), 0o644)
            agent.send(SIGHUP)
            let line = "password: others may read or change it (mode 644); chmod 600 it"
            #expect(agent.waitForLog(line), "\(agent.text)")
            broker.stop()
            try broker.start()
            #expect(agent.waitForLog(line, times: 2), "\(agent.text)")
            chmod(site.path("password"), 0o600)
            #expect(agent.waitForLog("connected", times: 2, within: 60), "\(agent.text)")
            #expect(agent.stop() == 0)
        }

        @Test func `names the line that the access list lacks, once for each topic`() throws {
            let access = try site.write(
                """
                user agent
                topic read #
                topic write geofence/agent/#
                user van
                topic read geofence/agent/state
                topic write fleet/van/location

                """,
                to: "access"
            )
            let broker = try accounts.broker(["agent", "van"], access: access)
            let agent = try accounts.agent()
            let van = try site.user("van")
            try van.ask(for: "geofence/agent/state")
            try van.message("geofence/agent/state", containing: "online")
            for place in [52.6, 52.5, 52.6, 52.5] {
                try van.publish("fleet/van/location", #"{"lat":\#(place),"lon":13.4}"#)
            }
            let line = "topic write geofence/# (user agent)"
            #expect(agent.waitForLog(line), "\(agent.text)")
            #expect(agent.waitForLog("geofence/event/van/depot"), "\(agent.text)")
            try van.publish("fleet/van/location", #"{"lat":52.6,"lon":13.4}"#)
            #expect(agent.stop() == 0)
            #expect(agent.text.ranges(of: "geofence/event/van/depot").count == 1, "\(agent.text)")
            broker.stop()
        }

        @Test func `says so where it may not read its own state`() throws {
            let access = try site.write(
                "user agent\ntopic write geofence/#\ntopic read fleet/#\n",
                to: "access"
            )
            let broker = try accounts.broker(["agent"], access: access)
            let agent = try accounts.agent()
            #expect(
                agent.waitForLog("topic read geofence/agent/state (user agent)", within: 60),
                "\(agent.text)"
            )
            #expect(agent.stop() == 0)
            broker.stop()
        }

        /// CONNACK of MQTT 5, and what follows; packet 2 is the first SUBSCRIBE.
        @Test(arguments: [
            ([0xE0, 2, 0x8E, 0], "another client uses mqtt.clientId"),
            ([0xE0, 2, 0x8B, 0], "the broker ends the connection: server shutting down (reason 139)"),
            ([0x90, 4, 0, 2, 0, 0x87], "topic read fleet/+/location (anonymous)"),
        ])
        func `tells what a broker of MQTT 5 says`(_ bytes: [UInt8], _ line: String) throws {
            let server = ScriptedServer([0x20, 3, 0, 0, 0] + bytes)
            try site.configure(port: server.port)
            let agent = try site.agent()
            #expect(agent.waitForLog(line), "\(agent.text)")
            #expect(agent.stop() == 0)
        }

        @Test(arguments: [
            ([0x20, 2, 0, 1], "set mqtt.protocol to \"3.1.1\""),
            ([0x20, 3, 0, 0x84, 0], "set mqtt.protocol to \"3.1.1\""),
            ([0x20, 3, 0, 0x86, 0], "the broker may want a user: set mqtt.username and mqtt.passwordFile"),
            ([0x20, 3, 0, 0x88, 0], "server unavailable (reason 136)"),
            ([0x20, 3, 0, 0x85, 0], "choose another mqtt.clientId"),
        ])
        func `tells why a broker doesn't take it`(_ bytes: [UInt8], _ line: String) throws {
            let server = ScriptedServer(bytes)
            try site.configure(port: server.port)
            let agent = try site.agent()
            #expect(agent.waitForLog(line), "\(agent.text)")
            #expect(agent.stop() == 0)
        }
    }
}
