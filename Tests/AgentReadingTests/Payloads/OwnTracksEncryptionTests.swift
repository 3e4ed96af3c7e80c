import GeofenceCore
import Testing

@testable import geofence_agent

/// Boxes sealed with libsodium from another language.
@Suite struct OwnTracksEncryptionTests {
    private static let location =
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXhMlAG52TvxWnl8F6Nx2DVNG9hfIud1XLuB5xeZcvIIIf9mtYWLVwHniw4K2S84qQsX0Pvkc+x16Q2rsmSULTgrAwEbgkbCCwHsBlF6jcGXt+2Pk="
    private static let longKey =
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXHVqM3LBBHS8c0JscS95tRKCNOeP69Bnx8F2pHvMel3kINgd5DJO/8cGM5QRBQJhOC1WUezb/E7HwdAz6jJkqZxGEO93pVG1CzM/6hWyNBdrijsI="
    private static let will =
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXNmA5uzM+xAQbmM5RlUUfStG9hfIud1XLuB5xYYBseMkE6z1WQOgmXGq65a+M9pbP"
    private static let nested =
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXu/nmk1ZE5ckwmwM8I4dYSdG9hfIud1XLuB54eJc8LZsE/S1WVvt1Cy7r96Weh+fznDAc"
    private static let phrase = "a passphrase of more than 32 bytes, cut"

    private static func message(_ data: String) -> String { "{\"_type\":\"encrypted\",\"data\":\"\(data)\"}" }

    private static func outcome(_ payload: String, _ key: String?, topic: String = "owntracks/jo/phone")
        throws
        -> Outcome
    {
        let pattern = try TopicPattern("owntracks/{user}/{device}")
        let name = try DeviceTemplate("{user}-{device}.key", variables: pattern.variables)
        let keys = key.map { key in
            OwnTracksKeys(
                name: TopicTemplate(pattern: pattern, device: name),
                files: [Array("jo-phone.key".utf8): Secret(key.utf8)]
            )
        }
        let decoder = PayloadDecoder(format: .owntracks, keys: keys)
        do throws(Rejection) {
            return .reading(
                try Array(payload.utf8).withUnsafeBytes { payload in
                    Array(topic.utf8).withUnsafeBytes { topic in
                        Result { () throws(Rejection) in try decoder.decode(payload, topic: topic) }
                    }
                }.get()
            )
        } catch {
            return .rejected(error)
        }
    }

    @Test func `opens a location with its device's key`() throws {
        let expected = try Outcome.fix(52.5, 13.4, accuracy: 8, time: 1_760_000_000_000)
        #expect(try Self.outcome(Self.message(Self.location), "s3cret") == expected)
        #expect(try Self.outcome(Self.message(Self.location), "s3cret\n") == expected)
        #expect(try Self.outcome(Self.message(Self.longKey), Self.phrase) == expected)
    }

    @Test(
        arguments: [
            (location, nil, .locked), (location, "other", .forged), (location, "s3cret2", .forged),
            (location.replacing("4A==", with: "4Q=="), "other", .forged),
            (String(location.dropLast(4)), "s3cret", .forged), ("AAAA", "s3cret", .forged),
            ("", "s3cret", .forged), ("~~~~", "s3cret", .forged), (will, "s3cret", .unrelated),
            (nested, "s3cret", .locked),
        ] as [(String, String?, Rejection)]
    )
    func `refuses what it can't open`(_ data: String, _ key: String?, _ reason: Rejection) throws {
        #expect(try Self.outcome(Self.message(data), key) == .rejected(reason))
    }

    @Test func `has no key for another device`() throws {
        let other = try Self.outcome(Self.message(Self.location), "s3cret", topic: "owntracks/jo/watch")
        #expect(other == .rejected(.locked))
        #expect(try Self.outcome(#"{"_type":"encrypted"}"#, "s3cret") == .rejected(.missing))
    }

    @Test(arguments: [
        #"{"_type":"location","lat":1,"lon":2}"#, #"{"lat":1,"lon":2}"#,
        "X0,542A46AA,k,30365854,7575769,26,4,7,5,872",
    ])
    func `takes nothing in the clear where there are keys`(_ plain: String) throws {
        for topic in ["owntracks/jo/phone", "owntracks/al/phone"] {
            #expect(try Self.outcome(plain, "s3cret", topic: topic) == .rejected(.plain))
            let open = try Self.outcome(plain, nil, topic: topic)
            #expect(open != .rejected(.plain))
        }
        #expect(try Self.outcome(#"{"_type":"lwt","tst":1}"#, "s3cret") == .rejected(.unrelated))
        #expect(Rejection.plain.counted == .type)
    }
}
