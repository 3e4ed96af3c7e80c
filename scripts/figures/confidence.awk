# How likely a device is inside, by the distance of its position to the edge, for circles of several sizes. Lengths are in accuracies.

function across(s) { return 112 + (s + 2) * 150 }
function up(share) { return 250 - share * 210 }

# The normal distribution, by M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, 7.1.26: within 1e-7.
function normal(x,   t, tail) {
  t = 1 / (1 + 0.3275911 * sqrt(x * x / 2))
  tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * exp(-x * x / 2) / 2
  return x < 0 ? tail : 1 - tail
}

# The probability of a disc, by chords that run along the line from the position to its middle; lengths in standard deviations.
function disc(radius, distance,   step, turn, sum, half, density) {
  sum = 0
  for (step = 1; step < 200; step++) {
    turn = atan2(0, -1) * (step / 200 - 0.5)
    half = radius * cos(turn)
    density = exp(-(radius * sin(turn)) ^ 2 / 2) / sqrt(2 * atan2(0, -1))
    sum += density * (normal(distance + half) - normal(distance - half)) * half
  }
  return sum * atan2(0, -1) / 200
}

# radius 0: so large that its edge is straight.
function draw(radius, name,   s, points, share) {
  points = ""
  for (s = radius ? -radius : -2; s <= 2.0001; s += 0.05) {
    share = radius ? disc(radius * sigmas, (s + radius) * sigmas) : normal(-s * sigmas)
    points = points sprintf("%s%.1f,%.1f", points == "" ? "" : " ", across(s), up(share))
  }
  curve(points, name, 2.5)
  if (radius) dot(across(-radius), up(disc(radius * sigmas, 0)), 4, name)
}

# Two lines beside a curve's beginning.
function label(s, share, first, second, name) {
  text(across(s) - 12, up(share) - 4, first, name, "end")
  text(across(s) - 12, up(share) + 14, second, name, "end")
}

BEGIN {
  sigmas = sqrt(-2 * log(0.32))
  open_figure(740, 310)
  for (percent = 0; percent <= 100; percent += 25) {
    line(across(-2), up(percent / 100), across(2), up(percent / 100), "grid", 1)
    text(across(-2) - 8, up(percent / 100) + 4, percent " %", "faint", "end", "font-size=\"12\"")
  }
  for (s = -2; s <= 2; s++) text(across(s), 270, s == 0 ? "edge" : s " a", "faint", "middle", "font-size=\"12\"")
  line(across(0), up(1), across(0), up(0), "ink", 1.5)
  draw(0, "inside")
  draw(1, "outside")
  draw(0.5, "ink")
  text(across(-1.95), up(1) - 10, "large shape", "inside", "start")
  label(-1, 0.68, "circle with radius a:", "68 % in its middle", "outside")
  label(-0.5, 0.248, "circle with radius a / 2:", "25 % in its middle", "ink")
  text(across(0), 300, "signed distance s of the position, in accuracies a", "faint", "middle")
  close_figure()
}
