# Holds: a side must last before it is an event, which is stamped when the side changed and confirmed when the hold ended.

function across(second) { return 130 + second * 3.4 }

# A row of sides from moments at which they change.
function strip(name, y, count, moments, first,   part, side) {
  text(120, y + 18, name, "ink", "end", "font-weight=\"600\"")
  side = first
  for (part = 1; part < count; part++) {
    box(across(moments[part]), y, across(moments[part + 1]) - across(moments[part]), 26, side)
    side = side == "inside" ? "outside" : "inside"
  }
}

function mark(second, y1, y2) { line(across(second), y1, across(second), y2, "ink", 1, "3 3") }

BEGIN {
  enter_after = 20; exit_after = 30; last = 170
  count = split("0 20 32 50 85 100 115 " last, sides, " ")
  told = split("0 " 50 + enter_after " " 115 + exit_after " " last, statuses, " ")
  open_figure(760, 262)
  strip("positions say", 20, count, sides, "outside")
  strip("status told", 60, told, statuses, "outside")
  text(across(26), 38, "12 s", "paper", "middle", "font-size=\"12\"")
  text(across(92.5), 38, "15 s", "paper", "middle", "font-size=\"12\"")
  mark(50, 46, 150); mark(70, 86, 128); mark(115, 46, 190); mark(145, 86, 168)
  arrow(across(70), across(50), 122, "ink")
  text(across(50) - 8, 127, "enter: time 50, confirmed 70", "ink", "end")
  arrow(across(145), across(115), 162, "ink")
  text(across(115) - 8, 167, "exit: time 115, confirmed 145", "ink", "end")
  line(across(50), 190, across(115), 190, "inside", 4)
  text(across(82.5), 210, "the visit: 65 s", "inside", "middle")
  for (second = 0; second <= last - 10; second += 20) text(across(second), 232, second " s", "faint", "middle", "font-size=\"12\"")
  text(across(last / 2), 254, "enterAfter " enter_after ", exitAfter " exit_after "; blue is inside, orange outside", "faint", "middle", "font-size=\"12\"")
  close_figure()
}
