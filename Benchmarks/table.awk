# The table: medians over the rounds with the least and the greatest; a ratio is of one round, so that a slow minute hits both sides.
{
    for (i = 1; i <= NF; i++) { split($i, pair, "="); value[pair[1]] = pair[2] }
    key = value["qos"] " " value["name"]
    if (!(key in rounds)) keys[++kinds] = key
    n = ++rounds[key]
    cost[key, n] = value["cpu"] * 1e6 / value["messages"]
    if (value["name"] == "subscriber") base[value["qos"], value["round"]] = cost[key, n]
    at[key, n] = value["round"]
    events[key] += value["events"]; expected[key] += value["expected"]
}

function summary(list, key, digits,    n, i, j, swap, sorted, middle) {
    n = rounds[key]
    for (i = 1; i <= n; i++) sorted[i] = list[key, i]
    for (i = 1; i <= n; i++)
        for (j = i + 1; j <= n; j++) if (sorted[j] < sorted[i]) { swap = sorted[i]; sorted[i] = sorted[j]; sorted[j] = swap }
    middle = (sorted[int((n + 1) / 2)] + sorted[int(n / 2) + 1]) / 2
    return sprintf("%." digits "f (%." digits "f-%." digits "f)", middle, sorted[1], sorted[n])
}

END {
    for (i = 1; i <= kinds; i++) {
        split(keys[i], part, " ")
        for (n = 1; n <= rounds[keys[i]]; n++) ratio[keys[i], n] = cost[keys[i], n] / base[part[1], at[keys[i], n]]
    }
    printf "\n%-4s %-20s %-22s %-20s %s\n", "QoS", "subject", "µs of CPU a message", "ratio", "events of expected"
    for (i = 1; i <= kinds; i++) {
        split(keys[i], part, " ")
        subject = part[2] == "subscriber" ? "plain C subscriber" : part[2] == "floor" ? "C, owns its bytes" : "agent, " part[2]
        printf "%-4s %-20s %-22s %-20s %d of %d\n", part[1], subject, summary(cost, keys[i], 2), summary(ratio, keys[i], 2),
            events[keys[i]], expected[keys[i]]
    }
    for (i = 1; i <= kinds; i++) {
        split(keys[i], part, " ")
        bare = part[1] " process"
        if (part[2] != "everything" || !(bare in rounds)) continue
        for (n = 1; n <= rounds[keys[i]]; n++) beside[keys[i], n] = cost[keys[i], n] / cost[bare, n]
        printf "QoS %s: with everything %s times the bare agent\n", part[1], summary(beside, keys[i], 2)
    }
}
