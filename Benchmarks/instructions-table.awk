# The table of scripts/instructions: lines QOS STAGE INSTRUCTIONS; with an earlier output as first file, its numbers and the change beside them,
# and exit code 1 where the sum of a quality of service is more than 3 % above the earlier one, or none is in both.
$1 !~ /^[0-9]+$/ || $3 !~ /^-?[0-9.]+$/ { next }
{ order[++count] = FILENAME SUBSEP $1 SUBSEP $2; value[order[count]] = $3; if (FILENAME != newest) newest = FILENAME }
END {
    earlier = ARGC > 2 ? ARGV[1] : ""
    printf "%-4s %-9s %12s%s\n", "QoS", "stage", "instructions", earlier ? sprintf(" %10s %8s", "before", "change") : ""
    for (i = 1; i <= count; i++) {
        split(order[i], part, SUBSEP)
        if (part[1] != newest) continue
        printf "%-4s %-9s %12s", part[2], part[3], value[order[i]]
        if (earlier) {
            before = value[earlier, part[2], part[3]]
            if (before > 0) {
                change = 100 * (value[order[i]] / before - 1)
                printf " %10s %+7.1f%%", before, change
                if (part[3] == "all") compared++
                if (part[3] == "all" && change > 3) risen = risen sprintf("A message at QoS %s costs %.1f %% more than in %s\n", part[2], change, earlier)
            }
        }
        print ""
    }
    if (earlier && !compared) risen = earlier " has no sum to compare with\n"
    printf "%s", risen >"/dev/stderr"
    exit risen != ""
}
