import Testing

@testable import AgentTestSupport
@testable import geofence_agent

extension ConfigurationErrorTests {
    @Test(arguments: [
        (
            "{}",
            [at(13, "sources[0].topic: missing; name the devices' topics, such as fleet/{device}/location")]
        ),
        ("1", [at(13, "sources[0]: must be an object in { }, not a number")]),
        (#"{"topic":""}"#, [at(22, "sources[0].topic: must not be empty")]),
        (
            #"{"topic":"a/b"}"#,
            [
                at(
                    22,
                    "sources[0].topic: nothing says which device a message is of; name a level of the topic {device}, or add \"device\", such as \"$.id\" for a value in the payload"
                )
            ]
        ),
        (
            #"{"topic":"a/{device}/#"}"#,
            [
                at(
                    22,
                    "sources[0].topic: # takes any number of levels, so nothing says which one is the device; write each level, {name} or + for those that vary"
                )
            ]
        ),
        (
            #"{"topic":"a+/{device}"}"#,
            [
                at(
                    22,
                    "sources[0].topic: {name} and + stand for one whole level, not for a part of \"a+\"; give the level a / on both sides"
                )
            ]
        ),
        (
            #"{"topic":"{my id}"}"#,
            [at(22, "sources[0].topic: {my id} is no name; use letters, digits and _, as in {device}")]
        ),
        (
            #"{"topic":"{a}/{a}"}"#,
            [at(22, "sources[0].topic: {a} stands there twice; give each level its own name")]
        ),
        (
            #"{"topic":"$share/g/{device}"}"#,
            [
                at(
                    22,
                    "sources[0].topic: $share would hand each device's messages to several agents in turn; leave $share/… out, one agent needs all of them"
                )
            ]
        ),
        (
            #"{"topic":"$SYS/{device}"}"#,
            [
                at(
                    22,
                    "sources[0].topic: below $SYS a broker publishes its own figures, no positions; name the devices' topics"
                )
            ]
        ),
        (
            #"{"topic":"a\u0007/{device}"}"#,
            [at(22, "sources[0].topic: a topic must not hold U+7; remove that character")]
        ),
        (
            #"{"topic":"a/{user}","device":"{usr}"}"#,
            [at(42, "sources[0].device: the topic has no level {usr}, did you mean {user}?")]
        ),
        (
            #"{"topic":"a/{user}","device":"{id}"}"#,
            [at(42, "sources[0].device: the topic has no level {id}; it has {user}")]
        ),
        (
            #"{"topic":"a/+","device":"{id}"}"#,
            [
                at(
                    37,
                    "sources[0].device: the topic has no level {id}; it names none, write {id} for the level that is it"
                )
            ]
        ),
        (
            #"{"topic":"a/+","device":"{id"}"#,
            [at(37, "sources[0].device: \"{id\" has a brace without its partner; write {name}")]
        ),
        (
            #"{"topic":"a/+","device":"$id"}"#,
            [
                at(
                    37,
                    "sources[0].device: \"$id\" is no path into a payload; write $, then a point before each key: $.device.uniqueId"
                )
            ]
        ),
        (
            #"{"topic":"a/+","device":"a/b"}"#,
            [at(37, "sources[0].device: an id must not hold \"/\"; no /, +, # and no invisible characters")]
        ),
        (
            #"{"topic":"a/{device}","keyFile":"k"}"#,
            [
                at(
                    45,
                    "sources[0].keyFile: only \"format\": \"owntracks\" has keys; set that format, or remove it"
                )
            ]
        ),
        (
            #"{"topic":"a/{device}","format":"owntracks","keyFile":"none/{device}.key"}"#,
            [
                at(
                    66,
                    "sources[0].keyFile: none/ can't be read; make this folder, with a file for each device"
                )
            ]
        ),
        (
            #"{"topic":"a/{device}","format":"owntracks","keyFile":"{device}/key"}"#,
            [at(66, "sources[0].keyFile: only the name of the file may have {name} in it, not its folder")]
        ),
        (
            #"{"topic":"a/{device}","format":"owntracks","keyFile":"{user}.key"}"#,
            [at(66, "sources[0].keyFile: the topic has no level {user}; it has {device}")]
        ),
        (
            #"{"topic":"a/{device}/state","format":"statestream"}"#,
            [
                at(
                    22,
                    "sources[0].topic: needs a level {attribute}, which says what a value is, such as home/device_tracker/{device}/{attribute}"
                )
            ]
        ),
        (
            #"{"topic":"a/{attribute}","device":"$.id","format":"statestream"}"#,
            [
                at(
                    47,
                    "sources[0].device: each payload is one value, not a device's name; take it from the topic"
                )
            ]
        ),
        (
            #"{"topic":"a/{device}","format":"owntrack"}"#,
            [at(44, "sources[0].format: \"owntrack\" is unknown, did you mean \"owntracks\"?")]
        ),
        (
            #"{"topic":"a/{device}","format":"xml"}"#,
            [
                at(
                    44,
                    "sources[0].format: \"xml\" is unknown; one of auto, owntracks, wifi, traccar, gpsd, nmea, meshtastic, chirpstack, ttn, tasmota, shelly, awslocation, statestream, json"
                )
            ]
        ),
        (
            #"{"topic":"a/{device}","format":"json"}"#,
            [
                at(
                    13,
                    "sources[0].fields: missing; say where the values stand, such as { \"latitude\": \"/gps/lat\", \"longitude\": \"/gps/lon\" }"
                )
            ]
        ),
        (
            #"{"topic":"a/{device}","fields":{}}"#,
            [
                at(
                    44,
                    "sources[0].fields: only \"format\": \"json\" has fields; set that format, or remove them"
                )
            ]
        ),
        (
            #"{"topic":"a/{device}","format":"json","fields":{}}"#,
            [
                at(
                    60,
                    "sources[0].fields: needs latitude and longitude, or ssid or bssid, to say anything of a device"
                )
            ]
        ),
        (
            #"{"topic":"a/{device}","format":"json","fields":{"latitude":"/a"}}"#,
            [at(60, "sources[0].fields.longitude: missing; a place needs latitude and longitude")]
        ),
        (
            #"{"topic":"a/{device}","format":"json","fields":{"ssid":"/a","speed":"/v","speedUnit":"m/h"}}"#,
            [at(98, "sources[0].fields.speedUnit: \"m/h\" is unknown, did you mean \"km/h\"?")]
        ),
        (
            #"{"topic":"a/{device}","format":"json","fields":{"ssid":"a","bssid":"/~"}}"#,
            [
                at(
                    68,
                    "sources[0].fields.ssid: \"a\" is no JSON Pointer: it must start with /, as in /gps/lat"
                ),
                at(
                    80,
                    "sources[0].fields.bssid: \"/~\" is no JSON Pointer: write ~0 for ~ and ~1 for / in a name"
                ),
            ]
        ),
        (
            #"{"topic":"a/{device}"},{"topic":"{x}/b","device":"c"}"#,
            [
                at(
                    45,
                    "sources[1].topic: +/b takes topics that sources[0] takes too (a/+), whose messages would come twice; let them differ in a fixed level, or remove one"
                )
            ]
        ),
        (
            #"{"topic":"geofence/device/{device}"}"#,
            [
                at(
                    22,
                    "sources[0].topic: geofence/device/+ takes topics of the agent's own (geofence/device/+), a loop; make it narrower, or set topics.base to something else"
                )
            ]
        ),
        (
            #"{"topic":"+/{device}/state"}"#,
            [
                at(
                    22,
                    "sources[0].topic: +/+/state takes topics of the agent's own (geofence/device/+), a loop; make it narrower, or set topics.base to something else"
                )
            ]
        ),
    ])
    func `reports what is wrong with the sources`(_ sources: String, _ lines: [String]) {
        check("{\"sources\":[\(sources)],\"mqtt\":{\"host\":\"h\"}}", lines)
    }

    @Test(arguments: [
        ("status/{device}/x", true), ("event/{device}/x", true), ("agent/{device}", true),
        ("device/{device}", true), ("homeassistant/{device}/place", true),
        ("fence/{device}", true), ("response/{device}", true), ("response/fence/{device}", true),
        ("request/{device}", true),
        ("request/{device}/x", true), ("status/{device}", false), ("location/{device}", false),
        ("{device}/location/x", true), ("{device}/location/x/y", false),
    ])
    func `knows a loop`(_ topic: String, _ isLoop: Bool) {
        let text =
            "{\"mqtt\":{\"host\":\"h\"},\"sources\":[{\"topic\":\"my/base/\(topic)\"}],\"topics\":{\"base\":\"my/base\"}}"
        #expect(folder.errors(text).isEmpty != isLoop)
    }

    @Test(arguments: [
        ("ha/device/{device}/config", true, true), ("ha/sensor/{device}/+", true, true),
        ("ha/{device}/x/config", true, true), ("ha/device/{device}/config", false, false),
        ("homeassistant/device/{device}/config", true, false), ("ha/sensor/{device}/state", true, false),
    ])
    func `knows a loop through discovery`(_ topic: String, _ discovery: Bool, _ isLoop: Bool) {
        let text =
            "{\"mqtt\":{\"host\":\"h\"},\"sources\":[{\"topic\":\"\(topic)\"}],\"homeAssistant\":{\"discovery\":\(discovery),\"prefix\":\"ha\"}}"
        let errors = folder.errors(text)
        #expect(errors.isEmpty != isLoop)
        #expect(errors.allSatisfy { $0.hasSuffix("or set homeAssistant.prefix to something else") })
    }

    private static let phones = #"{"topic":"o/{user}/{device}","format":"owntracks"}"#
    private static let loop =
        "takes what \"owntracks\" sends to phones (o/+/+/event), a loop; make it narrower"
    private static let twice =
        "takes topics that \"owntracks\": { \"waypoints\": true } takes too (o/+/+/waypoint), whose messages would come twice; make it narrower"

    @Test(arguments: [
        (phones, "{}", nil),
        ("\(phones),{\"topic\":\"o/+/{device}/{x}\"}", #"{"transitions":true}"#, nil),
        (
            "\(phones),{\"topic\":\"o/+/{device}/{x}\",\"format\":\"wifi\"}", #"{"transitions":true}"#,
            "sources[1].topic: o/+/+/+ \(loop)"
        ),
        ("\(phones),{\"topic\":\"o/+/{device}/waypoint\"}", #"{"transitions":true}"#, nil),
        (
            "\(phones),{\"topic\":\"o/+/{device}/waypoint\"}", #"{"waypoints":true}"#,
            "sources[1].topic: o/+/+/waypoint \(twice)"
        ),
        ("{\"topic\":\"o/+/{device}/waypoint\"}", #"{"waypoints":true}"#, nil),
        (
            #"{"topic":"{user}/{device}","format":"owntracks"}"#, #"{"setWaypoints":true}"#,
            "sources[0].topic: \"owntracks\" makes +/+/cmd of it, which takes in topics of the agent's own (geofence/device/+); make it narrower"
        ),
        (
            "{\"topic\":\"\(String(repeating: "x", count: 1019))\",\"device\":\"d\",\"format\":\"owntracks\"}",
            #"{"transitions":true}"#,
            "sources[0].topic: leaves no room for /event behind it, which \"owntracks\" needs; shorten it"
        ),
    ])
    func `knows what OwnTracks makes of topics`(_ sources: String, _ settings: String, _ line: String?) {
        let text = "{\"mqtt\":{\"host\":\"h\"},\"sources\":[\(sources)],\"owntracks\":\(settings)}"
        #expect(folder.errors(text).map { $0.replacing(#/^[^ ]*: /#, with: "") } == (line.map { [$0] } ?? []))
    }

    @Test(arguments: [
        (#""device":"{user}-{device}""#, nil), (#""device":"{user}""#, nil),
        (
            #""device":"{user}{device}""#,
            "sources[0].device: nothing stands between {user} and {device}, so that two topics can make the id of one device; join them by a text that {user} never holds, such as {user}-{device}"
        ),
        (
            #""format":"owntracks""#,
            "sources[0].topic: leaves out {user}, so that each user can report as the device of another; set \"device\": \"{user}-{device}\", or a name for the level other than {user} if all who write there are trusted"
        ),
        (
            #""device":"$.id""#,
            "sources[0].device: leaves out {user}, so that each user can report as the device of another; set \"device\": \"{user}-{device}\", or a name for the level other than {user} if all who write there are trusted"
        ),
    ])
    func `warns where two users can make one id`(_ member: String, _ warning: String?) throws {
        let text =
            "{\"mqtt\":{\"host\":\"h\"},\"sources\":[{\"topic\":\"o/{user}/{device}\",\(member)}]}"
        let warnings = try folder.load(text).warnings.map { "\($0)".replacing(#/^[^ ]*: /#, with: "") }
        #expect(warnings == (warning.map { [$0] } ?? []))
    }

    @Test func `a file has at most 1,000 sources, and an overlap is named with the first other`() {
        let sources = (0..<1001).map { _ in #"{"topic":"a/{device}"}"# }.joined(separator: ",")
        let errors = folder.errors("{\"mqtt\":{\"host\":\"h\"},\"sources\":[\(sources)]}")
        #expect(errors.count == 1000)
        #expect(errors.first?.contains("has 1001 entries, and at most 1000 are read") == true)
        #expect(errors.dropFirst().allSatisfy { $0.contains("that sources[0] takes too") })
    }
}
