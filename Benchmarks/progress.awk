# One line of progress: -v line=FIGURES -v what=NAME.
BEGIN {
    count = split(line, pairs, " ")
    for (i = 1; i <= count; i++) { split(pairs[i], pair, "="); value[pair[1]] = pair[2] }
    printf "%s: %.2f µs/message, %d messages/s, events %d of %d\n", what, value["cpu"] * 1e6 / value["messages"],
        value["messages"] / value["wall"], value["events"], value["expected"]
}
