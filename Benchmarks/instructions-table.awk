# The table of scripts/instructions: lines QOS STAGE INSTRUCTIONS; with an earlier output as first file, its numbers and the change beside them.
$1 !~ /^[0-9]+$/ || $3 !~ /^-?[0-9.]+$/ { next }
{ order[++count] = FILENAME SUBSEP $1 SUBSEP $2; value[order[count]] = $3; if (FILENAME != newest) { newest = FILENAME; files++ } }
END {
    earlier = files > 1 ? ARGV[1] : ""
    printf "%-4s %-9s %12s%s\n", "QoS", "stage", "instructions", earlier ? sprintf(" %10s %8s", "before", "change") : ""
    for (i = 1; i <= count; i++) {
        split(order[i], part, SUBSEP)
        if (part[1] != newest) continue
        printf "%-4s %-9s %12s", part[2], part[3], value[order[i]]
        if (earlier) {
            before = value[earlier, part[2], part[3]]
            if (before > 0) printf " %10s %+7.1f%%", before, 100 * (value[order[i]] / before - 1)
        }
        print ""
    }
}
