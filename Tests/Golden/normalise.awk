# Orders what was recorded by topic, each topic's messages as they came, and replaces what can't be the same twice: stamps of the run itself, those
# between -v first and -v last (ISO 8601 to the second) or -v from and -v until (seconds since 1970), and what is counted up to such a stamp.
# Lines: FLAG TOPIC PAYLOAD, with tabs between.

function stamped(text,    result, stamp) {
    while (match(text, /[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9](\.[0-9]+)?Z/)) {
        stamp = substr(text, RSTART, RLENGTH)
        result = result substr(text, 1, RSTART - 1) (stamp >= first && stamp <= last ? "<now>" : stamp)
        text = substr(text, RSTART + RLENGTH)
    }
    return result text
}
function numbered(text,    result, number) {
    while (match(text, /[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]+(\.[0-9]+)?/)) {
        number = substr(text, RSTART, RLENGTH)
        result = result substr(text, 1, RSTART - 1) (within(number + 0) || within(number / 1000) ? "<now>" : number)
        text = substr(text, RSTART + RLENGTH)
    }
    return result text
}
function within(seconds) { return seconds >= from && seconds <= until }

BEGIN { FS = OFS = "\t" }
# Beside what the agent says of itself, with its own numbers, when it is due.
$2 ~ /^(geofence\/agent\/(info|stats)|geofence\/request\/.*|barrier)$/ { next }
$2 !~ /^(geofence|homeassistant|answers)\/|^owntracks\/.*\/(event|cmd)$/ { next }
{ $0 = numbered(stamped($0)) }
$2 ~ /\/notify$/ { sub(/"age":[0-9.]+/, "\"age\":<to now>") }
$3 ~ /"time":"<now>"/ { sub(/"duration":[0-9.]+/, "\"duration\":<to now>", $3) }
{ print $2, $1, $3 }
