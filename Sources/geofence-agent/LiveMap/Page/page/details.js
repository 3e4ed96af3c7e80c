// What else is known of the chosen device: where it goes next, its visits of today, its home and work, the points nearby; and what may be done with it.
import { age, distance, h, time, words } from "./text.js";
import { more } from "./more-words.js";
import { metres, rows } from "./past.js";
import { Trail } from "./trail.js";

// A button that stops and starts monitoring of a device or a fence.
export function monitoringSwitch(feed, acts, what, isMonitored) {
  const turn = async () => {
    try {
      await feed.ask("monitoring/set", { ...what, monitoring: !isMonitored });
      acts.note(isMonitored ? more.stopped : more.started);
      acts.refresh();
    } catch (problem) {
      acts.note(problem.message);
    }
  };
  return h("button", { type: "button", "data-key": "monitoring", "aria-pressed": `${isMonitored}`, onclick: turn }, more.monitored);
}

// Visits and ways are asked for again after so many ms; ways not before the device has moved so far.
const visitsEvery = 60e3;
const pointsEvery = 30e3;
const pointsAfter = 200;

export class Details {
  #device = null;
  #places = [];
  #visits = [];
  #points = [];
  // Ways to points, by their ids.
  #travel = new Map();
  #askedVisits = 0;
  #askedPoints = 0;
  #askedAt = null;

  // `acts` are refresh(), mayEdit(), go(latitude, longitude), itinerary(id), note(text), dialog, middle().
  constructor(feed, drawing, acts) { Object.assign(this, { feed, drawing, acts, trail: new Trail(feed, drawing) }); }

  // A device is chosen, or has moved; asks for what is old.
  update(device) {
    if (device.device !== this.#device) {
      [this.#device, this.#places, this.#visits, this.#points, this.#travel] = [device.device, [], [], [], new Map()];
      [this.#askedVisits, this.#askedPoints, this.#askedAt] = [0, 0, null];
      this.trail.ask(device.device);
    }
    this.trail.note(device);
    const now = Date.now();
    if (this.feed.about?.zones && now - this.#askedVisits > visitsEvery) this.#askVisits(now);
    if (device.latitude == null) return;
    const hasMoved = !this.#askedAt || (now - this.#askedPoints > pointsEvery && metres(this.#askedAt, device) > pointsAfter);
    if (hasMoved) this.#askPoints(device, now);
  }

  // Nobody is chosen.
  clear() {
    this.#device = null;
    this.trail.ask(null);
  }

  // Its zones are others, or nothing was known of it for a while.
  renew(wasCutOff) {
    if (!this.#device) return;
    if (this.feed.about?.zones) this.#askVisits(Date.now());
    if (wasCutOff) this.trail.ask(this.#device);
  }

  // Home and work say where somebody lives: the agent gives them where http.map.zones is true.
  async #askVisits(now) {
    this.#askedVisits = now;
    const device = this.#device;
    const today = new Date(this.feed.now()).setHours(0, 0, 0, 0);
    const none = (question) => question.catch(() => null);
    const [zones, visits] = await Promise.all([
      none(this.feed.ask("device/zones", { device })), this.feed.about.history ? none(rows("visits", device, today, this.feed.now())) : null,
    ]);
    if (device !== this.#device) return;
    this.#places = (zones?.zones || []).filter((zone) => zone.labels.length);
    this.#visits = visits?.found || [];
    this.acts.refresh();
  }

  async #askPoints({ latitude, longitude }, now) {
    [this.#askedPoints, this.#askedAt] = [now, { latitude, longitude }];
    const device = this.#device;
    try {
      const answer = await fetch(`api/points?lat=${latitude}&lon=${longitude}`);
      if (!answer.ok || device !== this.#device) return;
      const { points } = await answer.json();
      if (device !== this.#device) return;
      this.#points = this.drawing.points = points;
      this.drawing.soon();
      this.acts.refresh();
      if (points.length && this.feed.about.routing) await this.#askTravel(device, { latitude, longitude });
    } catch { /* the state of the connection says it */ }
  }

  async #askTravel(device, place) {
    const { pois } = await this.feed.ask("query/pois", { ...place, count: 10, travel: true });
    if (device !== this.#device) return;
    this.#travel = new Map(pois.map((point) => [point.id, point.travel]));
    this.acts.refresh();
  }

  // MARK: what is shown

  // The stop that it goes to, and when it is there: elements for a list of terms.
  next() {
    let found = null;
    for (const one of this.feed.itineraries.values()) if (one.device === this.#device && (one.progress.state === "active" || !found)) found = one;
    const stop = found?.progress.stops.find((stop) => stop.status === "inside") || found?.progress.stops.find((stop) => stop.status === "next");
    if (!stop) return [];
    const parts = [[stop.label, stop.name].filter(Boolean).join(" "), stop.status === "inside" ? words.states.inside : stop.eta ? time(stop.eta) : ""];
    return [h("dt", {}, more.nextStopTerm), h("dd", {},
      h("button", { type: "button", class: "text", "data-key": "next-stop", onclick: () => this.acts.itinerary(found.id) }, parts.filter(Boolean).join(", ")),
      stop.late ? h("strong", { class: "danger" }, ` ${words.late(age(stop.late * 1000))}`) : null)];
  }

  // Home and work, and the visits of today.
  today() {
    const go = (place, key, text) => h("li", {}, h("button", { type: "button", class: "text", "data-key": key, onclick: () => this.acts.go(place.latitude, place.longitude) }, text));
    const places = this.#places.map((zone, index) => go(zone, `zone-${index}`, zone.labels.join(", ")));
    const visits = this.#visits.map((visit, index) => go(visit, `visit-${index}`, [
      `${time(visit.arrival)} – ${visit.departure ? time(visit.departure) : more.stillThere}`, visit.duration ? age(visit.duration * 1000) : "", this.#placeOf(visit),
    ].filter(Boolean).join(", ")));
    return [
      places.length ? h("div", { id: "places" }, h("h3", {}, more.homeAndWork), h("ul", {}, ...places)) : null,
      visits.length ? h("div", { id: "visits" }, h("h3", {}, more.visitsToday), h("ul", {}, ...visits)) : null,
    ];
  }

  // Which of its places a visit was at: within 150 m.
  #placeOf(visit) { return this.#places.find((zone) => metres(zone, visit) < 150)?.labels.join(", ") || ""; }

  // The nearest points, with how far they are: along roads where a router is.
  near(device) {
    if (!this.#points.length || device.latitude == null) return null;
    const far = (point) => metres(device, { latitude: point.at[1], longitude: point.at[0] });
    const shown = this.#points.slice(0, 10).map((point) => ({ point, metres: far(point) })).sort((a, b) => a.metres - b.metres);
    return h("div", { id: "near" }, h("h3", {}, words.near), h("ul", {}, ...shown.map(({ point, metres }) => {
      const way = this.#travel.get(point.id);
      const parts = [distance(metres), way?.duration == null ? "" : more.byRoad(distance(way.distance), age(way.duration * 1000))];
      return h("li", {}, point.name || point.id, h("div", { class: "soft" }, parts.filter(Boolean).join(" · ")));
    })));
  }

  // Monitoring, override and forget, for those who may change something.
  tools(isOverridden, isMonitored) {
    if (!this.acts.mayEdit()) return [];
    return [
      monitoringSwitch(this.feed, this.acts, { device: this.#device }, isMonitored),
      h("button", { type: "button", "data-key": "override", "aria-pressed": `${isOverridden}`, onclick: () => this.#override(isOverridden) }, words.override),
      h("button", { type: "button", class: "danger", "data-key": "forget", onclick: () => this.#forget() }, more.forget),
    ];
  }

  // MARK: what may be done; both ask once more

  #field(name, label, value, more = {}) {
    const input = h("input", { name, value, ...more });
    return { input, label: h("label", {}, label, input) };
  }

  #override(isOverridden) {
    const device = this.#device;
    const middle = this.acts.middle();
    const latitude = this.#field("override-latitude", words.latitude, middle.latitude.toFixed(6), { type: "number", min: -90, max: 90, step: "any", required: true });
    const longitude = this.#field("override-longitude", words.longitude, middle.longitude.toFixed(6), { type: "number", min: -180, max: 180, step: "any", required: true });
    const send = () => this.#ask("device/override", { device, latitude: Number(latitude.input.value), longitude: Number(longitude.input.value) }, more.overridden(device));
    const clear = h("button", { type: "button", name: "override-clear", onclick: () => this.#ask("device/override", { device, clear: true }, more.overrideCleared(device)) }, more.clearOverride);
    this.#confirm(more.overrideTitle(device), more.overrideText, [latitude.label, longitude.label], "override-set", words.override, send, isOverridden ? clear : null);
    latitude.input.focus();
  }

  #forget() {
    const device = this.#device;
    this.#confirm(more.forgetTitle(device), more.forgetText, [], "forget-now", more.forget, () => this.#ask("device/forget", { device }, more.forgotten(device)));
  }

  #confirm(title, text, fields, name, verb, send, more = null) {
    const { dialog } = this.acts;
    this.problem = h("p", { class: "problem", role: "alert" });
    const submit = (event) => { event.preventDefault(); send(); };
    dialog.replaceChildren(h("h2", {}, title), h("p", {}, text), h("form", { onsubmit: submit }, ...fields, this.problem, h("div", { class: "tools" },
      h("button", { name, class: "danger" }, verb), more, h("button", { type: "button", onclick: () => dialog.close() }, words.cancel))));
    dialog.showModal();
  }

  async #ask(command, body, done) {
    try {
      await this.feed.ask(command, body);
      this.acts.dialog.close();
      this.acts.note(done);
      this.acts.refresh();
    } catch (problem) {
      this.problem.textContent = problem.message;
    }
  }
}
