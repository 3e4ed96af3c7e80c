# A visit that only late positions show. The numbers are those of a test, `a visit that only the late fixes show, the newest first`.

function across(second) { return 150 + second * 0.5 }

function row(y, name) {
  text(138, y + 5, name, "ink", "end", "font-weight=\"600\"")
  line(across(0), y, across(1100), y, "grid", 1)
}

function fix(second, y, side, words) {
  dot(across(second), y, 6, side)
  if (words != "") text(across(second), y - 12, words, "faint", "middle", "font-size=\"12\"")
}

BEGIN {
  open_figure(760, 276)
  row(36, "came in time")
  fix(0, 36, "outside"); fix(1000, 36, "outside")
  row(92, "came late")
  fix(900, 92, "outside", "1st"); fix(500, 92, "inside", "2nd"); fix(300, 92, "inside", "3rd"); fix(200, 92, "outside", "4th")
  text(across(1001) + 10, 82, "at 1001 s", "faint", "start", "font-size=\"12\"")
  row(142, "status")
  box(across(0), 132, across(1100) - across(0), 20, "outside")
  row(190, "late events")
  box(across(300), 186, across(900) - across(300), 8, "inside")
  line(across(300), 176, across(300), 204, "ink", 1.5)
  line(across(900), 176, across(900), 204, "ink", 1.5)
  text(across(300), 222, "enter-late 300", "ink", "middle")
  text(across(900), 222, "exit-late 900", "ink", "middle")
  text(across(1001) + 10, 182, "sent at 1061 s", "faint", "start", "font-size=\"12\"")
  for (second = 0; second <= 1000; second += 200) text(across(second), 248, second " s", "faint", "middle", "font-size=\"12\"")
  text(across(550), 268, "blue is inside, orange outside", "faint", "middle", "font-size=\"12\"")
  close_figure()
}
