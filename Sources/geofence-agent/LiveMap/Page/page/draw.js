// The picture: grid, fences, trail, circles of accuracy, devices; one canvas, drawn anew when something moves.
import { h, distance, words } from "./text.js";
import { many } from "./stream.js";

// Beyond so many devices a picture for each frame takes too long: it is dragged along with the map, and nothing glides.
const several = 500;
// Milliseconds at least between two such pictures while the map is dragged.
const dragPause = 100;
// Names of devices at most that are drawn: of more nobody could read one.
const mostNames = 200;
const glide = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 300;
export const staleAfter = 600e3;

export function isStale(device, now) { return !device.at || now - device.at > staleAfter; }

// Whether all that is known of late is a network.
function isByWiFi(device, now) {
  return Boolean(device.wifi) && (device.latitude == null || (isStale(device, now) && now - Date.parse(device.wifi.time) < staleAfter));
}

// The kind of its dot.
function kindOf(device, now) {
  return isByWiFi(device, now) ? "wifi" : isStale(device, now) ? "stale" : device.inside.length ? "inside" : "outside";
}

export class Drawing {
  chosen = null;
  fence = null;
  hovered = null;
  statuses = new Map();
  points = [];
  // What others draw between fences and devices: functions.
  layers = new Set();
  // The same, above all.
  overlays = new Set();
  // A fence while it is edited, and the ids of those that what is edited takes the place of: a set.
  draft = null;
  edited = null;
  // What a fence would have made of the past, as the agent says it.
  whatIf = null;
  #wanted = false;
  colours = {};
  #flashes = new Map();
  #discs = new Map();
  #crowd = null;
  // Where the map was when it was drawn last, and how long that took.
  #drawn = null;
  #moveTimer = 0;
  #hatching = null;
  #ratio = 0;
  // What has been drawn once: "fence", "device".
  #drawnOnce = new Set();

  constructor(stage, feed) {
    [this.stage, this.feed] = [stage, feed];
    this.canvas = h("canvas", { class: "draw", "aria-hidden": "true" });
    stage.element.append(this.canvas);
    stage.addEventListener("move", () => this.#move());
    this.theme();
  }

  // Reads the colours of day or night.
  theme() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ["ink", "paper", "soft", "accent", "inside", "inside-fill", "outside", "outside-fill", "trail", "poi", "grid", "ground", "alarm"]) {
      this.colours[name] = style.getPropertyValue(`--${name}`).trim();
    }
    this.#discs.clear();
    this.#crowd?.forget?.();
    this.#hatching = null;
    this.soon();
  }

  // The screen has other pixels now.
  #forgetDiscs(ratio) {
    this.#ratio = ratio;
    this.#discs.clear();
    this.#crowd?.forget?.();
  }

  flash(fence) {
    this.#flashes.set(fence, performance.now() + 1200);
    this.soon();
  }

  soon() {
    if (this.#wanted) return;
    this.#wanted = true;
    requestAnimationFrame(() => { this.#wanted = false; this.#draw(); });
  }

  // The map has moved. A picture of several hundred is dragged along, and drawn anew some times a second.
  #move() {
    const { stage, canvas } = this;
    const drawn = this.#drawn;
    const isDragged = drawn && this.feed.devices.size > several && drawn.zoom === stage.zoom && drawn.width === stage.width && drawn.height === stage.height;
    const pause = isDragged ? drawn.at + Math.max(dragPause, 6 * drawn.took) - performance.now() : 0;
    if (pause <= 0) return this.soon();
    canvas.style.transform = `translate(${stage.x(drawn.longitude) - stage.width / 2}px, ${stage.y(drawn.latitude) - stage.height / 2}px)`;
    this.#moveTimer ||= setTimeout(() => this.soon(), pause);
  }

  #draw() {
    const begun = performance.now();
    clearTimeout(this.#moveTimer);
    this.#moveTimer = 0;
    this.#paint();
    const { latitude, longitude, zoom, width, height } = this.stage;
    this.canvas.style.transform = "";
    const at = performance.now();
    this.#drawn = { latitude, longitude, zoom, width, height, at, took: at - begun };
  }

  #paint() {
    const { stage, canvas } = this;
    const ratio = window.devicePixelRatio || 1;
    if (ratio !== this.#ratio) this.#forgetDiscs(ratio);
    const [width, height] = [Math.round(stage.width * ratio), Math.round(stage.height * ratio)];
    if (!width || !height) return;
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const pen = canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, stage.width, stage.height);
    pen.font = "12px system-ui, sans-serif";
    this.pen = pen;
    if (!stage.hasTiles) this.#grid();
    this.#scaleBar();
    for (const fence of this.feed.fences.values()) if (!this.edited?.has(fence.id)) this.#fence(fence);
    if (this.draft) this.#fence(this.draft, true);
    this.#poi();
    for (const layer of this.layers) layer();
    this.#devices();
    for (const overlay of this.overlays) overlay();
  }

  // A place that is pointed at.
  mark(latitude, longitude, text = "") {
    const { stage, pen } = this;
    const [x, y] = [stage.x(longitude + stage.turns(longitude)), stage.y(latitude)];
    pen.beginPath();
    pen.moveTo(x, y);
    pen.arc(x, y - 18, 8, 0.8 * Math.PI, 2.2 * Math.PI);
    pen.closePath();
    pen.fillStyle = this.colours.alarm;
    pen.strokeStyle = this.colours.paper;
    pen.lineWidth = 2;
    pen.fill(); pen.stroke();
    if (text) this.label(text, x, y - 32, "center");
  }

  // A graticule with round steps and its degrees at the edge.
  #grid() {
    const { stage, pen } = this;
    const wanted = 110 / stage.scale * 360;
    const step = [90, 45, 30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001, 0.00005]
      .findLast((step) => step >= wanted) ?? 90;
    const digits = Math.max(0, Math.min(5, Math.ceil(-Math.log10(step))));
    pen.strokeStyle = this.colours.grid;
    pen.fillStyle = this.colours.soft;
    pen.lineWidth = 1;
    pen.beginPath();
    const [west, east] = [stage.longitudeAt(0), stage.longitudeAt(stage.width)];
    for (let n = Math.ceil(west / step); n * step <= east; n += 1) {
      const x = Math.round(stage.x(n * step)) + 0.5;
      pen.moveTo(x, 0); pen.lineTo(x, stage.height);
      const degrees = n * step - Math.round(n * step / 360) * 360;
      pen.fillText(`${Math.abs(degrees).toFixed(digits)}°${degrees < 0 ? "W" : "E"}`, x + 3, stage.height - 52);
    }
    const [south, north] = [stage.latitudeAt(stage.height), stage.latitudeAt(0)];
    for (let n = Math.ceil(south / step); n * step <= north; n += 1) {
      const y = Math.round(stage.y(n * step)) + 0.5;
      pen.moveTo(0, y); pen.lineTo(stage.width, y);
      pen.fillText(`${Math.abs(n * step).toFixed(digits)}°${n < 0 ? "S" : "N"}`, stage.width - 62, y - 3);
    }
    pen.stroke();
  }

  #scaleBar() {
    const { stage, pen } = this;
    const pixel = stage.pixels(1, stage.latitude);
    const metres = 120 / pixel;
    const power = 10 ** Math.floor(Math.log10(metres));
    const length = [5, 2, 1].find((n) => n * power <= metres) * power;
    const [x, y] = [stage.width >= 900 ? 350 : 12, stage.width >= 900 ? stage.height - 58 : 76];
    pen.strokeStyle = pen.fillStyle = this.colours.ink;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(x, y - 5); pen.lineTo(x, y); pen.lineTo(x + length * pixel, y); pen.lineTo(x + length * pixel, y - 5);
    pen.stroke();
    this.label(distance(length), x + 4, y - 6, "left");
  }

  // What a fence is to the chosen device; without one, whether anybody is inside.
  standing(fence) {
    const device = this.feed.devices.get(this.chosen);
    if (!device) return this.feed.counts?.get(fence.id) ? "inside" : "quiet";
    if (device.inside.includes(fence.id)) return "inside";
    const known = this.statuses.get(fence.id);
    if (known) return known.status;
    return fence.devices ? "other" : device.latitude == null ? "unknown" : "outside";
  }

  // Notes when the first of a kind is drawn, for whoever measures.
  #note(kind) {
    if (this.#drawnOnce.has(kind)) return;
    this.#drawnOnce.add(kind);
    performance.mark(`first-${kind}`);
  }

  #fence(fence, isDraft = false) {
    const { stage, pen } = this;
    const path = this.#path(fence);
    if (!path) return;
    this.#note("fence");
    const standing = this.standing(fence);
    const isInside = standing === "inside";
    const flash = this.#flashes.get(fence.id);
    const isFlashing = flash > performance.now();
    if (flash && !isFlashing) this.#flashes.delete(fence.id);
    if (isFlashing) this.soon();
    pen.globalAlpha = standing === "other" ? 0.35 : 1;
    pen.fillStyle = this.colours[isInside ? "inside-fill" : "outside-fill"];
    pen.strokeStyle = this.colours[isInside ? "inside" : "outside"];
    if (isDraft) pen.strokeStyle = this.colours.accent;
    pen.lineWidth = isFlashing ? 6 : isDraft || fence.id === this.fence ? 4 : isInside ? 2.5 : 1.5;
    pen.setLineDash(fence.open === false ? [12, 3, 2, 3] : standing === "outside" ? [7, 5] : standing === "unknown" ? [2, 4] : []);
    if (path.width) {
      pen.save();
      pen.globalAlpha *= 0.35;
      [pen.lineWidth, pen.lineJoin, pen.lineCap] = [Math.max(3, path.width), "round", "round"];
      pen.setLineDash([]);
      pen.stroke(path.shape);
      pen.restore();
    } else pen.fill(path.shape, "evenodd");
    // Closed by its schedule now: it holds nobody.
    if (fence.open === false && !path.width) {
      pen.fillStyle = this.#hatch();
      pen.fill(path.shape, "evenodd");
    }
    pen.stroke(path.shape);
    pen.setLineDash([]);
    if (stage.zoom >= 13 || fence.id === this.fence || isInside) {
      const count = this.feed.counts?.get(fence.id);
      this.label((fence.name || fence.id) + (count ? ` (${count})` : "") + (fence.open === false ? `, ${words.shut}` : ""), path.x, path.y, "center");
    }
    pen.globalAlpha = 1;
  }

  // Slanting lines.
  #hatch() {
    if (this.#hatching) return this.#hatching;
    const tile = h("canvas", { width: 12, height: 12 });
    const pen = tile.getContext("2d");
    pen.strokeStyle = this.colours.outside;
    pen.lineWidth = 2;
    for (const x of [-12, 0, 12]) { pen.moveTo(x, 12); pen.lineTo(x + 12, 0); }
    pen.stroke();
    return (this.#hatching = this.pen.createPattern(tile, "repeat"));
  }

  // A fence on the screen; null where it is nowhere or out of sight.
  #path(fence) {
    const { stage } = this;
    const shape = new Path2D();
    const host = fence.follows && this.feed.devices.get(fence.follows);
    const middle = fence.follows ? (host?.latitude != null ? host : null) : fence.latitude != null ? fence : null;
    if (middle && !fence.outline) {
      const x = stage.x(middle.longitude + stage.turns(middle.longitude));
      const y = stage.y(middle.latitude);
      const radius = Math.max(2, stage.pixels(fence.radius, middle.latitude));
      if (x + radius < 0 || y + radius < 0 || x - radius > stage.width || y - radius > stage.height) return null;
      shape.arc(x, y, radius, 0, 2 * Math.PI);
      return { shape, x, y: y - Math.min(radius, 40) - 5 };
    }
    const rings = fence.outline || (fence.line ? [fence.line] : []);
    if (!rings.length) return null;
    // The whole shape moves by a turn, never single corners.
    const turns = stage.turns(rings[0][0][0]);
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const ring of rings) {
      ring.forEach(([longitude, latitude], index) => {
        const [x, y] = [stage.x(longitude + turns), stage.y(latitude)];
        if (index) shape.lineTo(x, y); else shape.moveTo(x, y);
        left = Math.min(left, x); right = Math.max(right, x); top = Math.min(top, y); bottom = Math.max(bottom, y);
      });
      if (!fence.line) shape.closePath();
    }
    const width = fence.line ? stage.pixels(fence.width, fence.line[0][1]) : 0;
    if (right + width < 0 || bottom + width < 0 || left - width > stage.width || top - width > stage.height) return null;
    return { shape, width, x: (left + right) / 2, y: fence.line ? (top + bottom) / 2 : top - 5 };
  }

  #poi() {
    const { stage, pen } = this;
    pen.fillStyle = this.colours.poi;
    for (const point of this.points) {
      const [x, y] = [stage.x(point.at[0] + stage.turns(point.at[0])), stage.y(point.at[1])];
      pen.fillRect(x - 4, y - 4, 8, 8);
      if (stage.zoom >= 14) this.label(point.name || point.id, x, y - 8, "center");
      pen.fillStyle = this.colours.poi;
    }
  }

  // Where a device is drawn: on its way from the last place, for a moment.
  #spot(device) {
    const { stage } = this;
    let [latitude, longitude] = [device.latitude, device.longitude];
    const age = Date.now() - device.moved;
    if (device.from && age < glide && this.feed.devices.size <= several) {
      const part = age / glide;
      const across = longitude - device.from.longitude;
      if (Math.abs(across) < 180) {
        latitude = device.from.latitude + (latitude - device.from.latitude) * part;
        longitude = device.from.longitude + across * part;
        this.soon();
      }
    }
    return [stage.x(longitude + stage.turns(longitude)), stage.y(latitude)];
  }

  #devices() {
    const { stage, pen, feed } = this;
    if (feed.devices.size > many) return this.#manyDevices();
    const [now, isFew] = [feed.now(), feed.devices.size <= 200];
    const hasNames = feed.devices.size <= 50 || stage.zoom >= 13;
    const [guests, named] = [new Map(), []];
    for (const [id, device] of feed.devices) {
      const spot = device.latitude == null ? this.#guestSpot(device, guests) : this.#spot(device);
      [device.x, device.y] = spot || [];
      if (!spot) continue;
      const [x, y] = spot;
      const isNear = x > -50 && y > -50 && x < stage.width + 50 && y < stage.height + 50;
      const isChosen = id === this.chosen;
      if (isChosen) this.#trail(device);
      if ((isFew || isChosen || id === this.hovered) && device.accuracy && isNear) this.#accuracy(device, x, y);
      if (!isNear) continue;
      this.#dot(device, x, y, isChosen, kindOf(device, now));
      if (isChosen || id === this.hovered) this.label(device.name || id, x, y - 13, "center");
      else if (hasNames) named.push([device.name || id, x, y]);
    }
    if (named.length <= mostNames) for (const [name, x, y] of named) this.label(name, x, y - 13, "center");
  }

  // Where a device is drawn that is known by WiFi alone: in the middle of a fence that it is in; beside others there.
  #guestSpot(device, guests) {
    const fence = device.inside.map((id) => this.feed.fences.get(id)).find((fence) => fence && (fence.outline || fence.latitude != null));
    if (!fence) return null;
    const number = guests.get(fence.id) || 0;
    guests.set(fence.id, number + 1);
    const middle = middleOf(fence);
    const [angle, far] = [number * 2.4, number && 9 * Math.sqrt(number)];
    const { stage } = this;
    return [stage.x(middle.longitude + stage.turns(middle.longitude)) + far * Math.cos(angle), stage.y(middle.latitude) + far * Math.sin(angle)];
  }

  // So many that each counts: drawn by a module of its own; until that is there nobody is.
  #manyDevices() {
    if (!this.#crowd) {
      this.#crowd = "loading";
      import("./crowd.js").then(({ Crowd }) => { this.#crowd = new Crowd(this); this.soon(); });
    }
    if (this.#crowd === "loading") return;
    const { feed } = this;
    this.#crowd.draw(kindOf, (device, guests) => this.#guestSpot(device, guests));
    this.#note("device");
    for (const id of new Set([this.hovered, this.chosen])) {
      const device = feed.devices.get(id);
      if (device?.x == null) continue;
      if (id === this.chosen && device.latitude != null) this.#trail(device);
      if (device.accuracy) this.#accuracy(device, device.x, device.y);
      this.#dot(device, device.x, device.y, id === this.chosen, kindOf(device, feed.now()));
      this.label(device.name || id, device.x, device.y - 13, "center");
    }
  }

  #accuracy(device, x, y) {
    const { pen, stage } = this;
    const radius = stage.pixels(device.accuracy, device.latitude);
    if (radius < 8 || radius > 4000) return;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.globalAlpha = 0.12; pen.fillStyle = this.colours.accent; pen.fill();
    pen.globalAlpha = 0.6; pen.strokeStyle = this.colours.accent; pen.lineWidth = 1; pen.stroke();
    pen.globalAlpha = 1;
  }

  // Each kind of dot is drawn once, and then copied: of ten thousand that makes a picture in time.
  disc(kind, size) {
    const key = `${kind} ${size}`;
    const known = this.#discs.get(key);
    if (known) return known;
    const ratio = window.devicePixelRatio || 1;
    const disc = h("canvas", { width: Math.ceil((2 * size + 4) * ratio), height: Math.ceil((2 * size + 4) * ratio) });
    const pen = disc.getContext("2d");
    pen.scale(ratio, ratio);
    pen.arc(size + 2, size + 2, kind === "wifi" ? size - 1 : size, 0, 2 * Math.PI);
    // A ring: by WiFi alone; hollow: not heard of lately.
    pen.lineWidth = kind === "wifi" ? 4 : 2;
    pen.fillStyle = kind === "wifi" ? this.colours.paper : kind === "stale" ? this.colours.ground : this.colours[kind];
    pen.strokeStyle = kind === "wifi" ? this.colours.accent : kind === "stale" ? this.colours.soft : this.colours.paper;
    pen.fill(); pen.stroke();
    this.#discs.set(key, disc);
    return disc;
  }

  #dot(device, x, y, isChosen, kind) {
    const pen = this.pen;
    const isInside = device.inside.length > 0;
    const size = isChosen ? 9 : 6;
    this.#note("device");
    pen.drawImage(this.disc(kind, size), x - size - 2, y - size - 2, 2 * size + 4, 2 * size + 4);
    if (isChosen) {
      pen.beginPath(); pen.arc(x, y, size + 4, 0, 2 * Math.PI);
      pen.strokeStyle = this.colours.accent; pen.lineWidth = 3; pen.stroke();
    }
    const last = device.trail.at(-2);
    if (!last || kind === "stale" || kind === "wifi" || this.feed.devices.size > many) return;
    // An arrow where the last two fixes are farther apart than they are sure of.
    const [dx, dy] = [this.stage.x(device.longitude) - this.stage.x(last.longitude), this.stage.y(device.latitude) - this.stage.y(last.latitude)];
    const length = Math.hypot(dx, dy);
    if (length / this.stage.pixels(1, device.latitude) <= (device.accuracy || 15) || length < 1 || length > 1e6) return;
    const [ux, uy] = [dx / length, dy / length];
    const tip = size + 9;
    pen.beginPath();
    pen.moveTo(x + ux * tip, y + uy * tip);
    pen.lineTo(x + ux * (tip - 7) - uy * 5, y + uy * (tip - 7) + ux * 5);
    pen.lineTo(x + ux * (tip - 7) + uy * 5, y + uy * (tip - 7) - ux * 5);
    pen.fillStyle = this.colours[isInside ? "inside" : "outside"];
    pen.fill();
  }

  #trail(device) {
    const { stage, pen } = this;
    const trail = device.trail;
    if (trail.length < 2) return;
    const turns = stage.turns(device.longitude);
    pen.strokeStyle = this.colours.trail;
    pen.lineWidth = 3;
    let east = device.longitude;
    let end = null;
    for (let index = trail.length - 1; index >= 0; index -= 1) {
      const longitude = trail[index].longitude + Math.round((east - trail[index].longitude) / 360) * 360;
      east = longitude;
      const place = [stage.x(longitude + turns), stage.y(trail[index].latitude)];
      if (end) {
        pen.globalAlpha = Math.max(0.08, (index + 1) / trail.length * 0.9);
        pen.beginPath(); pen.moveTo(...end); pen.lineTo(...place); pen.stroke();
      }
      end = place;
    }
    pen.globalAlpha = 1;
  }

  label(text, x, y, align) {
    const { pen } = this;
    const short = text.length > 40 ? `${text.slice(0, 39)}…` : text;
    pen.textAlign = align;
    pen.lineWidth = 3;
    pen.lineJoin = "round";
    pen.strokeStyle = this.colours.paper;
    pen.fillStyle = this.colours.ink;
    pen.strokeText(short, x, y);
    pen.fillText(short, x, y);
    pen.textAlign = "left";
  }

  // The device at a place on the screen, else the smallest fence, unless devices alone are wanted.
  hit([x, y], isForDevices = false) {
    let [best, nearest] = [null, 16 * 16];
    for (const device of this.feed.devices.values()) {
      if (device.x == null) continue;
      const gap = (device.x - x) ** 2 + (device.y - y) ** 2;
      if (gap < nearest) [best, nearest] = [device, gap];
    }
    if (best) return { device: best.device };
    if (isForDevices) return null;
    for (const fence of this.feed.fences.values()) {
      const path = this.#path(fence);
      if (!path) continue;
      const ratio = window.devicePixelRatio || 1;
      this.pen.lineWidth = Math.max(12, path.width || 0);
      const isIn = path.width ? this.pen.isPointInStroke(path.shape, x * ratio, y * ratio) : this.pen.isPointInPath(path.shape, x * ratio, y * ratio, "evenodd");
      const size = fence.radius ?? 1e6;
      if (isIn && (!best || size < best.size)) best = { fence: fence.id, size };
    }
    return best;
  }
}

// The middle of a fence's shape, reckoned once.
function middleOf(fence) {
  if (fence.latitude != null) return fence;
  if (fence.middle) return fence.middle;
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [longitude, latitude] of fence.outline.flat()) {
    west = Math.min(west, longitude); east = Math.max(east, longitude);
    south = Math.min(south, latitude); north = Math.max(north, latitude);
  }
  return (fence.middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 });
}
