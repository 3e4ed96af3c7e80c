# Makes what a seeded fleet sends, the same for the same seed in every awk.
# -v seed=N -v lines=N -v form=track: a track for `replay`, a position a line; with -v latitude=N -v longitude=N -v scale=N around another place,
# and wider.
# -v seed=N -v lines=N -v form=script -v folder=PATH: scripts for player.c, a file a part (part-1 …); after each second part the agent is ended,
# after the others it reads its configuration again, and with it writes a checkpoint: what follows up to the end is its journal.
#
# Stamps lie in the past. Before the agent is ended every device reports after a pause in which all that ran has ended.

function random(bound) { state = (16807 * state) % 2147483647; return int(state / 2147483647 * bound) }
function unit() { state = (16807 * state) % 2147483647; return state / 2147483647 }
function digits(value) { return sprintf("%.6f", value) + 0 }
function north_of(value) { return digits(latitude + (value - 52.5) * scale) }
function east_of(value) { return digits(longitude + (value - 13.4) * scale) }
function within(value, least, most) { return value < least ? least : value > most ? most : value }

function say(verb, topic, payload) {
    if (form == "script") printf "%s\t%s\t%s\n", verb, topic, payload >(folder "/part-" part)
    else if (topic ~ /^fleet\//) print payload
}
function request(command, payload) { say("request", command, payload) }
function quiet(milliseconds) { say("quiet", milliseconds, "") }

function report(device, members, ago) {
    last[device] = sprintf("{\"device\":\"%s\",%s,\"tst\":%d}", device, members, beginning + second - ago)
    say("publish", "fleet/" device "/location", last[device])
}
function position(there, where,    accuracy, text) {
    split("0 5 8 15 60 200 1500", choice, " ")
    accuracy = choice[1 + random(7)]
    text = sprintf("\"lat\":%s,\"lon\":%s,\"acc\":%d", north_of(there), east_of(where), accuracy)
    if (random(4) == 0) text = text sprintf(",\"vel\":%d", random(60))
    if (random(6) == 0) text = text sprintf(",\"alt\":%d", random(300))
    return text
}
function place(device) { return sprintf("\"lat\":%s,\"lon\":%s,\"acc\":8", north_of(north[device]), east_of(east[device])) }
function wander(device,    reach) {
    reach = random(10) == 0 ? 0.004 : 0.0006
    north[device] = within(north[device] + (unit() - 0.5) * reach, 52.497, 52.506)
    east[device] = within(east[device] + (unit() - 0.5) * reach * 1.6, 13.396, 13.412)
}
function phone(user, name,    device) {
    device = user "-" name
    wander(device)
    say("publish", "owntracks/" user "/" name, sprintf("{\"_type\":\"location\",\"lat\":%s,\"lon\":%s,\"acc\":%d,\"tst\":%d,\"tid\":\"%s\",\"vel\":%d,\"batt\":%d%s}",
        digits(north[device]), digits(east[device]), 5 + random(20), beginning + second, substr(name, 1, 2), random(30), random(100),
        random(8) == 0 ? ",\"SSID\":\"net" random(6) "\",\"conn\":\"w\"" : ""))
}
function tracker() {
    wander("van-1")
    say("publish", "traccar/positions", sprintf("{\"position\":{\"id\":%d,\"protocol\":\"osmand\",\"valid\":true,\"latitude\":%s,\"longitude\":%s,\"accuracy\":%d,\"speed\":%d,\"fixTime\":%d000},\"device\":{\"id\":3,\"uniqueId\":\"van-1\"}}",
        random(1000), digits(north["van-1"]), digits(east["van-1"]), random(30), random(20), beginning + second))
}
function own() {
    wander("imei-1")
    say("publish", "trackers/7/report", sprintf("{\"imei\":\"imei-1\",\"gps\":{\"lat\":%s,\"lon\":%s,\"accuracy\":%d,\"time\":%d}}",
        digits(north["imei-1"]), digits(east["imei-1"]), random(30), beginning + second))
}
function damage() {
    split("{\"lat\":95,\"lon\":13.4}|not JSON|{\"lat\":52.5}|{\"lat\":\"north\",\"lon\":1}|[]|{\"lat\":52.5,\"lon\":13.4,\"tst\":\"never\"}", bad, "|")
    say("publish", "fleet/d" random(devices) "/location", bad[1 + random(6)])
}

function step(    device) {
    second += 7 * random(3)
    device = "d" random(devices)
    choice_of_step = random(form == "script" ? 27 : 20)
    if (choice_of_step <= 1) { if (device in last) say("publish", "fleet/" device "/location", last[device]) }
    else if (choice_of_step <= 3) report(device, position(52.497 + unit() * 0.009, 13.396 + unit() * 0.016), 7 * (1 + random(43)))
    else if (choice_of_step == 4) { split("net0 net1 net4 Guest Guest elsewhere", net, " "); report(device, "\"ssid\":\"" net[1 + random(6)] "\"", 0) }
    else if (choice_of_step <= 19) { wander(device); report(device, position(north[device], east[device]), 0) }
    else if (choice_of_step <= 21) phone("jo", "phone")
    else if (choice_of_step == 22) phone("al", "tab")
    else if (choice_of_step <= 24) tracker()
    else if (choice_of_step == 25) own()
    else damage()
}
function steps(count) { while (count-- > 0) step() }

# Every device reports, and none has anything to wait for.
function settle(    number) {
    second += 1204
    for (number = 0; number < devices; number++) report("d" number, place("d" number), 0)
    if (form != "script") return
    phone("jo", "phone")
    phone("al", "tab")
    tracker()
    own()
    quiet(7000)
}
function go_on() { part++; second += 49; quiet(2500) }
# Not enough for a checkpoint of its own.
function journal() { settle(); go_on(); steps(40); settle(); go_on() }

# Two weeks of somebody with a home and a work; of its own time.
function commute(device, there, where,    now, hour, weekday, at_work) {
    for (now = 0; now < 15 * 86400; now += 1800) {
        hour = now % 86400 / 3600
        weekday = int(now / 86400) % 7 < 5
        at_work = weekday && hour >= 8 && hour < 16.5
        say("publish", "fleet/" device "/location", sprintf("{\"device\":\"%s\",\"lat\":%s,\"lon\":%s,\"acc\":%d,\"tst\":%d}", device,
            digits(there + (at_work ? 0.02 : 0) + (unit() - 0.5) * 0.0002), digits(where + (at_work ? 0.03 : 0) + (unit() - 0.5) * 0.0003),
            8 + random(10), 1769986800 + now))
    }
}

function script(    number) {
    part = 1
    quiet(2500)
    say("publish", "owntracks/jo/phone/waypoints", "{\"_type\":\"waypoints\",\"waypoints\":[{\"_type\":\"waypoint\",\"desc\":\"Garden\",\"lat\":52.501,\"lon\":13.404,\"rad\":120,\"tst\":1700000000,\"rid\":\"9ac21f\"},{\"_type\":\"waypoint\",\"desc\":\"Beacon\",\"rad\":0,\"tst\":1700000001}]}")
    steps(lines * 0.35)
    say("publish", "owntracks/jo/phone/waypoint", "{\"_type\":\"waypoint\",\"desc\":\"Shed\",\"lat\":52.503,\"lon\":13.401,\"rad\":90,\"tst\":1700000002,\"rid\":\"5ed\"}")
    steps(lines * 0.05)
    journal()

    request("fence/set", "{\"id\":\"yard\",\"name\":\"Yard\",\"latitude\":52.5015,\"longitude\":13.4035,\"radius\":130,\"groups\":[\"town\"],\"transaction\":{\"a\":[1,2]}}")
    steps(60)
    request("fence/set", "{\"fences\":[{\"id\":\"yard\",\"name\":\"Yard, wider\",\"latitude\":52.5015,\"longitude\":13.4035,\"radius\":180,\"groups\":[\"town\"]},{\"id\":\"f1\",\"latitude\":52.5,\"longitude\":13.404,\"radius\":90},{\"id\":\"vans\",\"bbox\":[13.398,52.498,13.404,52.502],\"devices\":[\"van-*\",\"d1\"]}]}")
    steps(60)
    request("fence/set", "{\"id\":\"wrong\",\"latitude\":152,\"longitude\":13,\"radius\":10}")
    request("fence/set", "{\"id\":\"tail\",\"follows\":\"d1\",\"radius\":140}")
    steps(60)
    request("fence/get", "{\"id\":\"yard\"}")
    request("fence/import", "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"id\":\"park\",\"properties\":{\"name\":\"Park\"},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[13.399,52.499],[13.405,52.499],[13.405,52.503],[13.399,52.503],[13.399,52.499]]]}},{\"type\":\"Feature\",\"id\":\"dot\",\"properties\":{},\"geometry\":{\"type\":\"Point\",\"coordinates\":[13.4,52.5]}}]}")
    request("fence/import", "{\"document\":\"id,latitude,longitude,radius\\nkiosk,52.5021,13.4032,60\\n\",\"format\":\"csv\",\"import\":\"a7\",\"part\":1,\"parts\":2}")
    request("fence/import", "{\"document\":\"id,latitude,longitude,radius\\nbooth,52.5031,13.4052,70\\n\",\"format\":\"csv\",\"import\":\"a7\",\"part\":2,\"parts\":2}")
    steps(80)
    request("fence/remove", "{\"id\":\"f1\"}")
    request("fence/remove", "{\"id\":\"nowhere\"}")
    request("query/contains", "{\"latitude\":52.501,\"longitude\":13.404}")
    request("query/nearest", "{\"latitude\":52.51,\"longitude\":13.41,\"count\":4}")
    request("device/status", "{\"device\":\"d0\"}")
    request("device/status", "{\"device\":\"jo-phone\"}")
    request("explain", "{\"device\":\"d0\",\"fence\":\"f3\",\"count\":5}")
    request("notify", "{\"device\":\"d0\",\"timestamp\":@NOW@}")
    request("notify", "{\"device\":\"d0\",\"timestamp\":1770000000}")
    request("no/such", "{}")
    steps(lines * 0.15)
    journal()

    request("device/override", "{\"device\":\"m1\",\"latitude\":52.6,\"longitude\":13.5,\"accuracy\":5}")
    request("device/override", "{\"device\":\"m1\",\"latitude\":52.7,\"longitude\":13.7,\"accuracy\":5}")
    request("device/override", "{\"device\":\"m2\",\"ssid\":\"Lobby\"}")
    say("publish", "fleet/m1/location", "{\"device\":\"m1\",\"lat\":52.7,\"lon\":13.4,\"tst\":" beginning + second "}")
    say("publish", "home/w1/wifi", "Lobby")
    say("publish", "home/w1/wifi", "elsewhere")
    say("publish", "states/s1/latitude", "52.7002")
    say("publish", "states/s1/longitude", "13.7001")
    say("publish", "states/s1/gps_accuracy", "12")
    quiet(2500)
    steps(60)
    request("device/override", "{\"device\":\"m2\",\"ssid\":null}")
    request("device/override", "{\"device\":\"m1\",\"clear\":true}")
    request("device/forget", "{\"device\":\"d3\"}")
    request("device/forget", "{\"device\":\"nobody\"}")
    steps(lines * 0.1)
    request("device/forget", "{\"device\":\"d2\"}")
    request("fence/clear", "{\"type\":\"poi\"}")
    steps(60)
    journal()

    commute("anna", 52.61, 13.31)
    commute("ben", 52.63, 13.21)
    request("device/zones", "{\"device\":\"anna\"}")
    request("fence/list", "{\"type\":\"zone\"}")
    steps(60)
    journal()

    say("publish", "homeassistant/status", "online")
    quiet(7000)
    steps(60)
    request("fence/clear", "{\"type\":\"custom\"}")
    steps(60)
    say("publish", "owntracks/jo/phone/waypoints", "{\"_type\":\"waypoints\",\"waypoints\":[]}")
    request("device/forget", "{\"device\":\"ben\"}")
    settle()
    for (number = 0; number < 3; number++) {
        second += number ? 4998 : 98
        for (device_number = 0; device_number < devices; device_number++) report("d" device_number, "\"lat\":53,\"lon\":13,\"ssid\":\"\"", 0)
    }
    request("device/list", "{}")
    request("fence/list", "{}")
    quiet(7000)
}

BEGIN {
    state = seed * 7919 + 1
    beginning = 1770000000
    if (!scale) { latitude = 52.5; longitude = 13.4; scale = 1 }
    devices = 6
    split("jo-phone al-tab van-1 imei-1", others, " ")
    for (number = 0; number < devices; number++) { north["d" number] = 52.5; east["d" number] = 13.4 }
    for (number in others) { north[others[number]] = 52.501; east[others[number]] = 13.402 }
    if (form == "script") script()
    else { steps(lines); settle() }
}
