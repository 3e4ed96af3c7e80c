// The way of the chosen device before the page looked on, or while it was cut off: from the history, joined with what comes live.
import { rows } from "./past.js";
import { mercator } from "./stage.js";
import { trailTime } from "./stream.js";

// Metres that a fix may lie off the way between others, to be left out.
const tolerance = 2;
const mostFixes = 600;
// The history writes some seconds late: what it had not yet is asked for once more.
const late = 6000;

export class Trail {
  #device = null;
  #timer = 0;

  constructor(feed, drawing) { Object.assign(this, { feed, drawing }); }

  // Asks for the trail of a device; null: nobody's is shown any more.
  async ask(device) {
    clearTimeout(this.#timer);
    const before = this.feed.devices.get(this.#device);
    if (before && device !== this.#device) delete before.longest;
    this.#device = device;
    delete document.body.dataset.trail;
    if (!device || !this.feed.about?.history) return;
    await this.#load(device);
    clearTimeout(this.#timer);
    if (device === this.#device) this.#timer = setTimeout(() => this.#load(device), late);
  }

  async #load(id) {
    const now = this.feed.now();
    const { found } = await rows("positions", id, now - trailTime, now + 1000, { tolerance }).catch(() => ({ found: [] }));
    const device = this.feed.devices.get(id);
    if (id !== this.#device || !device) return;
    device.longest = mostFixes;
    // The states that follow have the same list.
    device.trail.splice(0, device.trail.length, ...joined(device.trail, found));
    document.body.dataset.trail = device.trail.length;
    this.drawing.soon();
  }

  // It has moved.
  note(device) {
    if (document.body.dataset.trail) document.body.dataset.trail = device.trail.length;
  }
}

// Both by their times, each time once; of very many the newest.
function joined(trail, rows) {
  const fixes = new Map(trail.map((fix) => [fix.at, fix]));
  for (const { time, latitude, longitude } of rows) {
    const at = Date.parse(time);
    if (!fixes.has(at)) fixes.set(at, { latitude, longitude, at, down: mercator(latitude) });
  }
  return [...fixes.values()].sort((a, b) => a.at - b.at).slice(-mostFixes);
}
