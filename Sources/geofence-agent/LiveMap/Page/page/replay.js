// The past on the map: the way, stays as discs, events as marks, and where the device was at the moment that is looked at.
import { age, time } from "./text.js";

// km/h up to which a way is drawn so; the last one is for all that is faster.
const paces = [6, 30, 70, Infinity];

export class Replay {
  past = null;
  moment = 0;
  from = 0;
  to = 0;
  colouring = "speed";
  #paths = null;
  #key = "";

  constructor(drawing) {
    this.drawing = drawing;
    drawing.layers.add(() => this.#draw());
  }

  #draw() {
    if (!this.past?.fixes.length) return;
    this.turns = this.drawing.stage.turns(this.past.fixes[0].longitude);
    this.#way();
    this.#stays();
    this.#events();
    this.#device();
  }

  // Where a place is on the screen: beside the first one, also over the antimeridian.
  #spot({ longitude, latitude }) {
    const { stage } = this.drawing;
    const first = this.past.fixes[0].longitude;
    const east = longitude + Math.round((first - longitude) / 360) * 360;
    return [stage.x(east + this.turns), stage.y(latitude)];
  }

  // The kinds of way, by how they look: made anew when the map or the window moves.
  #lines() {
    const { stage } = this.drawing;
    const key = [stage.zoom, stage.latitude, stage.longitude, stage.width, stage.height, this.from, this.to, this.colouring].join();
    if (key === this.#key && this.#paths?.past === this.past) return this.#paths.list;
    const list = paces.map(() => new Path2D());
    const { fixes } = this.past;
    for (let index = Math.max(0, this.past.indexAt(this.from)); index + 1 < fixes.length && fixes[index].at <= this.to; index += 1) {
      const fix = fixes[index];
      const kind = this.colouring === "speed" ? paces.findIndex((pace) => fix.pace <= pace) : fix.inside.length ? 3 : 0;
      list[kind].moveTo(...this.#spot(fix));
      list[kind].lineTo(...this.#spot(fixes[index + 1]));
    }
    [this.#key, this.#paths] = [key, { past: this.past, list }];
    return list;
  }

  #way() {
    const { pen, colours } = this.drawing;
    const isBySpeed = this.colouring === "speed";
    const looks = isBySpeed
      ? [[colours.soft, 2.5, [2, 4]], [colours.trail, 3, []], [colours.poi, 4, []], [colours.alarm, 5.5, []]]
      : [[colours.outside, 3, [7, 5]], null, null, [colours.inside, 5, []]];
    pen.lineCap = "round";
    this.#lines().forEach((line, index) => {
      if (!looks[index]) return;
      [pen.strokeStyle, pen.lineWidth] = looks[index];
      pen.setLineDash(looks[index][2]);
      pen.stroke(line);
    });
    pen.setLineDash([]);
    pen.lineCap = "butt";
  }

  #stays() {
    const { pen, stage, colours } = this.drawing;
    for (const stay of this.past.stays) {
      if (stay.to < this.from || stay.from > this.to) continue;
      const [x, y] = this.#spot(stay);
      pen.beginPath();
      pen.arc(x, y, Math.min(30, 6 + 4 * Math.log2((stay.to - stay.from) / 300e3)), 0, 2 * Math.PI);
      pen.globalAlpha = 0.3; pen.fillStyle = colours.accent; pen.fill();
      pen.globalAlpha = 1; pen.strokeStyle = colours.accent; pen.lineWidth = 2; pen.stroke();
      if (stage.zoom >= 12) this.drawing.label(age(stay.to - stay.from), x, y + 4, "center");
    }
  }

  // A triangle that points in for an enter, and out for an exit; else a diamond.
  #events() {
    for (const event of this.past.events) {
      if (event.latitude == null || event.at < this.from || event.at > this.to) continue;
      mark(this.drawing.pen, this.drawing.colours, event.event, ...this.#spot(event));
    }
  }

  #device() {
    const place = this.past.placeAt(this.moment);
    if (!place) return;
    const { pen, stage, colours } = this.drawing;
    const [x, y] = this.#spot(place);
    const radius = stage.pixels(place.accuracy || 0, place.latitude);
    if (radius > 8 && radius < 4000) {
      pen.beginPath(); pen.arc(x, y, radius, 0, 2 * Math.PI);
      pen.globalAlpha = 0.15; pen.fillStyle = colours.accent; pen.fill(); pen.globalAlpha = 1;
    }
    pen.beginPath(); pen.arc(x, y, 9, 0, 2 * Math.PI);
    pen.fillStyle = colours[place.inside.length ? "inside" : "outside"];
    pen.strokeStyle = colours.ink;
    pen.lineWidth = 3;
    pen.fill(); pen.stroke();
    this.drawing.label(`${this.past.device} ${time(this.moment)}`, x, y - 16, "center");
  }
}

// A mark of an event, on the map or on the strip.
export function mark(pen, colours, kind, x, y, size = 7) {
  const up = { enter: 1, exit: -1 }[kind];
  pen.beginPath();
  if (up) { pen.moveTo(x - size, y + up * size * 0.7); pen.lineTo(x + size, y + up * size * 0.7); pen.lineTo(x, y - up * size * 0.7); }
  else { pen.moveTo(x - size * 0.7, y); pen.lineTo(x, y - size); pen.lineTo(x + size * 0.7, y); pen.lineTo(x, y + size); }
  pen.closePath();
  pen.fillStyle = colours[{ enter: "inside", exit: "alarm" }[kind] || "accent"];
  pen.strokeStyle = colours.paper;
  pen.lineWidth = 1.5;
  pen.fill(); pen.stroke();
}
