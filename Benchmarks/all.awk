# The table of Benchmarks/run --all, out of what the single measurements print: one file each, whose name says which it is. Exits 1 where a figure
# is missing.
function cell(text) { gsub(/^ +| +$/, "", text); return text }

# A figure, which has to be there.
function have(figure) {
    if (figure ~ /^[0-9]/) return figure
    missing++
    return "missing"
}

# The number in front of a unit; nothing without that.
function before(text, unit,    at) {
    at = match(text, "[0-9.]+ " unit)
    return at ? substr(text, at) + 0 : ""
}

# The figures `median (least-greatest)` of a line, by their number.
function spread(text, number) {
    while (match(text, /[0-9.]+ \([0-9.]+-[0-9.]+\)/)) {
        if (--number == 0) return substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
    }
    return ""
}

function median(list, key,    n, i, j, swap, sorted) {
    n = count[key]
    for (i = 1; i <= n; i++) sorted[i] = list[key, i]
    for (i = 1; i <= n; i++)
        for (j = i + 1; j <= n; j++) if (sorted[j] < sorted[i]) { swap = sorted[i]; sorted[i] = sorted[j]; sorted[j] = swap }
    return n ? sprintf("%.2f (%.2f-%.2f)", (sorted[int((n + 1) / 2)] + sorted[int(n / 2) + 1]) / 2, sorted[1], sorted[n]) : ""
}

function row(what, value, goal) { printf "| %s | %s | %s |\n", what, value, goal }

function ratios(file, name) { return have(ratio[file, 0, name]) " / " have(ratio[file, 1, name]) }

function latencies(rate, p50, p99) {
    row("position published to event received, QoS 1, `process`, " rate " a second, p50", have(median(middle, rate " agent")) " ms; C " have(median(middle, rate " C")), p50)
    row("the same, p99", have(median(late, rate " agent")) " ms; C " have(median(late, rate " C")), p99)
}

# Bytes of each of a million: the megabytes that they take beyond those with few of them.
function each(many, few) { return rest[many] == "" || rest[few] == "" ? have("") : sprintf("%.0f bytes", rest[many] - rest[few]) }

FILENAME ~ /^instructions/ && $2 == "all" { instructions[FILENAME] = $3 }

# Columns as table.awk has them.
FILENAME ~ /^(full|slow)$/ && /^[01] .* of / { ratio[FILENAME, $1, cell(substr($0, 6, 20))] = spread($0, 2) }

FILENAME == "everything" && /with everything/ { beside[$2 + 0] = spread($0, 1) }

FILENAME == "engine" && /^\| [0-9]/ { split($0, part, "|"); engine[part[2] + 0] = cell(part[3]) " (" cell(part[4]) ")" }

FILENAME == "latency" && /p50/ {
    key = $3 " " ($4 == "C" ? "C" : "agent")
    count[key]++
    for (i = 1; i < NF; i++) {
        if ($i == "p50") middle[key, count[key]] = $(i + 1)
        if ($i == "p99") late[key, count[key]] = $(i + 1)
    }
}

FILENAME ~ /^(fences|devices|both)/ {
    if (/^online, /) { online[FILENAME] = before($0, "s of CPU"); most[FILENAME] = before($0, "MB at most") }
    if (/^online again/) { again[FILENAME] = before($0, "s of CPU"); mostAgain[FILENAME] = before($0, "MB at most") }
    if (/^at rest/) rest[FILENAME] = before($0, "MB")
    if (/^fence\/set/) set[FILENAME] = before($0, "ms,")
    if (/^fence\/remove/) removed[FILENAME] = before($0, "ms,")
    if (/SIGHUP/) { reload[FILENAME] = before($0, "s,"); wait[FILENAME] = before($0, "ms at most") }
    if (/^memory: /) crowded[FILENAME] = before($0, "MB at most")
}

END {
    few = "fences-100000"
    print "| what | measured | goal |"
    print "|---|---|---|"
    row("instructions a message in user space, QoS 0, 10,000 circles", have(instructions["instructions"]), "7,000")
    row("the same with 100,000 circles, as densely", have(instructions["instructions-100000"]), "within 5 %")
    row("CPU a message over the plain C subscriber's, full rate, `process`, QoS 0 / 1", ratios("full", "agent, process"), "1.0 / 0.6")
    row("the same, `power`", ratios("full", "agent, power"), "- / 0.7")
    row("the same of a C program that owns its bytes", ratios("full", "C, owns its bytes"), "-")
    row("the same at 2,000 a second, `process`", ratios("slow", "agent, process"), "1.3 / 1.0")
    row("the same, `power`", ratios("slow", "agent, power"), "- / 1.2")
    row("the same of the C program that owns its bytes", ratios("slow", "C, owns its bytes"), "-")
    row("with everything, over the bare agent, QoS 0 / 1", have(beside[0]) " / " have(beside[1]), "2 / 2")
    row("a fix against 1,000 circles, the engine alone", have(engine[1000]) " ns", "300 ns")
    row("the same against 1,000,000", have(engine[1000000]) " ns", "450 ns")
    latencies(100, "0.4", "1.5")
    latencies(1000, "1.5", "6")
    latencies(5000, "1.5", "10")
    row("memory at rest, two circles", have(rest["fences-1"]) " MB", "20 MB")
    row("memory of a device, of a million at rest", each("devices-1000000", "devices-1000"), "300 bytes")
    row("memory of a fence, of a million at rest", each("fences-1000000", "fences-1"), "200 bytes")
    row("1,000,000 fences and devices: online; online again", have(online["both"]) "; " have(again["both"]) " s of CPU", "15 s")
    row("their memory at most: at the start; while positions come; again", have(most["both"]) "; " have(crowded["both"]) "; " have(mostAgain["both"]) " MB", "1,000 MB")
    row("100,000 fences of a file: online; online again", have(online[few]) "; " have(again[few]) " s of CPU", "1 s")
    row("a changed file among them, SIGHUP: until it counts; longest wait for an answer", have(reload[few]) " s; " have(wait[few]) " ms", "-; 50 ms")
    row("one `fence/set`; `fence/remove`: until the answer", have(set[few]) "; " have(removed[few]) " ms", "1 ms")
    exit (missing > 0)
}
