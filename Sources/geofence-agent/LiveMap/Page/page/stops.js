// Editing an itinerary: stops by map, by address and by hand, their order, and what the agent is sent.
import { distance, h, words } from "./text.js";
import { nothing } from "./list.js";
import { more } from "./more-words.js";
import { drawItinerary, labelOf } from "./pins.js";
import { Aim } from "./aim.js";
import { idOf, middleOf, round, turned } from "./places.js";
import { Handles } from "./handles.js";
import { days, Ways } from "./ways.js";

// The time that a field of the browser shows is local.
const local = (moment) => (moment ? new Date(new Date(moment) - new Date().getTimezoneOffset() * 60e3).toISOString().slice(0, 16) : "");

const undoTime = 10e3;
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

// The keys of an itinerary itself, without what the agent adds.
const ownOf = ({ type, progress, legs, revision, ...own }) => own;

// An itinerary with each stop as a key of its own, to be compared.
function flat({ stops, revision, ...rest }) {
  const line = ({ latitude, longitude, ...more }) => [`${latitude}, ${longitude}`, ...Object.entries(more).map(([key, value]) => `${key} ${value}`)].join(", ");
  return { ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== "")), ...Object.fromEntries(stops.map((stop, index) => [`${words.stop} ${labelOf(index)}`, line(stop)])) };
}

function theirShapes({ stops, radius }) {
  const way = { line: stops.map((stop) => [turned(stop.longitude - stops[0].longitude) + stops[0].longitude, stop.latitude]), text: "" };
  return [way, ...stops.map((stop, index) => ({ latitude: stop.latitude, longitude: stop.longitude, radius: stop.radius ?? radius ?? 1000, text: `${words.theirs} ${labelOf(index)}` }))];
}

export class StopEditor {
  // What itinerary/set takes; keys that the form doesn't show stay as they are.
  draft = null;
  // What the agent had when editing began; null for a new one.
  #old = null;
  #isNew = false;
  #problem = null;
  // What somebody else has made of it meanwhile: { theirs }, which is null where it is gone.
  #conflict = null;
  // Whether it stands in the configuration.
  #isOfFile = false;

  // `acts` are note(text), done(id).
  constructor(element, stage, drawing, feed, acts) {
    Object.assign(this, { element, stage, drawing, feed, acts });
    this.handles = new Handles(stage, Infinity, (isDone) => { if (isDone) this.#show(); this.drawing.soon(); });
    this.ways = new Ways(feed, () => { if (this.draft) this.#showWays(); });
    drawing.layers.add(() => { if (this.draft) this.#draw(); });
  }

  get isOpen() { return this.draft !== null; }

  begin() { this.#open({ id: "", name: "", radius: 1000, stops: [] }, true); }

  async edit(id) {
    try {
      const { type, progress, legs, ...own } = await this.feed.ask("itinerary/get", { id });
      this.ways.learn(own.stops, legs);
      this.#open(own, false, type === "file");
    } catch (problem) {
      this.acts.note(problem.message);
    }
  }

  #open(draft, isNew, isOfFile = false) {
    [this.draft, this.#isNew, this.#isOfFile, this.#problem, this.#conflict] = [draft, isNew, isOfFile, null, null];
    // The fences of its stops are drawn as they will be.
    this.drawing.edited = new Set(isNew ? [] : draft.stops.map((_, index) => `${draft.id}-${labelOf(index)}`));
    this.#old = isNew ? null : structuredClone(draft);
    document.body.dataset.editing = "itinerary";
    this.#show();
    Aim.on(this.stage).show(this, words.addHere.stop);
    this.element.querySelector("[name=name]")?.focus();
  }

  close() {
    if (!this.draft) return;
    this.draft = null;
    this.drawing.edited = null;
    this.ways.want([]);
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
        this.#conflict ? this.#conflictBox() : null,
        this.#isOfFile ? h("p", { class: "soft origin" }, words.itineraryOfFile) : null,
        h("p", { class: "total", role: "status" }),
        ...(this.feed.about.routing ? [] : nothing({ text: more.noRouter, key: more.routerKey })),
        this.#field(words.name, "name", { maxlength: 256, value: draft.name }, (text) => { draft.name = text; }),
        this.#isNew ? this.#field(words.id, "id", { maxlength: 100, placeholder: words.idHint, value: draft.id }, (text) => { draft.id = text; }) : null,
        this.#devices(),
        this.#geofencing(),
        this.#check(words.repeat, "repeat", draft.repeat, (isOn) => { draft.repeat = isOn; }),
        h("h3", {}, words.stops), h("p", { class: "soft" }, words.stopsHelp),
        h("div", { class: "tools" }, h("button", { type: "button", name: "to-map", onclick: () => this.stage.element.focus() }, words.toMap)),
        h("ol", { class: "stops" }, ...draft.stops.map((stop, index) => this.#stop(stop, index))),
        this.#byFence(),
        h("div", { class: "tools" },
          h("button", { class: "main", name: "save" }, words.save),
          h("button", { type: "button", name: "cancel", onclick: () => this.close() }, words.cancel),
          h("button", { type: "button", name: "reset", onclick: () => this.reset() }, words.reset),
          this.#isNew || this.#isOfFile ? null : h("button", { type: "button", name: "delete", class: "danger", onclick: () => this.remove() }, words.remove))));
    this.element.hidden = false;
    this.element.querySelector(".body").scrollTop = scroll;
    if (focus) this.element.querySelector(`[name="${CSS.escape(focus)}"]`)?.focus();
    this.#showWays();
    this.ways.want(draft.stops);
    const shown = this;
    this.handles.show({ get anchor() { return draft.stops[0]?.longitude; }, get handles() { return draft.stops.map((stop, index) => shown.#handle(stop, index)); } });
    this.drawing.soon();
  }

  #handle(stop, index) {
    // Pins are drawn next to the first one.
    const turns = turned(stop.longitude - this.draft.stops[0].longitude) + this.draft.stops[0].longitude - stop.longitude;
    return {
      key: `stop-${index}`, label: `${words.stop} ${labelOf(index)}`, at: [stop.longitude + turns, stop.latitude], isCorner: true, isPin: true,
      // A drag asks for ways when it ends.
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
      if (text !== "" && value >= least && value <= most) { stop[name] = value; this.handles.draw(); this.#showWays(); this.ways.want(this.draft.stops); }
    });
    return h("li", { onkeydown: (event) => this.#key(event, index) },
      index ? h("p", { class: "soft leg" }) : null,
      h("div", { class: "line" }, this.#grip(label, index),
        h("input", { name: `stop-${index}`, "aria-label": `${words.name} ${label}`, placeholder: words.name, maxlength: 256, value: stop.name ?? "", oninput: (event) => { stop.name = event.target.value; } }),
        button("↑", "up", words.up, () => this.#move(index, index - 1), index === 0),
        button("↓", "down", words.down2, () => this.#move(index, index + 1), index === this.draft.stops.length - 1),
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
    this.#move(index, index + step);
  }

  // The letter of a stop: a pointer drags it to another place in the order.
  #grip(label, index) {
    const grip = h("span", { class: "pin", title: words.dragStop }, label);
    let to = null;
    const rows = () => [...this.element.querySelectorAll(".stops > li")];
    const mark = () => rows().forEach((row, at) => { row.classList.toggle("over", at === to && to !== index); });
    grip.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      event.preventDefault();
      grip.setPointerCapture(event.pointerId);
      to = index;
    });
    grip.addEventListener("pointermove", (event) => {
      if (to === null) return;
      const below = rows().findIndex((row) => event.clientY < row.getBoundingClientRect().bottom);
      to = below < 0 ? rows().length - 1 : below;
      mark();
      const body = this.element.querySelector(".body");
      const box = body.getBoundingClientRect();
      body.scrollTop += event.clientY < box.top + 24 ? -12 : event.clientY > box.bottom - 24 ? 12 : 0;
    });
    grip.addEventListener("pointerup", () => { const end = to; to = null; if (end !== null && end !== index) this.#move(index, end); });
    grip.addEventListener("pointercancel", () => { to = null; mark(); });
    return grip;
  }

  #move(index, to) {
    const { stops } = this.draft;
    if (!stops[to]) return;
    stops.splice(to, 0, ...stops.splice(index, 1));
    this.#show();
    this.element.querySelector(`[name="stop-${to}"]`)?.focus();
  }

  // One more stop where a fence is.
  #byFence() {
    const input = h("input", { name: "fence-stop", list: "fences", autocomplete: "off", placeholder: words.byFenceHint, onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); add(); } } });
    const fences = [...this.feed.fences.values()].filter((fence) => middleOf(fence) && !this.drawing.edited.has(fence.id));
    const add = () => {
      const wanted = input.value.trim();
      const fence = fences.find((one) => one.id === wanted) || fences.find((one) => one.name === wanted);
      const place = fence && middleOf(fence);
      if (!place) { input.setCustomValidity(words.noSuchFence); input.reportValidity(); return; }
      this.click(place.latitude, place.longitude, fence.name || fence.id);
      this.element.querySelector("[name=fence-stop]").focus();
    };
    input.addEventListener("input", () => input.setCustomValidity(""));
    const options = fences.slice(0, 500).map((fence) => h("option", { value: fence.id }, fence.name || ""));
    return h("div", {}, h("label", {}, words.byFence, input), h("datalist", { id: "fences" }, ...options),
      h("div", { class: "tools" }, h("button", { type: "button", name: "add-fence", onclick: add }, words.addStop)));
  }

  // MARK: the ways between them

  #draw() {
    const { stops } = this.draft;
    const { pen, stage, colours } = this.drawing;
    for (const stop of stops) {
      const radius = stop.radius ?? this.draft.radius ?? 1000;
      if (!radius) continue;
      pen.beginPath();
      const east = turned(stop.longitude - stops[0].longitude) + stops[0].longitude + stage.turns(stops[0].longitude);
      pen.arc(stage.x(east), stage.y(stop.latitude), stage.pixels(radius, stop.latitude), 0, 2 * Math.PI);
      [pen.fillStyle, pen.strokeStyle, pen.lineWidth] = [colours["outside-fill"], colours.outside, 1.5];
      pen.fill(); pen.stroke();
    }
    drawItinerary(this.drawing, stops, this.ways.between(stops), labelOf);
    if (this.#conflict?.theirs) this.conflicts.drawTheirs(this.drawing, theirShapes(this.#conflict.theirs));
  }

  // Total and legs, in their places of the form.
  #showWays() {
    const { stops } = this.draft;
    const { distance: metres, duration, isWhole, problem } = this.ways.sum(stops);
    const total = this.element.querySelector(".total");
    const text = stops.length < 2 ? "" : isWhole ? `${days(duration)}, ${distance(metres)}` : words.findingWays;
    if (total.textContent !== text) total.textContent = text;
    total.title = problem || "";
    const legs = this.ways.between(stops);
    this.element.querySelectorAll(".leg").forEach((line, index) => {
      const leg = legs[index];
      const about = !leg ? [words.findingWays] : leg.text ? [leg.text, distance(leg.distance), leg.summary, leg.via === "straight" ? leg.problem || words.straight : ""] : [leg.problem];
      line.textContent = `${words.legOf(labelOf(index), labelOf(index + 1))}, ${about.filter(Boolean).join(", ")}`;
    });
    this.drawing.soon();
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

  // MARK: saving

  async save() {
    const { draft } = this;
    if (!this.element.querySelector("form").reportValidity()) return;
    if (!draft.stops.length) return this.#fail(words.stopsHelp);
    if (this.#isNew && !draft.id) draft.id = idOf(draft.name, this.feed.itineraries);
    const stops = draft.stops.map(({ name, ...stop }) => ({ ...(name ? { name } : {}), ...stop }));
    const { name, ...rest } = draft;
    const wanted = { ...rest, ...(name ? { name } : {}), stops };
    const change = this.#old && draft.revision === this.#old.revision ? oneChange(this.#old, wanted) : null;
    const was = this.#isNew ? null : await this.#current(draft.id);
    try {
      if (change) await this.feed.ask("itinerary/stop", { itinerary: draft.id, revision: draft.revision, ...change });
      else await this.feed.ask("itinerary/set", { ...wanted, revision: draft.revision ?? null });
    } catch (problem) {
      return this.#refused(problem);
    }
    const isShown = this.draft === draft;
    if (isShown) this.close();
    this.#offerUndo(words.saved(draft.name || draft.id), draft.id, was);
    if (isShown) this.acts.done(draft.id);
  }

  // As the agent has it; null where it is gone.
  async #current(id) {
    try { return await this.feed.ask("itinerary/get", { id }); } catch { return null; }
  }

  // What has happened, and for a while the way back. `was` is what there was before; null: nothing, or it stands in the configuration.
  #offerUndo(text, id, was) {
    const undo = async () => {
      try {
        if (was && was.type !== "file") await this.#restore(was);
        else await this.feed.ask("itinerary/remove", { id });
        this.acts.note(words.undone);
      } catch (problem) {
        this.acts.note(problem.message);
      }
    };
    this.acts.note(text, { text: words.undo, act: undo, time: undoTime });
  }

  // Where one stop is all that differs the device's progress stays.
  async #restore(was) {
    const now = await this.#current(was.id);
    const change = now && now.type !== "file" ? oneChange(ownOf(now), ownOf(was)) : null;
    if (change) await this.feed.ask("itinerary/stop", { itinerary: was.id, revision: now.revision, ...change });
    else await this.feed.ask("itinerary/set", ownOf(was));
  }

  // Where that is a conflict, the form shows it, and asks: nothing of theirs is taken over silently.
  async #refused(problem) {
    const { draft } = this;
    const theirs = problem.data?.conflict || null;
    const isGone = !theirs && draft.revision && !(await this.#current(draft.id));
    if (theirs || isGone) this.conflicts ??= await import("./conflict.js");
    if (this.draft !== draft) return;
    this.#conflict = theirs || isGone ? { theirs } : null;
    this.#fail(problem.message);
    this.element.querySelector(".conflict")?.focus();
  }

  #conflictBox() {
    const { theirs } = this.#conflict;
    const { draft } = this;
    return this.conflicts.conflictBox(theirs && flat(theirs), flat(draft), {
      // Where one stop is all that differs from theirs, the device's progress stays.
      keep: () => { draft.revision = theirs?.revision ?? null; this.#old = theirs && structuredClone(theirs); this.#conflict = this.#problem = null; this.save(); },
      take: () => this.#open(theirs, false),
    });
  }

  // All that were set at run time go, and what is in the form; those of the configuration begin anew.
  async reset() {
    if (!confirm(words.resetQuestion)) return;
    try {
      await this.feed.ask("itinerary/clear", {});
    } catch (problem) {
      return this.#fail(problem.message);
    }
    this.close();
    this.acts.note(words.isReset);
  }

  async remove() {
    const { draft } = this;
    if (!confirm(words.removeRoute(draft.name || draft.id))) return;
    const was = await this.#current(draft.id);
    try {
      await this.feed.ask("itinerary/remove", { id: draft.id });
    } catch (problem) {
      return this.#fail(problem.message);
    }
    this.close();
    this.#offerUndo(words.removed(draft.name || draft.id), draft.id, was);
  }
}
