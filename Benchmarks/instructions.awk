# Gives the instructions a message by stage: the difference of two outputs of callgrind (positions: instr, nothing compressed) of one program.
# -v qos=N -v messages=N -v program=PATH; arguments: what `addr2line -a -i` says of the program's addresses, the shorter run, the longer run.
# One line a stage: QOS STAGE INSTRUCTIONS.

# The stage of a source file; "" for none.
function stage_of_file(file) {
    if (file ~ /\/Sources\/GeofenceCore\//) return "engine"
    if (file ~ /\/checkouts\/GRDB\.swift\/|\/geofence-agent\/Store\//) return "commit"
    if (file ~ /\/JSON\/JSONWriter/) return "rest"
    if (file ~ /\/geofence-agent\/(Codec|JSON|Payloads|Configuration\/Topics)\//) return "decode"
    if (file ~ /\/Sources\/|\/checkouts\//) return "rest"
    return ""
}

# The stage of an instruction; "" where it is to be found out by who calls it: the C library, the Swift runtime, code without a line.
function stage_of(object, address) {
    if (object == program) return line_stage[address]
    if (object ~ /\/libmosquitto\.so/) return "library"
    if (object ~ /\/libsqlite3\.so/) return "commit"
    return ""
}

function bare(address) { sub(/^0x0*/, "", address); return address }

# What addr2line says: an address, then its line, innermost first where functions were inlined.
FNR == 1 { files++; sign = files == 2 ? -1 : 1; is_body = 0 }
files == 1 && /^0x/ { address = bare($1); next }
files == 1 { if (line_stage[address] == "") line_stage[address] = stage_of_file($0); next }

# What callgrind says.
/^events:/ { is_body = 1; next }
!is_body { next }
/^ob=/ { object = substr($0, 4); next }
/^fn=/ { node = object " " substr($0, 4); called_object = object; next }
/^cob=/ { called_object = substr($0, 5); next }
/^cfn=/ { called = called_object " " substr($0, 5); called_object = object; next }
/^calls=/ { is_call = 1; next }
/^0x/ {
    line = stage_of(object, bare($1))
    cost = sign * $2
    if (is_call) {
        arcs[node, line, called] += cost
    } else {
        costs[node, line] += cost
        all += cost
    }
    is_call = 0
}

END {
    count = split("library decode engine commit rest", stages, " ")
    # In a function where some instructions have a stage, those without one have that of most.
    for (key in costs) {
        split(key, part, SUBSEP)
        if (part[2] != "" && costs[key] > most[part[1]]) { most[part[1]] = costs[key]; main_stage[part[1]] = part[2] }
    }
    # What a function without a stage costs is its callers': shares by what their calls cost; where these have none, their callers' shares.
    for (key in arcs) {
        split(key, part, SUBSEP)
        if (arcs[key] <= 0 || part[1] == part[3] || main_stage[part[3]] != "") continue
        stage = part[2] != "" ? part[2] : main_stage[part[1]]
        into[part[3]] += arcs[key]
        if (stage != "") { given[part[3], stage] += arcs[key]; continue }
        open_from[++opens] = part[1]; open_to[opens] = part[3]; open_cost[opens] = arcs[key]
    }
    for (round = 1; round <= 40; round++) {
        split("", next_share)
        for (key in given) next_share[key] = given[key]
        for (i = 1; i <= opens; i++)
            for (s = 1; s <= count; s++)
                next_share[open_to[i], stages[s]] += open_cost[i] * share[open_from[i], stages[s]]
        for (node in into)
            for (s = 1; s <= count; s++) share[node, stages[s]] = next_share[node, stages[s]] / into[node]
    }
    for (key in costs) {
        split(key, part, SUBSEP)
        stage = part[2] != "" ? part[2] : main_stage[part[1]]
        if (stage != "") { total[stage] += costs[key]; continue }
        for (s = 1; s <= count; s++) total[stages[s]] += costs[key] * share[part[1], stages[s]]
    }
    for (s = 1; s < count; s++) {
        printf "%s %s %.0f\n", qos, stages[s], total[stages[s]] / messages
        known += total[stages[s]]
    }
    printf "%s rest %.0f\n", qos, (all - known) / messages
    printf "%s all %.0f\n", qos, all / messages
}
