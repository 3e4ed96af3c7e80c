// Editing an itinerary: stops by map, by address and by hand, their order, and what the agent is sent.
import { h, words } from "./text.js";
import { drawItinerary, labelOf } from "./itinerary.js";
import { Aim } from "./aim.js";
import { idOf, turned } from "./draft.js";
import { Handles } from "./handles.js";

const round = (degrees) => Math.round(degrees * 1e6) / 1e6;
// The time that a field of the browser shows is local.
const local = (moment) => (moment ? new Date(new Date(moment) - new Date().getTimezoneOffset() * 60e3).toISOString().slice(0, 16) : "");

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// What itinerary/stop is asked where all that has changed is one stop, added, removed, elsewhere in the order or another: with it the
// device's progress stays, which itinerary/set begins anew. Null where more has changed.
export function oneChange(old, draft) {
  const rest = ({ stops, revision, ...others }) => Object.fromEntries(Object.entries(others).filter(([, value]) => value !== "").sort());
  if (!same(rest(old), rest(draft))) return null;
  const [before, after] = [old.stops, draft.stops];
  const first = after.findIndex((stop, index) => !same(stop, before[index]));
  const from = first < 0 ? after.length : first;
  const without = (list, index) => [...list.slice(0, index), ...list.slice(index + 1)];
  if (after.length === before.length + 1 && same(without(after, from), before)) {
    return { add: after[from], ...(from < before.length ? { stop: labelOf(from) } : {}) };
  }
  if (after.length === before.length - 1 && same(without(before, from), after)) return { stop: labelOf(from), remove: true };
  if (after.length !== before.length || first < 0) return null;
  if (same(without(before, from), without(after, from))) {
    const gone = Object.fromEntries(Object.keys(before[from]).filter((key) => !(key in after[from])).map((key) => [key, null]));
    return { stop: labelOf(from), move: { ...gone, ...after[from] } };
  }
  const moves = [[from, after.findIndex((stop) => same(stop, before[from]))], [before.findIndex((stop) => same(stop, after[from])), from]];
  for (const [index, to] of moves) {
    if (index < 0 || to < 0) continue;
    const moved = without(before, index);
    moved.splice(to, 0, before[index]);
    if (same(moved, after)) return { stop: labelOf(index), move: labelOf(to) };
  }
  return null;
}

export class StopEditor {
  // What itinerary/set takes; keys that the form doesn't show stay as they are.
  draft = null;
  // What the agent had when editing began; null for a new one.
  #old = null;
  #isNew = false;
  #problem = null;

  // `acts` are note(text), done(id).
  constructor(element, stage, drawing, feed, acts) {
    Object.assign(this, { element, stage, drawing, feed, acts });
    this.handles = new Handles(stage, Infinity, (isDone) => { if (isDone) this.#show(); this.drawing.soon(); });
    drawing.layers.add(() => { if (this.draft) drawItinerary(drawing, this.draft.stops, [], labelOf); });
  }

  get isOpen() { return this.draft !== null; }

  begin() { this.#open({ id: "", name: "", radius: 1000, stops: [] }, true); }

  async edit(id) {
    try {
      const { type, progress, legs, ...own } = await this.feed.ask("itinerary/get", { id });
      this.#open(own, false);
    } catch (problem) {
      this.acts.note(problem.message);
    }
  }

  #open(draft, isNew) {
    [this.draft, this.#isNew, this.#problem] = [draft, isNew, null];
    this.#old = isNew ? null : structuredClone(draft);
    document.body.dataset.editing = "itinerary";
    this.#show();
    Aim.on(this.stage).show(this, words.addHere.stop);
    this.element.querySelector("[name=name]")?.focus();
  }

  close() {
    if (!this.draft) return;
    this.draft = null;
    delete document.body.dataset.editing;
    Aim.on(this.stage).show(null);
    this.handles.show(null);
    this.drawing.soon();
    this.acts.done(null);
  }

  // A click on the map, or an address: one more stop.
  click(latitude, longitude, name = "") {
    this.draft.stops.push({ ...(name ? { name: name.slice(0, 256) } : {}), latitude: round(latitude), longitude: round(turned(longitude)) });
    this.#show();
  }

  #show() {
    const { draft } = this;
    const focus = this.element.contains(document.activeElement) ? document.activeElement.name : null;
    const scroll = this.element.querySelector(".body")?.scrollTop || 0;
    this.element.replaceChildren(
      h("header", {}, h("h2", {}, this.#isNew ? words.newFence.itinerary : `${words.edit} ${draft.name || draft.id}`)),
      h("form", { class: "body edit", onsubmit: (event) => { event.preventDefault(); this.save(); } },
        h("p", { class: "problem", role: "alert" }, this.#problem || ""),
        this.#field(words.name, "name", { maxlength: 256, value: draft.name }, (text) => { draft.name = text; }),
        this.#isNew ? this.#field(words.id, "id", { maxlength: 100, placeholder: words.idHint, value: draft.id }, (text) => { draft.id = text; }) : null,
        this.#devices(),
        this.#geofencing(),
        this.#check(words.repeat, "repeat", draft.repeat, (isOn) => { draft.repeat = isOn; }),
        h("h3", {}, words.stops), h("p", { class: "soft" }, words.stopsHelp),
        h("div", { class: "tools" }, h("button", { type: "button", name: "to-map", onclick: () => this.stage.element.focus() }, words.toMap)),
        h("ol", { class: "stops" }, ...draft.stops.map((stop, index) => this.#stop(stop, index))),
        h("div", { class: "tools" },
          h("button", { class: "main", name: "save" }, words.save),
          h("button", { type: "button", name: "cancel", onclick: () => this.close() }, words.cancel),
          h("button", { type: "button", name: "reset", onclick: () => { draft.stops = []; this.#show(); } }, words.reset),
          this.#isNew ? null : h("button", { type: "button", name: "delete", class: "danger", onclick: () => this.remove() }, words.remove))));
    this.element.hidden = false;
    this.element.querySelector(".body").scrollTop = scroll;
    if (focus) this.element.querySelector(`[name="${CSS.escape(focus)}"]`)?.focus();
    const shown = this;
    this.handles.show({ get anchor() { return draft.stops[0]?.longitude; }, get handles() { return draft.stops.map((stop, index) => shown.#handle(stop, index)); } });
    this.drawing.soon();
  }

  #handle(stop, index) {
    // Pins are drawn next to the first one.
    const turns = turned(stop.longitude - this.draft.stops[0].longitude) + this.draft.stops[0].longitude - stop.longitude;
    return {
      key: `stop-${index}`, label: `${words.stop} ${labelOf(index)}`, at: [stop.longitude + turns, stop.latitude], isCorner: true, isPin: true,
      move: ([longitude, latitude]) => { [stop.longitude, stop.latitude] = [round(turned(longitude)), round(latitude)]; },
      remove: () => this.#remove(index),
    };
  }

  #field(label, name, attributes, accept) {
    const input = h("input", { name, autocomplete: "off", spellcheck: "false", ...attributes, value: attributes.value ?? "", oninput: () => accept(input.value) });
    return h("label", {}, label, input);
  }

  #check(label, name, isOn, accept) {
    const box = h("input", { type: "checkbox", name, onchange: () => accept(box.checked) });
    box.checked = Boolean(isOn);
    return h("label", { class: "check" }, box, ` ${label}`);
  }

  #devices() {
    const field = this.#field(words.device, "device", { list: "known", placeholder: words.deviceHint, value: this.draft.device }, (text) => {
      if (text.trim()) this.draft.device = text.trim(); else delete this.draft.device;
    });
    field.append(h("datalist", { id: "known" }, ...[...this.feed.devices.keys()].sort().slice(0, 500).map((id) => h("option", { value: id }))));
    return field;
  }

  // A radius of nothing: no fences around stops.
  #geofencing() {
    const { draft } = this;
    const isOn = draft.radius !== 0;
    return h("div", {}, this.#check(words.geofencing, "geofencing", isOn, (wanted) => { draft.radius = wanted ? 1000 : 0; this.#show(); }),
      isOn ? this.#field(`${words.radius} (m)`, "radius", { type: "number", min: 1, max: this.feed.about.maxRadius, step: "any", value: draft.radius ?? 1000 }, (text) => {
        if (Number(text) >= 1) draft.radius = Number(text);
      }) : null);
  }

  #stop(stop, index) {
    const label = labelOf(index);
    const button = (text, name, about, act, isOff) => h("button", { type: "button", name: `${name}-${index}`, "aria-label": `${about} ${label}`, disabled: isOff, onclick: act }, text);
    const place = (name, [least, most]) => this.#field(words[name], `${name}-${index}`, { type: "number", min: least, max: most, step: "any", required: true, value: stop[name] }, (text) => {
      const value = Number(text);
      if (text !== "" && value >= least && value <= most) { stop[name] = value; this.handles.draw(); this.drawing.soon(); }
    });
    return h("li", { onkeydown: (event) => this.#key(event, index) },
      h("div", { class: "line" }, h("span", { class: "pin" }, label),
        h("input", { name: `stop-${index}`, "aria-label": `${words.name} ${label}`, placeholder: words.name, maxlength: 256, value: stop.name ?? "", oninput: (event) => { stop.name = event.target.value; } }),
        button("↑", "up", words.up, () => this.#move(index, -1), index === 0),
        button("↓", "down", words.down2, () => this.#move(index, 1), index === this.draft.stops.length - 1),
        button("✕", "drop", words.remove, () => this.#remove(index))),
      h("details", {}, h("summary", {}, words.more),
        h("div", { class: "pair" }, place("latitude", [-90, 90]), place("longitude", [-180, 180])),
        h("div", { class: "pair" },
          this.#field(words.stay, `stay-${index}`, { type: "number", min: 0, step: "any", value: stop.stay == null ? "" : stop.stay / 60 }, (text) => { if (text === "") delete stop.stay; else stop.stay = Math.round(Number(text) * 60); }),
          this.#field(words.by, `by-${index}`, { type: "datetime-local", value: local(stop.by) }, (text) => { if (text) stop.by = new Date(text).toISOString(); else delete stop.by; }))));
  }

  #key(event, index) {
    const step = event.altKey && { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.#move(index, step);
  }

  #move(index, step) {
    const { stops } = this.draft;
    if (!stops[index + step]) return;
    [stops[index], stops[index + step]] = [stops[index + step], stops[index]];
    this.#show();
    this.element.querySelector(`[name="stop-${index + step}"]`)?.focus();
  }

  #remove(index) {
    this.draft.stops.splice(index, 1);
    this.#show();
  }

  #fail(text) {
    this.#problem = text;
    this.#show();
    this.element.querySelector(".body").scrollTop = 0;
  }

  async save() {
    const { draft } = this;
    if (!this.element.querySelector("form").reportValidity()) return;
    if (!draft.stops.length) return this.#fail(words.stopsHelp);
    if (this.#isNew && !draft.id) draft.id = idOf(draft.name, this.feed.itineraries);
    const stops = draft.stops.map(({ name, ...stop }) => ({ ...(name ? { name } : {}), ...stop }));
    const { name, ...rest } = draft;
    const wanted = { ...rest, ...(name ? { name } : {}), stops };
    const change = this.#old && draft.revision === this.#old.revision ? oneChange(this.#old, wanted) : null;
    try {
      if (change) await this.feed.ask("itinerary/stop", { itinerary: draft.id, revision: draft.revision, ...change });
      else await this.feed.ask("itinerary/set", { ...wanted, revision: draft.revision ?? null });
    } catch (problem) {
      if (this.draft !== draft) return;
      if (problem.data?.conflict) draft.revision = problem.data.conflict.revision;
      return this.#fail(problem.message);
    }
    this.close();
    this.acts.note(words.saved(draft.name || draft.id));
    this.acts.done(draft.id);
  }

  async remove() {
    const { draft } = this;
    if (!confirm(words.removeRoute(draft.name || draft.id))) return;
    try {
      await this.feed.ask("itinerary/remove", { id: draft.id });
    } catch (problem) {
      return this.#fail(problem.message);
    }
    this.close();
    this.acts.note(words.removed(draft.name || draft.id));
  }
}
