# What each of the four rules makes of a position at signed distance s, for an accuracy and a margin.

function place(s) { return 130 + (s + 70) * 3.6 }

# Inside up to one distance, outside beyond another, in between the side stays.
function rule(row, name, inside, outside,   y) {
  y = 62 + 46 * row
  text(118, y + 18, name, "ink", "end", "font-weight=\"600\"")
  box(place(-70), y, place(inside) - place(-70), 26, "inside")
  box(place(inside), y, place(outside) - place(inside), 26, "grid")
  box(place(outside), y, place(90) - place(outside), 26, "outside")
  text((place(inside) + place(outside)) / 2, y + 18, "stays", "ink", "middle")
}

BEGIN {
  accuracy = 30; margin = 20
  open_figure(720, 300)
  text(place(-70), 46, "a position here makes it inside", "inside", "start")
  text(place(90), 46, "a position here makes it outside", "outside", "end")
  text(place(0), 22, "edge", "ink", "middle")
  rule(0, "hysteresis", 0, accuracy + margin)
  rule(1, "ignore", 0, margin)
  rule(2, "lenient", accuracy, accuracy + margin)
  rule(3, "strict", -accuracy, accuracy + margin)
  line(place(0), 28, place(0), 252, "ink", 1.5)
  for (s = -60; s <= 80; s += 20) {
    line(place(s), 246, place(s), 252, "faint", 1)
    text(place(s), 268, s " m", "faint", "middle", "font-size=\"12\"")
  }
  text(place(10), 290, "signed distance s; accuracy a = " accuracy " m, margin = " margin " m", "faint", "middle")
  close_figure()
}
