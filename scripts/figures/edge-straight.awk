# An edge from 0° to 30° east on 60° north, and the geodesic between its ends, on a map that is true to scale on that parallel.
# The geodesic is drawn on a sphere: on the ellipsoid it is 0.1 px elsewhere.

function across(degrees) { return 90 + degrees * 20 }
function up(degrees) { return 90 - (degrees - 60) * 40 }

# The latitude of the great circle through two places on the same parallel, at a longitude from their middle, in degrees.
function latitude(parallel, half, longitude,   turn) {
  turn = atan2(0, -1) / 180
  parallel *= turn
  return atan2(sin(parallel) / cos(parallel) * cos(longitude * turn) / cos(half * turn), 1) / turn
}

BEGIN {
  open_figure(760, 190)
  for (degrees = 0; degrees <= 30; degrees += 5) {
    line(across(degrees), up(61.4), across(degrees), up(58.8), "grid", 1)
    text(across(degrees), up(58.8) + 18, degrees "° E", "faint", "middle", "font-size=\"12\"")
  }
  for (degrees = 59; degrees <= 61; degrees++) {
    line(across(0), up(degrees), across(30), up(degrees), "grid", 1)
    text(across(0) - 8, up(degrees) + 4, degrees "° N", "faint", "end", "font-size=\"12\"")
  }
  box(across(0), up(60), across(30) - across(0), up(58.8) - up(60), "inside", 0.15)
  points = ""
  for (degrees = 0; degrees <= 30; degrees++)
    points = points sprintf("%s%.1f,%.1f", degrees ? " " : "", across(degrees), up(latitude(60, 15, degrees - 15)))
  curve(points, "outside", 2)
  line(across(0), up(60), across(30), up(60), "inside", 3)
  line(across(15), up(60), across(15), up(latitude(60, 15, 0)), "ink", 1.5)
  text(across(15) + 8, up(60.3), "95 km: outside", "ink", "start")
  text(across(15), up(61.12), "the geodesic, the shortest way", "outside", "middle")
  text(across(15), up(59.45), "the edge, straight in longitude and latitude; inside is south of it", "inside", "middle")
  dot(across(0), up(60), 4, "ink")
  dot(across(30), up(60), 4, "ink")
  close_figure()
}
