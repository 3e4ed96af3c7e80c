# A device that lies 10 m outside of an edge, whose receiver wanders, and that is carried in at last: its anchor, and what is made of it.

function across(fix) { return 110 + fix * 12.5 }
function height(metres) { return 100 - metres * 1.5 }

# The side after a position 20 s after the one before, by the position alone.
function side_alone(side, s) {
  if (s <= 0) return "inside"
  return s > accuracy ? "outside" : side
}

# Follows the rest of design and page, along a line: moves the anchor and says whether the device rests.
function rest(s,   weight) {
  if (n == 0 || abs(s - anchor) > 3 * accuracy) { begin(s); return 0 }
  if (stays > 7200) stays = 7200
  weight = n == 1 ? 0.5 : 20 / (stays + 20)
  anchor += weight * (s - anchor)
  stays += 20; n++
  since += 20
  return n >= 3 && since >= 6 * accuracy
}

function begin(s) { anchor = s; stays = 0; n = 1; since = 0; run = 0 }

function abs(value) { return value < 0 ? -value : value }

function side_at_rest(side, s, resting,   needed) {
  contrary = 0
  if (!resting) { run = 0; return side_alone(side, s) }
  contrary = side == "inside" ? s > 1.5 * accuracy : s <= -1.5 * accuracy
  run = contrary ? run + 1 : 0
  needed = sqrt(300 / stays)
  needed = accuracy * (needed > 1 ? 1 : needed < 0.3 ? 0.3 : needed)
  if (anchor <= 0) return "inside"
  if (anchor > needed && side == "inside") return "outside"
  if (run < 4) return side
  begin(s)
  return side == "inside" ? "outside" : "inside"
}

function strip(name, y, sides,   fix, start, events) {
  start = 1; events = 0
  for (fix = 2; fix <= count + 1; fix++) {
    if (fix <= count && sides[fix] == sides[fix - 1]) continue
    box(across(start), y, across(fix) - across(start), 20, sides[fix - 1])
    start = fix
    if (fix <= count) events++
  }
  text(100, y + 15, name, "ink", "end", "font-weight=\"600\"")
  text(across(count + 1) + 8, y + 15, events (events == 1 ? " event" : " events"), "ink", "start")
}

BEGIN {
  count = split("14 9 17 12 8 15 6 -3 -8 4 12 21 25 18 9 2 -5 -11 -4 5 16 24 19 11 3 -2 7 13 20 15 9 4 8 12 -6 -24 -28 -26 -30 -27 -25 -29 -26 -24", distance, " ")
  accuracy = 15
  n = 0
  alone[1] = still[1] = "outside"
  for (fix = 1; fix <= count; fix++) {
    resting = rest(distance[fix])
    if (fix > 1) {
      alone[fix] = side_alone(alone[fix - 1], distance[fix])
      still[fix] = side_at_rest(still[fix - 1], distance[fix], resting)
    }
    against[fix] = contrary
    points = points sprintf("%.1f,%.1f ", across(fix) + 6, height(anchor))
  }
  open_figure(760, 250)
  box(across(1), height(0), across(count + 1) - across(1), height(-38) - height(0), "inside", 0.12)
  line(across(1), height(0), across(count + 1), height(0), "ink", 1.5)
  line(across(1), height(-22.5), across(count + 1), height(-22.5), "faint", 1, "4 4")
  text(100, height(0) + 5, "edge", "ink", "end")
  text(100, height(26) + 5, "outside", "outside", "end")
  text(100, height(-22.5) + 5, "1.5 · e inside", "faint", "end")
  for (fix = 1; fix <= count; fix++) dot(across(fix) + 6, height(distance[fix]), against[fix] ? 4 : 2.5, against[fix] ? "inside" : "faint")
  curve(points, "outside", 2)
  text(across(9), height(36), "the anchor", "outside", "start")
  text(across(35), height(-34), "steady evidence", "inside", "end")
  strip("rest off", 172, alone)
  strip("rest on", 202, still)
  text(across(1), 242, "a position every 20 s, each with an accuracy of 15 m; below, blue is inside, orange outside", "faint", "start", "font-size=\"12\"")
  close_figure()
}
