// Why a device counts as inside a fence or outside: the last decisions as sentences, and each as a drawing.
import { distance, h, time, timeElement, words } from "./text.js";
import { more } from "./more-words.js";

const most = 8;

export class Why {
  // Whose decisions are shown; null: nobody's.
  device = null;
  #fence = null;
  #decisions = [];
  #problem = "";
  // The number of the decision that is pointed at; -1: none.
  #shown = -1;

  // `acts` are refresh(), and go(latitude, longitude).
  constructor(feed, drawing, acts) {
    Object.assign(this, { feed, drawing, acts });
    drawing.overlays.add(() => this.#draw());
  }

  async ask(device, fence) {
    let [decisions, problem] = [[], ""];
    try {
      ({ decisions = [] } = await this.feed.ask("explain", { device, fence, count: most }));
    } catch (error) {
      problem = error.message;
    }
    [this.device, this.#fence, this.#decisions, this.#problem, this.#shown] = [device, fence, decisions, problem, -1];
    this.acts.refresh();
  }

  close() {
    this.device = null;
    this.#point(-1);
  }

  #point(number) {
    this.#shown = number;
    this.drawing.soon();
  }

  // The sentences.
  get element() {
    const items = this.#problem ? [h("li", {}, this.#problem)] : this.#decisions.length ? this.#decisions.map((one, number) => this.#item(one, number)) : [h("li", {}, more.noDecisions)];
    const name = this.feed.fences.get(this.#fence)?.name || this.#fence;
    return h("div", { id: "why" }, h("h3", {}, `${words.why} ${name}`), h("ol", {}, ...items));
  }

  // What has a place can be pointed at, by the mouse or the focus; a click goes there.
  #item(decision, number) {
    const text = [timeElement(decision.time), " ", decision.explain];
    if (decision.latitude == null) return h("li", {}, ...text);
    return h("li", {}, h("button", {
      type: "button", class: "decision", "data-key": `decision-${number}`, title: more.showDecision,
      onpointerenter: () => this.#point(number), onpointerleave: () => this.#point(-1), onfocus: () => this.#point(number), onblur: () => this.#point(-1),
      onclick: () => { this.acts.go(decision.latitude, decision.longitude); this.#point(number); },
    }, ...text));
  }

  #spot(latitude, longitude) {
    const { stage } = this.drawing;
    return [stage.x(longitude + stage.turns(longitude)), stage.y(latitude)];
  }

  // The fix, its circle, and the line to the edge; of a device at rest also where it rests.
  #draw() {
    const { canvas } = this.drawing;
    delete canvas.dataset.why;
    const decision = this.device && this.#decisions[this.#shown];
    if (decision?.latitude == null) return;
    const spot = this.#spot(decision.latitude, decision.longitude);
    this.#circle(spot, decision.accuracy, decision.latitude);
    const judged = decision.rest || decision;
    const from = decision.rest ? this.#spot(decision.rest.latitude, decision.rest.longitude) : spot;
    if (decision.rest) this.#circle(from, decision.rest.accuracy, decision.rest.latitude);
    const edge = judged.distance == null ? null : this.#edge(from);
    if (edge) this.#line(from, edge, distance(Math.abs(judged.distance)));
    this.#dot(spot, time(decision.time));
    canvas.dataset.why = [spot, edge || []].flat().map(Math.round).join();
  }

  #circle([x, y], accuracy, latitude) {
    const { pen, stage, colours } = this.drawing;
    const radius = stage.pixels(accuracy || 0, latitude);
    if (radius < 2 || radius > 1e5) return;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.globalAlpha = 0.15; pen.fillStyle = colours.alarm; pen.fill();
    pen.globalAlpha = 1; pen.strokeStyle = colours.alarm; pen.lineWidth = 1.5; pen.stroke();
  }

  #line(from, to, text) {
    const { pen, colours } = this.drawing;
    pen.beginPath();
    pen.moveTo(...from);
    pen.lineTo(...to);
    pen.strokeStyle = colours.alarm;
    pen.lineWidth = 2.5;
    pen.setLineDash([6, 4]);
    pen.stroke();
    pen.setLineDash([]);
    this.drawing.label(text, (from[0] + to[0]) / 2, (from[1] + to[1]) / 2 - 6, "center");
  }

  #dot([x, y], text) {
    const { pen, colours } = this.drawing;
    pen.beginPath();
    pen.arc(x, y, 5, 0, 2 * Math.PI);
    pen.fillStyle = colours.alarm;
    pen.strokeStyle = colours.paper;
    pen.lineWidth = 2;
    pen.fill(); pen.stroke();
    this.drawing.label(text, x, y + 20, "center");
  }

  // Where the edge of the fence is nearest, on the screen; null where it has none, or moves with a device.
  #edge(from) {
    const fence = this.feed.fences.get(this.#fence);
    if (!fence || fence.follows) return null;
    const { stage } = this.drawing;
    if (fence.radius && !fence.outline) return beside(this.#spot(fence.latitude, fence.longitude), from, stage.pixels(fence.radius, fence.latitude));
    const rings = fence.outline || (fence.line ? [fence.line] : []);
    let best = null;
    for (const ring of rings) {
      const turns = stage.turns(rings[0][0][0]);
      const corners = ring.map(([longitude, latitude]) => [stage.x(longitude + turns), stage.y(latitude)]);
      if (!fence.line) corners.push(corners[0]);
      for (let index = 1; index < corners.length; index += 1) {
        const place = nearest(corners[index - 1], corners[index], from);
        if (!best || gap(place, from) < gap(best, from)) best = place;
      }
    }
    return fence.line && best ? beside(best, from, stage.pixels(fence.width, fence.line[0][1]) / 2) : best;
  }
}

const gap = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

// So many pixels from a place, in the direction of another; upwards where both are one.
function beside(middle, other, radius) {
  const length = gap(middle, other);
  if (!length) return [middle[0], middle[1] - radius];
  return [0, 1].map((axis) => middle[axis] + (other[axis] - middle[axis]) / length * radius);
}

// The place of a line that is next to another.
function nearest(a, b, place) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const part = Math.max(0, Math.min(1, ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return [a[0] + part * dx, a[1] + part * dy];
}
