import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct TopicTemplateTests {
    private static func template(_ topic: String, _ device: String? = nil) throws -> TopicTemplate {
        let pattern = try TopicPattern(topic)
        return TopicTemplate(
            pattern: pattern,
            device: try DeviceTemplate(device, variables: pattern.variables)
        )
    }

    /// The device id that a message gets; `$` where it is in the payload, nil where the topic is not the
    /// source's.
    private static func device(_ template: TopicTemplate, _ topic: String) -> String? {
        var scratch = Array("left over".utf8)
        let bytes = Array(topic.utf8)
        return bytes.withUnsafeBytes { topic in
            switch template.match(topic, into: &scratch) {
            case .none: nil
            case .ambiguous: "ambiguous"
            case .payload: "$"
            case .scratch: String(decoding: scratch, as: UTF8.self)
            case .topic(let range): String(decoding: topic[range], as: UTF8.self)
            }
        }
    }

    @Test(arguments: [
        ("fleet/{device}/location", "fleet/+/location"), ("{device}", "+"), ("/{device}", "/+"),
        ("{device}/", "+/"),
        ("a/+/{device}", "a/+/+"), ("{site}/{device}", "+/+"), ("$aws/{device}", "$aws/+"),
    ])
    func `subscribes to the filter`(_ topic: String, _ filter: String) throws {
        #expect(try Self.template(topic).filter == filter)
    }

    @Test(
        arguments: [
            ("fleet/{device}/location", nil, "fleet/van1/location", "van1"),
            ("fleet/{device}/location", nil, "fleet//location", ""),
            ("fleet/{device}/location", nil, "fleet/van1/locations", nil),
            ("fleet/{device}/location", nil, "fleet/van1", nil),
            ("fleet/{device}/location", nil, "fleet/a/b/location", nil),
            ("fleet/{device}/location", nil, "", nil),
            ("fleet/{device}/location", nil, "Fleet/van1/location", nil),
            ("fleet/{device}/location", nil, "fleet/ä€/location", "ä€"),
            ("{device}", nil, "van1", "van1"), ("{device}", nil, "", ""), ("{device}", nil, "$SYS", nil),
            ("{device}", nil, "a/b", nil),
            ("a/{device}", nil, "a/$x", "$x"), ("/{device}", nil, "/van1", "van1"),
            ("{device}/", nil, "van1/", "van1"),
            ("{device}/", nil, "van1", nil), ("a/+/{device}", nil, "a/b/c", "c"),
            ("owntracks/{user}/{device}", "{user}-{device}", "owntracks/jane/phone", "jane-phone"),
            ("owntracks/{user}/{device}", "{device}.{user}!", "owntracks/jane/phone", "phone.jane!"),
            ("owntracks/{user}/{device}", "{user}{user}", "owntracks/jane/phone", "janejane"),
            ("owntracks/{user}/{device}", "{user}-{device}", "owntracks//", "-"),
            ("owntracks/{user}/{device}", "{user}", "owntracks/jane/phone", "jane"),
            ("gps/position", "boat", "gps/position", "boat"), ("gps/position", "boat", "gps/positions", nil),
            ("traccar/+", "$.device.uniqueId", "traccar/1", "$"), ("traccar/+", "$.id", "tracca/1", nil),
        ] as [(String, String?, String, String?)]
    )
    func `finds the device`(_ topic: String, _ device: String?, _ message: String, _ id: String?) throws {
        #expect(Self.device(try Self.template(topic, device), message) == id)
    }

    @Test(arguments: [
        ("{user}-{device}", "anna/maria-phone", "anna-maria-phone"),
        ("{user}-{device}", "anna-maria/phone", "ambiguous"), ("{user}-{device}", "-/phone", "ambiguous"),
        ("{user}.{device}", "anna-maria/phone", "anna-maria.phone"),
        ("{user}--{device}", "anna-/phone", "ambiguous"),
        ("{user}--{device}", "anna-x/-phone", "anna-x---phone"),
        ("x-{user}-{device}-y", "anna/maria-phone", "x-anna-maria-phone-y"),
        ("x-{user}-{device}-y", "anna-maria/phone", "ambiguous"), ("{user}-x", "anna-x/phone", "anna-x-x"),
        ("{device}-{user}", "anna/maria-phone", "ambiguous"), ("{user}{device}", "an/na", "anna"),
    ])
    func `no two topics make one id that a text joins`(_ device: String, _ levels: String, _ id: String)
        throws
    {
        #expect(Self.device(try Self.template("o/{user}/{device}", device), "o/\(levels)") == id)
    }

    @Test func `each id is of one topic alone, whatever its levels hold`() throws {
        let levels = ["", "-", "a", "-a", "a-", "a-a", "--", "a--a", "-a-"]
        for device in ["{x}-{y}", "{x}--{y}", "{x}-{y}-{z}", "{x}-a{y}", "{x}-{y}--{z}"] {
            let template = try Self.template("{x}/{y}/{z}", device)
            var topics: [String: String] = [:]
            for x in levels {
                for y in levels {
                    for z in device.contains("z") ? levels : ["z"] {
                        guard let id = Self.device(template, "\(x)/\(y)/\(z)"), id != "ambiguous" else {
                            continue
                        }
                        let other = topics.updateValue("\(x)/\(y)/\(z)", forKey: id)
                        #expect(other == nil, "\(device): \(id)")
                    }
                }
            }
            #expect(topics.count > levels.count)
        }
    }

    @Test func `finds the path into the payload`() throws {
        #expect(
            try Self.template("a/+", "$.device.uniqueId").device
                == .payload(try JSONPointer("/device/uniqueId"))
        )
    }

    @Test(arguments: [
        ("", TopicPatternError.empty), ("a/#", .multiLevel), ("{device}/#", .multiLevel),
        ("a/{device}/b#", .multiLevel),
        ("a+/{device}", .partOfLevel("a+")), ("+\u{301}/{device}", .partOfLevel("+\u{301}")),
        ("car-{device}", .partOfLevel("car-{device}")), ("{a}{b}", .partOfLevel("{a}{b}")),
        ("{device", .partOfLevel("{device")), ("}", .partOfLevel("}")), ("{}", .name("")),
        ("{my device}", .name("my device")),
        ("{device}/{device}", .repeated("device")), ("$share/g/a/{device}", .shared("$share")),
        ("$SYS/{device}", .broker),
        ("a\u{0}b", .forbidden("\u{0}")), ("a\u{FFFE}b", .forbidden("\u{FFFE}")),
        (String(repeating: "a", count: 1025), .tooLong(bytes: 1025)),
        (String(repeating: "/", count: 200), .tooManyLevels(201)),
    ])
    func `refuses what is no pattern`(_ topic: String, _ error: TopicPatternError) {
        #expect(throws: error) { try TopicPattern(topic) }
    }

    @Test(
        arguments: [
            (nil, DeviceTemplateError.missing),
            ("{user}-{devise}", .unknown("devise", known: ["site", "user"])),
            ("{user", .braces("{user")), ("user}", .braces("user}")), ("$", .path("$")), ("$.", .path("$.")),
            ("$id", .path("$id")),
            ("$.a[0]", .path("$.a[0]")), ("$.a..b", .path("$.a..b")), ("", .identifier(.empty)),
            ("/id", .identifier(.forbidden("/"))),
            ("{user}+", .identifier(.forbidden("+"))),
        ] as [(String?, DeviceTemplateError)]
    )
    func `refuses what names no device`(_ device: String?, _ error: DeviceTemplateError) {
        #expect(throws: error) { try DeviceTemplate(device, variables: ["user": 1, "site": 0]) }
    }

    @Test(arguments: [
        ("a/{x}", "a/b", true), ("a/{x}", "{y}/b", true), ("a/b", "a/b", true), ("a/b", "a/c", false),
        ("a/{x}", "a/b/c", false),
        ("{x}/b", "$aws/b", false), ("$aws/{x}", "$aws/b", true), ("a/{x}/c", "a/b/d", false),
        ("ä", "a\u{308}", false),
    ])
    func `knows which patterns have a topic in common`(_ a: String, _ b: String, _ expected: Bool) throws {
        let (a, b) = (try TopicPattern(a), try TopicPattern(b))
        #expect(a.overlaps(b) == expected && b.overlaps(a) == expected)
    }
}
