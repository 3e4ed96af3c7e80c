// Where things are on the screen: one projection, moved by Leaflet where it is there, else by hand.
import { h, words } from "./text.js";

const tile = 256;
const rad = Math.PI / 180;
export const mercator = (latitude) => {
  const sine = Math.sin(Math.max(-85.05, Math.min(85.05, latitude)) * rad);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
};
const latitudeOf = (y) => 360 / Math.PI * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - 90;

// With its margins; on a wide screen.
function panelWidth() {
  const panel = document.getElementById("panel");
  return panel.hidden ? 0 : panel.offsetWidth + 20;
}

// A view in Mercator's projection, and what both kinds of stages have in common.
class Stage extends EventTarget {
  latitude = 30;
  longitude = 10;
  zoom = 2;
  width = 0;
  height = 0;
  hasTiles = false;
  #middle = {};

  constructor(element) {
    super();
    this.element = element;
    new ResizeObserver(() => this.measure()).observe(element);
  }

  get scale() { return tile * 2 ** this.zoom; }

  measure() {
    this.width = this.element.clientWidth;
    this.height = this.element.clientHeight;
    this.tell("move");
  }

  tell(what, detail) { this.dispatchEvent(new CustomEvent(what, { detail })); }

  // Turns of the Earth that bring a longitude next to the middle.
  turns(longitude) { return Math.round((this.longitude - longitude) / 360) * 360; }

  x(longitude) { return (longitude - this.longitude) / 360 * this.scale + this.width / 2; }
  y(latitude) {
    // Asked for each device of a picture: the middle is reckoned once.
    if (this.#middle.latitude !== this.latitude) this.#middle = { latitude: this.latitude, y: mercator(this.latitude) };
    return (mercator(latitude) - this.#middle.y) * this.scale + this.height / 2;
  }
  longitudeAt(x) { return this.longitude + (x - this.width / 2) / this.scale * 360; }
  latitudeAt(y) { return latitudeOf(mercator(this.latitude) + (y - this.height / 2) / this.scale); }
  pixels(metres, latitude) { return metres * this.scale / (40075016.7 * Math.max(0.01, Math.cos(latitude * rad))); }

  // Pixels on the left and the right that are covered by lists.
  get covered() {
    if (this.width < 900) return [0, 0];
    return [340, panelWidth()];
  }

  // Pixels that the strip of time covers below.
  get coveredBelow() { return this.width >= 900 && document.body.dataset.strip ? 220 : 0; }

  // Shows all of some places, beside the lists.
  fit(places) {
    if (!places.length || !this.width) return;
    const first = places[0].longitude;
    let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const place of places) {
      const longitude = place.longitude + Math.round((first - place.longitude) / 360) * 360;
      west = Math.min(west, longitude); east = Math.max(east, longitude);
      south = Math.min(south, place.latitude); north = Math.max(north, place.latitude);
    }
    const isWide = this.width >= 900;
    const room = [Math.max(120, this.width - (isWide ? this.covered[0] + this.covered[1] + 80 : 60)), Math.max(120, (this.height - this.coveredBelow) * (isWide ? 1 : 0.55) - 140)];
    const span = [Math.max(1e-9, (east - west) / 360), Math.max(1e-9, mercator(south) - mercator(north))];
    const zoom = Math.floor(Math.min(16, Math.log2(room[0] / tile / span[0]), Math.log2(room[1] / tile / span[1])));
    this.show(latitudeOf((mercator(south) + mercator(north)) / 2), (west + east) / 2, Math.max(1, zoom), true);
  }

  // Shows a place; beside the lists where it is to be in the middle of what is free.
  show(latitude, longitude, zoom, isBeside = false) {
    const isWide = this.width >= 900;
    const scale = tile * 2 ** zoom;
    const [left, right] = this.covered;
    const east = isBeside ? (right - left) / 2 / scale * 360 : 0;
    const south = isBeside ? (isWide ? this.coveredBelow / 2 : this.height * 0.19) / scale : 0;
    this.place(latitudeOf(Math.min(1, Math.max(0, mercator(latitude) + south))), longitude + east, zoom);
  }
}

// Moved by pointer, wheel and keys, without any library.
export class PlainStage extends Stage {
  #pointers = new Map();
  #moved = 0;

  constructor(element) {
    super(element);
    element.classList.add("plain");
    element.append(h("div", { class: "zoom" },
      h("button", { type: "button", "aria-label": "Nearer", onclick: () => this.#zoomBy(1) }, "+"),
      h("button", { type: "button", "aria-label": "Farther", onclick: () => this.#zoomBy(-1) }, "−")));
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", (event) => this.#pointers.delete(event.pointerId));
    element.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.#zoomBy(-event.deltaY / (event.deltaMode ? 6 : 240), event.offsetX, event.offsetY);
    }, { passive: false });
    element.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-80, 0], ArrowRight: [80, 0], ArrowUp: [0, -80], ArrowDown: [0, 80] }[event.key];
      if (step) { event.preventDefault(); this.#pan(...step); this.tell("drag"); }
      if (event.key === "+" || event.key === "=") this.#zoomBy(1);
      if (event.key === "-") this.#zoomBy(-1);
    });
  }

  place(latitude, longitude, zoom) {
    this.zoom = Math.max(1, Math.min(22, zoom));
    this.latitude = Math.max(-85, Math.min(85, latitude));
    this.longitude = longitude - Math.round(longitude / 360) * 360;
    this.tell("move");
  }

  #pan(x, y) {
    this.place(this.latitudeAt(this.height / 2 + y), this.longitudeAt(this.width / 2 + x), this.zoom);
  }

  #zoomBy(step, x = this.width / 2, y = this.height / 2) {
    const [latitude, longitude] = [this.latitudeAt(y), this.longitudeAt(x)];
    this.zoom = Math.max(1, Math.min(22, this.zoom + step));
    this.#pan(this.x(longitude) - x, this.y(latitude) - y);
  }

  #down(event) {
    if (event.target.closest("button")) return;
    this.element.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
    if (this.#pointers.size === 1) this.#moved = 0;
  }

  #move(event) {
    const old = this.#pointers.get(event.pointerId);
    if (!old) return this.tell("hover", [event.offsetX, event.offsetY]);
    const now = [event.offsetX, event.offsetY];
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    this.#pointers.set(event.pointerId, now);
    this.#moved += Math.hypot(now[0] - old[0], now[1] - old[1]);
    if (this.#moved < 4) return;
    if (!others.length) this.#pan(old[0] - now[0], old[1] - now[1]);
    else {
      const span = (at) => Math.max(10, Math.hypot(at[0] - others[0][0], at[1] - others[0][1]));
      this.#zoomBy(Math.log2(span(now) / span(old)), (now[0] + others[0][0]) / 2, (now[1] + others[0][1]) / 2);
    }
    this.tell("drag");
  }

  #up(event) {
    const isClick = this.#pointers.size === 1 && this.#moved < 4 && this.#pointers.has(event.pointerId);
    this.#pointers.delete(event.pointerId);
    if (isClick) this.tell("choose", [event.offsetX, event.offsetY]);
  }
}

// Moved by Leaflet, which brings the pictures, too.
export class LeafletStage extends Stage {
  #map;

  constructor(element, tiles, onNote) {
    super(element);
    const map = window.L.map(element, {
      zoomAnimation: false, tap: false, zoomControl: false, maxZoom: tiles && !tiles.file ? tiles.maxZoom : 22, minZoom: 1,
      center: [30, 10], zoom: 2, attributionControl: false,
    });
    this.#map = map;
    window.L.control.zoom({ position: "bottomright" }).addTo(map);
    if (tiles) this.#addTiles(tiles, onNote);
    map.on("move zoom viewreset resize", () => this.#follow());
    map.on("dragstart", () => this.tell("drag"));
    map.on("click", (event) => this.tell("choose", [event.containerPoint.x, event.containerPoint.y]));
    map.on("mousemove", (event) => this.tell("hover", [event.containerPoint.x, event.containerPoint.y]));
    this.#follow();
  }

  #addTiles(tiles, onNote) {
    // Leaflet takes this for HTML: it comes from the configuration, and goes in as text all the same.
    const thanks = h("span", {}, tiles.attribution);
    if (tiles.attribution) window.L.control.attribution({ prefix: false, position: "bottomright" }).addTo(this.#map).addAttribution(thanks.innerHTML);
    if (tiles.file) return this.#addFile(tiles);
    let failed = 0;
    const layer = window.L.tileLayer(tiles.url, { maxZoom: tiles.maxZoom });
    layer.on("tileerror", () => {
      failed += 1;
      if (failed === 3) { this.hasTiles = false; onNote(words.noTiles); this.tell("move"); }
    });
    layer.on("tileload", () => {
      if (!this.hasTiles || failed) { this.hasTiles = true; failed = 0; onNote(""); this.tell("move"); }
    });
    layer.addTo(this.#map);
  }

  // Tiles of a file end somewhere: where none is seen there is the grid.
  #addFile(tiles) {
    const bounds = tiles.bounds?.map(([longitude, latitude]) => [latitude, longitude]);
    const layer = window.L.tileLayer(tiles.url, { maxZoom: 22, maxNativeZoom: tiles.maxZoom, minZoom: tiles.minZoom, ...(bounds && { bounds }) });
    layer.on("tileload tileerror load", () => {
      const has = Boolean(layer.getContainer()?.querySelector(".leaflet-tile-loaded"));
      if (has !== this.hasTiles) { this.hasTiles = has; this.tell("move"); }
    });
    layer.addTo(this.#map);
    this.#map.on("moveend", () => { if (bounds && !window.L.latLngBounds(bounds).intersects(this.#map.getBounds()) && this.hasTiles) { this.hasTiles = false; this.tell("move"); } });
  }

  measure() {
    this.#map?.invalidateSize({ animate: false });
    super.measure();
  }

  place(latitude, longitude, zoom) { this.#map.setView([latitude, longitude], zoom, { animate: false }); }

  #follow() {
    const middle = this.#map.getCenter();
    [this.latitude, this.longitude, this.zoom] = [middle.lat, middle.lng, this.#map.getZoom()];
    this.width = this.element.clientWidth;
    this.height = this.element.clientHeight;
    this.tell("move");
  }
}

// Loads Leaflet from beside the page; false where that fails.
export function loadLeaflet(script) {
  return new Promise((resolve) => {
    document.head.append(h("link", { rel: "stylesheet", href: "leaflet/leaflet.css" }));
    document.head.append(h("script", { src: `leaflet/${script}`, onload: () => resolve(Boolean(window.L)), onerror: () => resolve(false) }));
  });
}
