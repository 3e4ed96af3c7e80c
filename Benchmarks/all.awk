# The table of Benchmarks/run --all, out of what the single measurements print: one file each, whose name says which it is.
function cell(text) { gsub(/^ +| +$/, "", text); return text }

# The number in front of a unit.
function before(text, unit) { sub("[ ]" unit ".*", "", text); sub(/.*[^0-9.]/, "", text); return text }

function median(list, key,    n, i, j, swap, sorted) {
    n = count[key]
    for (i = 1; i <= n; i++) sorted[i] = list[key, i]
    for (i = 1; i <= n; i++)
        for (j = i + 1; j <= n; j++) if (sorted[j] < sorted[i]) { swap = sorted[i]; sorted[i] = sorted[j]; sorted[j] = swap }
    return n ? sprintf("%.2f (%.2f-%.2f)", (sorted[int((n + 1) / 2)] + sorted[int(n / 2) + 1]) / 2, sorted[1], sorted[n]) : "-"
}

function row(what, value, goal) { printf "| %s | %s | %s |\n", what, value, goal }

function ratios(file, name) { return ratio[file, 0, name] " / " ratio[file, 1, name] }

function rates(rate, goal) {
    row("position published to event received, QoS 1, `process`, " rate " a second, p50", median(middle, rate " agent") " ms; C " median(middle, rate " C"), goal[1])
    row("the same, p99", median(late, rate " agent") " ms; C " median(late, rate " C"), goal[2])
}

FILENAME ~ /^instructions/ && $2 == "all" { instructions[FILENAME] = $3 }

FILENAME ~ /^(full|slow)$/ && /^[01] .* of / {
    split($0, part, /   +/)
    ratio[FILENAME, $1, cell(part[2])] = cell(part[4])
    cost[FILENAME, $1, cell(part[2])] = cell(part[3])
}

FILENAME == "everything" && /with everything/ { sub(/.*everything /, ""); sub(/ times.*/, ""); everything = everything (everything ? " / " : "") $0 }

FILENAME == "engine" && /^\| [0-9]/ { split($0, part, "|"); engine[part[2] + 0] = cell(part[3]) " (" cell(part[4]) ")" }

FILENAME == "latency" && /p50/ {
    key = $3 " " ($4 == "C" ? "C" : "agent")
    for (i = 1; i < NF; i++) { if ($i == "p50") m = $(i + 1); if ($i == "p99") l = $(i + 1) }
    count[key]++
    middle[key, count[key]] = m
    late[key, count[key]] = l
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
    print "| what | measured | goal |"
    print "|---|---|---|"
    row("instructions a message in user space, QoS 0, 10,000 circles", instructions["instructions"], "7,000")
    row("the same with 100,000 circles, as densely", instructions["instructions-100000"], "within 5 %")
    row("CPU a message over the plain C subscriber's, full rate, `process`, QoS 0 / 1", ratios("full", "agent, process"), "1.0 / 0.6")
    row("the same, `power`", ratios("full", "agent, power"), "- / 0.7")
    row("the same of a C program that owns its bytes", ratios("full", "C, owns its bytes"), "-")
    row("the same at 2,000 a second, `process`", ratios("slow", "agent, process"), "1.3 / 1.0")
    row("the same, `power`", ratios("slow", "agent, power"), "- / 1.2")
    row("the same of the C program that owns its bytes", ratios("slow", "C, owns its bytes"), "-")
    row("with everything, over the bare agent, QoS 0 / 1", everything, "2 / 2")
    row("a fix against 1,000 circles in the engine, ns", engine[1000], "300")
    row("the same against 1,000,000", engine[1000000], "450")
    split("0.4 1.5", goal, " "); rates(100, goal)
    split("1.5 6", goal, " "); rates(1000, goal)
    split("1.5 10", goal, " "); rates(5000, goal)
    row("memory at rest, one circle", rest["fences-1"] " MB", "20 MB")
    row("memory of a device, of a million at rest", sprintf("%.0f bytes", (rest["devices-1000000"] - rest["devices-1000"]) / 999000 * 1e6), "300 bytes")
    row("memory of a fence, of a million at rest", sprintf("%.0f bytes", (rest["fences-1000000"] - rest["fences-1"]) / 999999 * 1e6), "200 bytes")
    row("1,000,000 fences and devices: online; online again", online["both"] "; " again["both"] " s of CPU", "15 s")
    row("their memory at most: at the start; while positions come; again", most["both"] "; " crowded["both"] "; " mostAgain["both"] " MB", "1,000 MB")
    row("100,000 fences of a file: online; online again", online["fences-100000"] "; " again["fences-100000"] " s of CPU", "1 s")
    row("a changed file among them, SIGHUP: until it counts; longest wait for an answer", reload["fences-100000"] " s; " wait["fences-100000"] " ms", "-; 50 ms")
    row("one `fence/set`; `fence/remove`: until the answer", set["fences-100000"] "; " removed["fences-100000"] " ms", "1 ms")
}
