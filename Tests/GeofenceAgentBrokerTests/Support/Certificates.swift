import Foundation

@testable import geofence_agent

/// Certificates for one test, made by the command `openssl` in a folder of its own: none are kept anywhere,
/// so none run out.
struct Certificates {
    /// The command has failed.
    struct Failure: Error {
        var arguments: [String]
        var output: String
    }

    let folder: String

    /// Makes an authority "ca".
    init(in site: Site) throws {
        folder = site.path("certificates")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try authority("ca")
    }

    /// The path of a certificate, or of its key.
    func certificate(_ name: String) -> String { "\(folder)/\(name).pem" }
    func key(_ name: String) -> String { "\(folder)/\(name).key" }

    /// Makes another authority.
    func authority(_ name: String) throws {
        try Self.openssl(
            ["req", "-x509", "-days", "30", "-subj", "/CN=authority \(name)"] + newKey(name) + [
                "-out", certificate(name),
            ]
        )
    }

    /// Makes a certificate that the authority has signed; it holds for so many days from now, and none where
    /// these are negative.
    func make(_ name: String, user: String = "localhost", names: String = "IP:127.0.0.1", days: Int = 30)
        throws
    {
        let (request, extensions) = ("\(folder)/\(name).csr", "\(folder)/\(name).ext")
        try Self.openssl(["req", "-subj", "/CN=\(user)"] + newKey(name) + ["-out", request])
        try Data("subjectAltName=\(names)\n".utf8).write(to: URL(fileURLWithPath: extensions))
        try Self.openssl([
            "x509", "-req", "-in", request, "-CA", certificate("ca"), "-CAkey", key("ca"), "-CAcreateserial",
            "-days", "\(days)", "-extfile", extensions, "-out", certificate(name),
        ])
    }

    /// A broker with a certificate made here, in the place of the site's.
    func broker(_ name: String, _ site: Site, _ settings: [String] = []) throws -> PrivateBroker {
        site.broker.stop()
        return try PrivateBroker(
            in: site.folder,
            port: site.broker.port,
            settings: [
                "cafile \(certificate("ca"))", "certfile \(certificate(name))", "keyfile \(key(name))",
            ]
                + settings + ["persistence_location \(site.folder.path)/"]
        )
    }

    private func newKey(_ name: String) -> [String] {
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key(name)]
    }

    private static func openssl(_ arguments: [String]) throws {
        try Command.run("openssl", arguments)
    }
}

/// Another program, run to its end.
enum Command {
    @discardableResult
    static func run(_ name: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.runWithAllSignals()
        let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        guard process.awaitEnd() == 0 else {
            throw Certificates.Failure(arguments: [name] + arguments, output: told)
        }
        return told
    }
}
