# A device arrives, stands close to an edge, and leaves: what its positions look like, and what two rules make of them.

function across(fix) { return 110 + fix * 14 }
function height(metres) { return 130 - metres * 1.1 }

# The side after a position, under a rule.
function side_after(rule, side, s, a) {
  if (s <= 0) return "inside"
  return s > (rule == "ignore" ? 0 : a) ? "outside" : side
}

function strip(rule, y,   fix, side, before, start, events) {
  side = distance[1] <= 0 ? "inside" : "outside"
  start = 1; events = 0
  for (fix = 2; fix <= count + 1; fix++) {
    before = side
    if (fix <= count) side = side_after(rule, side, distance[fix], accuracy[fix])
    if (side == before && fix <= count) continue
    box(across(start), y, across(fix) - across(start), 20, before)
    start = fix
    if (fix <= count) events++
  }
  text(100, y + 15, rule, "ink", "end", "font-weight=\"600\"")
  text(across(count + 1) + 8, y + 15, events " events", "ink", "start")
}

BEGIN {
  count = split("78 52 27 6 -6 -14 -9 -16 -3 4 -6 -12 7 11 -2 -8 3 13 5 -5 -11 -4 9 2 -7 -13 -1 6 -10 -3 5 -8 9 24 41 62 80 83", distance, " ")
  split("14 15 13 16 18 20 17 15 16 19 17 15 18 21 16 14 17 20 18 15 14 16 19 17 15 16 18 17 15 16 19 17 16 14 15 13 14 15", accuracy, " ")
  open_figure(760, 270)
  box(across(1), height(0), across(count + 1) - across(1), height(-40) - height(0), "inside", 0.12)
  line(across(1), height(0), across(count + 1), height(0), "ink", 1.5)
  text(100, height(0) + 5, "edge", "ink", "end")
  text(100, height(60) + 5, "outside", "outside", "end")
  text(100, height(-25) + 5, "inside", "inside", "end")
  for (fix = 1; fix <= count; fix++) {
    x = across(fix) + 7
    line(x, height(distance[fix] - accuracy[fix]), x, height(distance[fix] + accuracy[fix]), "faint", 1)
    dot(x, height(distance[fix]), 3, "ink")
  }
  strip("ignore", 196)
  strip("hysteresis", 226)
  text(across(1), 264, "each position with its accuracy above and below; margin 0; blue is inside, orange outside", "faint", "start", "font-size=\"12\"")
  close_figure()
}
