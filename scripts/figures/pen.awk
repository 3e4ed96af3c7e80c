# What all figures are drawn with: SVG elements in the colours of a light or a dark page (dark=1).
# Blue and orange are those that most colour-blind people tell apart (M. Okabe, K. Ito, Color Universal Design, 2008).

function colour(name) {
  if (name == "ink") return dark ? "#f5f5f7" : "#1d1d1f"
  if (name == "faint") return dark ? "#a1a1a6" : "#6e6e73"
  if (name == "grid") return dark ? "#424245" : "#d2d2d7"
  if (name == "paper") return dark ? "#000000" : "#ffffff"
  if (name == "inside") return dark ? "#56b4e9" : "#0072b2"
  if (name == "outside") return dark ? "#e69f00" : "#d55e00"
  return name
}

function open_figure(width, height) {
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\"", width, height, width, height
  print " font-family=\"-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif\" font-size=\"14\">"
}

function close_figure() { print "</svg>" }

# anchor: start, middle or end. More of the element's attributes may be given.
function text(x, y, words, name, anchor, more) {
  printf "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\" text-anchor=\"%s\"%s>%s</text>\n", x, y, colour(name), anchor, more == "" ? "" : " " more, words
}

function line(x1, y1, x2, y2, name, width, dashes) {
  printf "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%s\"%s/>\n", \
    x1, y1, x2, y2, colour(name), width, dashes == "" ? "" : " stroke-dasharray=\"" dashes "\""
}

function box(x, y, width, height, name, opacity) {
  printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"%s/>\n", \
    x, y, width, height, colour(name), opacity == "" ? "" : " fill-opacity=\"" opacity "\""
}

function dot(x, y, radius, name) {
  printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>\n", x, y, radius, colour(name)
}

# A line through points that are given as "x,y x,y …".
function curve(points, name, width) {
  printf "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"/>\n", points, colour(name), width
}

# An arrow to the left.
function arrow(x1, x2, y, name) {
  line(x1, y, x2 + 4, y, name, 1.5)
  printf "<path d=\"M%.1f %.1f l8 -4 v8 z\" fill=\"%s\"/>\n", x2, y, colour(name)
}
