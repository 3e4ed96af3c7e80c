// Somebody else was faster: theirs and ours side by side, key by key and on the map. Loaded when that happens.
import { h, words } from "./text.js";

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
// What a version is called by, and what the agent says besides.
const notCompared = ["id", "revision", "type", "progress", "legs"];

// The keys that differ, each with both values; null where one has none.
export function differences(theirs, ours) {
  const keys = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].filter((key) => !notCompared.includes(key));
  return keys.map((key) => [key, theirs[key] ?? null, ours[key] ?? null]).filter(([, a, b]) => !same(a, b));
}

// A value in a line.
function shown(value) {
  if (value == null) return "–";
  if (value.type === "LineString") return words.corners(value.coordinates.length);
  if (value.type === "Polygon") return words.corners(value.coordinates.reduce((sum, ring) => sum + ring.length - 1, 0));
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(", ") || "–";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

// The box in a form. `theirs` is null where they have deleted it. `acts` are keep() and take().
export function conflictBox(theirs, ours, acts) {
  const rows = theirs ? differences(theirs, ours) : [];
  return h("div", { class: "conflict", role: "group", "aria-label": words.conflict, tabindex: -1 },
    h("p", {}, theirs ? words.conflict : words.goneMeanwhile),
    rows.length ? h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, words.key), h("th", { scope: "col" }, words.theirs), h("th", { scope: "col" }, words.ours))),
      h("tbody", {}, ...rows.map(([key, a, b]) => h("tr", { "data-key": key }, h("th", { scope: "row" }, key), h("td", {}, shown(a)), h("td", {}, shown(b)))))) : null,
    theirs ? h("p", { class: "soft" }, words.theirsOnMap) : null,
    h("div", { class: "tools" },
      h("button", { type: "button", name: "ours", onclick: acts.keep }, words.keepOurs),
      theirs ? h("button", { type: "button", name: "theirs", onclick: acts.take }, words.takeTheirs) : null));
}

// Theirs on the map, dashed: circles, lines and rings as the map draws fences.
export function drawTheirs(drawing, shapes) {
  const { pen, stage, colours } = drawing;
  pen.save();
  [pen.strokeStyle, pen.lineWidth] = [colours.alarm, 3];
  pen.setLineDash([8, 6]);
  for (const shape of shapes) {
    const lines = shape.outline || (shape.line ? [shape.line] : []);
    const turns = stage.turns(lines[0]?.[0][0] ?? shape.longitude);
    pen.beginPath();
    for (const line of lines) line.forEach(([longitude, latitude], index) => pen[index ? "lineTo" : "moveTo"](stage.x(longitude + turns), stage.y(latitude)));
    if (shape.latitude != null) pen.arc(stage.x(shape.longitude + turns), stage.y(shape.latitude), Math.max(3, stage.pixels(shape.radius || 0, shape.latitude)), 0, 2 * Math.PI);
    pen.stroke();
  }
  pen.restore();
  for (const { outline, line, longitude, latitude, text } of shapes) {
    const [east, north] = outline?.[0][0] ?? line?.[0] ?? [longitude, latitude];
    drawing.label(text ?? words.theirs, stage.x(east + stage.turns(east)), stage.y(north) - 14, "center");
  }
}
