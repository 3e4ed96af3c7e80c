// What can be laid over the map besides: points of interest, and where somebody stayed and is used to be, as far as that is shown here.
import { age, h, words } from "./text.js";
import { more } from "./more-words.js";
import { rows } from "./past.js";
import { nothing } from "./list.js";

const days = 30;

export class Layers {
  #on = new Set();
  #points = [];
  #zones = [];
  #visits = [];
  #asked = "";
  // Whose zones and visits these are.
  #of = null;
  #timer = 0;

  // `kept` is what the browser keeps.
  constructor(feed, stage, drawing, kept) {
    Object.assign(this, { feed, stage, drawing, kept });
    for (const name of (kept.get("layers") || "").split(" ")) if (this.#names.includes(name)) this.#on.add(name);
    drawing.layers.add(() => this.#draw());
    stage.addEventListener("move", () => this.#later());
    this.#later();
  }

  // Zones and visits say where somebody lives: the agent gives them where http.map.zones is true.
  get #names() { return this.feed.about.zones ? ["points", "zones", "visits"] : ["points"]; }

  show(dialog) {
    const choice = (name) => {
      const box = h("input", { type: "checkbox", name: `layer-${name}`, onchange: () => this.#switch(name, box.checked) });
      box.checked = this.#on.has(name);
      return h("label", { class: "check" }, box, ` ${more.layerNames[name]}`);
    };
    dialog.replaceChildren(h("h2", {}, more.layers), ...this.#names.map(choice),
      this.feed.about.zones ? h("p", { class: "soft" }, more.layersOfDevice) : h("p", { class: "soft" }, more.layersHidden),
      ...this.#tiles(),
      h("form", { method: "dialog" }, h("button", {}, words.close)));
    dialog.showModal();
  }

  // How there would be tiles.
  #tiles() {
    const { tiles, leaflet } = this.feed.about;
    if (tiles && leaflet) return [];
    return nothing(tiles ? { text: more.noLeaflet } : { text: leaflet ? more.noTilesSet : more.noLeaflet, key: leaflet ? more.tilesKey : null });
  }

  #switch(name, isOn) {
    if (isOn) this.#on.add(name); else this.#on.delete(name);
    this.kept.set("layers", [...this.#on].join(" "));
    this.renew();
  }

  // Asks for all of it again.
  renew() {
    [this.#asked, this.#of] = ["", null];
    this.#later(0);
  }

  // A device is chosen.
  choose() { this.#later(0); }

  #later(pause = 400) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), pause);
  }

  async #ask() {
    const device = this.drawing.chosen;
    const asked = `${device} ${[...this.#on].join()} ${this.stage.latitude.toFixed(3)} ${this.stage.longitude.toFixed(3)}`;
    if (asked === this.#asked) return;
    const of = `${device} ${[...this.#on].join()}`;
    const isSame = this.#of === of;
    this.#asked = asked;
    const none = [];
    const [points, zones, visits] = await Promise.all([
      this.#on.has("points") ? this.#askPoints() : none,
      isSame ? this.#zones : device && this.#on.has("zones") ? this.#askZones(device) : none,
      isSame ? this.#visits : device && this.#on.has("visits") ? this.#askVisits(device) : none,
    ]);
    if (asked !== this.#asked) return;
    [this.#points, this.#zones, this.#visits, this.#of] = [points, zones, visits, of];
    document.body.dataset.layers = [points.length, zones.length, visits.length].join();
    this.drawing.soon();
  }

  async #askPoints() {
    try {
      const answer = await fetch(`api/points?lat=${this.stage.latitude}&lon=${this.stage.longitude - Math.round(this.stage.longitude / 360) * 360}`);
      return answer.ok ? (await answer.json()).points : [];
    } catch { return []; }
  }

  async #askZones(device) {
    try {
      const { zones } = await this.feed.ask("device/zones", { device });
      return zones.map((zone) => ({ ...zone, ring: ring(zone.polygon) }));
    } catch { return []; }
  }

  async #askVisits(device) {
    try {
      return (await rows("visits", device, this.feed.now() - days * 86400e3, this.feed.now())).found;
    } catch { return []; }
  }

  #spot(longitude, latitude) { return [this.stage.x(longitude + this.stage.turns(longitude)), this.stage.y(latitude)]; }

  #draw() {
    for (const zone of this.#zones) this.#zone(zone);
    for (const visit of this.#visits) this.#visit(visit);
    for (const point of this.#points) this.#point(point);
  }

  #zone({ ring, latitude, longitude, labels }) {
    const { pen, colours } = this.drawing;
    const turns = this.stage.turns(longitude);
    pen.beginPath();
    for (const [east, north] of ring) pen.lineTo(this.stage.x(east + turns), this.stage.y(north));
    pen.closePath();
    pen.fillStyle = pen.strokeStyle = colours.poi;
    pen.globalAlpha = 0.15; pen.fill(); pen.globalAlpha = 1;
    pen.lineWidth = 2;
    pen.setLineDash([10, 4, 2, 4]);
    pen.stroke();
    pen.setLineDash([]);
    this.drawing.label(labels.join(", ") || more.zone, ...this.#spot(longitude, latitude), "center");
  }

  // A disc by how long it was.
  #visit({ latitude, longitude, duration }) {
    const { pen, colours } = this.drawing;
    const [x, y] = this.#spot(longitude, latitude);
    pen.beginPath();
    pen.arc(x, y, Math.min(30, 5 + 4 * Math.log2(1 + (duration || 0) / 300)), 0, 2 * Math.PI);
    pen.strokeStyle = colours.poi;
    pen.lineWidth = 2;
    pen.stroke();
    if (this.stage.zoom >= 14 && duration) this.drawing.label(age(duration * 1000), x, y + 4, "center");
  }

  #point(point) {
    const { pen, colours } = this.drawing;
    const [x, y] = this.#spot(...point.at);
    pen.fillStyle = colours.poi;
    pen.fillRect(x - 4, y - 4, 8, 8);
    if (this.stage.zoom >= 14) this.drawing.label(point.name || point.id, x, y - 8, "center");
  }
}

// The corners of a polygon in WKT.
function ring(text) {
  const corners = /\(\(([^()]*)\)/.exec(text || "")?.[1].split(",").map((corner) => corner.trim().split(/\s+/).map(Number)) || [];
  return corners.filter((corner) => corner.length >= 2 && corner.every(Number.isFinite));
}
