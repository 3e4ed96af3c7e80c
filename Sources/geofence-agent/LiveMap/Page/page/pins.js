// Pins of an itinerary on the map, and what joins them.

// A line whose corners lie less than half a turn from each other, and from a longitude.
function unwrapped(line, beside) {
  let last = beside;
  return line.map(([longitude, latitude]) => {
    last = longitude + Math.round((last - longitude) / 360) * 360;
    return [last, latitude];
  });
}

const colourOf = (status) => (status === "inside" || status === "done" ? "inside" : status === "next" ? "accent" : "outside");

// Pins in their order, and what joins them: dashed where it is no road.
export function drawItinerary(drawing, stops, legs, label) {
  const { pen, stage, colours } = drawing;
  if (!stops.length) return;
  const turns = stage.turns(stops[0].longitude);
  const spot = ([longitude, latitude]) => [stage.x(longitude + turns), stage.y(latitude)];
  for (let index = 1; index < stops.length; index += 1) {
    const leg = legs[index - 1];
    const line = unwrapped(leg?.line || [stops[index - 1], stops[index]].map((stop) => [stop.longitude, stop.latitude]), stops[0].longitude);
    pen.strokeStyle = colours.accent;
    pen.lineWidth = 4;
    pen.globalAlpha = 0.7;
    pen.setLineDash(leg?.via === "router" ? [] : [8, 8]);
    pen.beginPath();
    line.forEach((place, at) => { if (at) pen.lineTo(...spot(place)); else pen.moveTo(...spot(place)); });
    pen.stroke();
    pen.setLineDash([]);
    pen.globalAlpha = 1;
    const [x, y] = spot(line[line.length >> 1]);
    const text = leg && [leg.summary, leg.text].filter(Boolean).join(", ");
    if (text && stage.zoom >= 12) drawing.label(text, x, y - 6, "center");
  }
  stops.forEach((stop, index) => {
    const [x, y] = spot(unwrapped([[stop.longitude, stop.latitude]], stops[0].longitude)[0]);
    pen.beginPath();
    pen.arc(x, y, 12, 0, 2 * Math.PI);
    pen.fillStyle = colours[colourOf(stop.status)];
    pen.strokeStyle = colours.paper;
    pen.lineWidth = 2;
    pen.fill(); pen.stroke();
    pen.fillStyle = colours.paper;
    pen.textAlign = "center";
    pen.fillText(label(index), x, y + 4);
    pen.textAlign = "left";
  });
}

// A…Z, AA… as the agent counts.
export function labelOf(index) {
  return index < 26 ? String.fromCharCode(65 + index) : labelOf(Math.floor(index / 26) - 1) + labelOf(index % 26);
}
