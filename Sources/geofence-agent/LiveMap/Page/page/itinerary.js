// Itineraries: the list, the panel of one with its directions, and pins with legs on the map.
import { nothing } from "./list.js";
import { more } from "./more-words.js";
import { drawItinerary, labelOf } from "./pins.js";
import { age, distance, h, time, timeElement, words } from "./text.js";

export function itineraryRows(feed, wanted) {
  return [...feed.itineraries.values()]
    .filter((one) => `${one.id} ${one.name || ""} ${one.device || ""}`.toLowerCase().includes(wanted))
    .sort((a, b) => ((a.name || a.id) < (b.name || b.id) ? -1 : 1))
    .map((one) => ({
      id: one.id, name: one.name || one.id, mark: `fence ${one.progress.state === "active" ? "inside" : ""}`,
      age: one.progress.next || "", more: [one.device || words.noDevice, words.states[one.progress.state], one.progress.text].join(" · "),
    }));
}

export class ItineraryPanel {
  #shown = null;
  #revision = null;
  #directions = null;
  // The turn that is pointed at.
  #turn = null;

  // `acts` are edit(id), choose(device), mayEdit(), note(text).
  constructor(panel, drawing, feed, acts) {
    Object.assign(this, { panel, drawing, feed, acts });
    drawing.layers.add(() => this.#draw());
  }

  #draw() {
    const one = this.feed.itineraries.get(this.#shown);
    if (!one) return;
    const stops = one.stops.map((stop, index) => ({ ...stop, status: one.progress.stops[index]?.status }));
    drawItinerary(this.drawing, stops, this.#directions?.legs || one.legs || [], labelOf);
    if (this.#turn) this.drawing.mark(this.#turn.latitude, this.#turn.longitude);
  }

  hide() {
    [this.#shown, this.#directions, this.#turn] = [null, null, null];
    this.drawing.soon();
  }

  show(one) {
    if (this.#shown !== one.id || this.#revision !== one.revision) this.hide();
    [this.#shown, this.#revision] = [one.id, one.revision];
    const { progress } = one;
    const inside = progress.stops.find((stop) => stop.status === "inside");
    const next = progress.stops.find((stop) => stop.status === "next");
    const band = inside ? `${words.inside} ${this.#name(inside)}` : next ? words.nextStop(this.#name(next), next.eta && time(next.eta)) : words.states[progress.state];
    this.panel.frame(one.name || one.id, band, Boolean(inside),
      h("div", { class: "tools" },
        this.acts.mayEdit() ? h("button", { type: "button", "data-key": "edit", onclick: () => this.acts.edit(one.id) }, words.edit) : null,
        h("button", { type: "button", "data-key": "directions", "aria-pressed": `${Boolean(this.#directions)}`, onclick: () => this.#ask() }, words.directions)),
      h("p", { class: "total" }, `${progress.text}, ${distance(progress.distance)}`),
      one.device ? h("p", {}, h("button", { type: "button", "data-key": "device", onclick: () => this.acts.choose(one.device) }, one.device)) : null,
      ...this.#ways(progress),
      h("ol", {}, ...progress.stops.map((stop) => this.#stop(one, stop))),
      this.#list());
  }

  // Why its ways are straight ones, where they are.
  #ways({ problem, via, stops }) {
    if (stops.length > 1 && !this.feed.about.routing) return nothing({ text: more.noRouter, key: more.routerKey });
    return problem || via === "straight" ? [h("p", { class: "soft" }, problem || words.straight)] : [];
  }

  #name(stop) { return [stop.label, stop.name].filter(Boolean).join(" "); }

  #stop(one, stop) {
    const when = stop.departed || stop.arrived || stop.eta;
    const verb = stop.departed ? words.left : stop.arrived ? words.arrived : words.expected;
    return h("li", {}, h("div", { class: "line" },
      h("span", { class: `pin ${stop.status}`, "aria-hidden": "true" }, stop.label),
      h("span", {}, stop.name || "", " ", h("span", { class: "soft" }, words.states[stop.status])),
      this.acts.mayEdit() && stop.status === "next" ? h("button", { type: "button", "data-key": `skip-${stop.label}`, onclick: () => this.#skip(one.id, stop.label) }, words.skip) : null),
    when ? h("div", { class: "soft" }, verb, " ", timeElement(when), stop.late ? h("strong", { class: "danger" }, ` ${words.late(age(stop.late * 1000))}`) : null) : null);
  }

  async #skip(id, stop) {
    try { await this.feed.ask("itinerary/stop", { itinerary: id, stop, skip: true }); } catch (problem) { this.acts.note(problem.message); }
  }

  // Directions on and off.
  async #ask() {
    const id = this.#shown;
    if (this.#directions) this.#directions = null;
    else {
      try {
        const answer = await this.feed.ask("itinerary/directions", { id });
        if (id === this.#shown) this.#directions = answer;
      } catch (problem) {
        this.acts.note(problem.message);
      }
    }
    this.panel.acts.refresh();
    this.drawing.soon();
  }

  // A turn: pointed at, or with the focus, the map shows it; chosen, the map goes there.
  #step(step, key) {
    const point = (turn) => { this.#turn = turn; this.drawing.soon(); };
    const show = () => point(step);
    const hide = () => { if (this.#turn === step) point(null); };
    const { stage } = this.drawing;
    const go = () => { if (step.latitude != null) stage.show(step.latitude, step.longitude, Math.max(stage.zoom, 15), true); };
    return h("button", { type: "button", class: "step", "data-key": key, onpointerenter: show, onfocus: show, onpointerleave: hide, onblur: hide, onclick: go }, `${step.text}, ${distance(step.distance)}`);
  }

  #list() {
    if (!this.#directions) return null;
    return h("div", { id: "directions" }, ...this.#directions.legs.flatMap((leg) => [
      h("h3", {}, `${leg.heading}, ${leg.text}, ${distance(leg.distance)}${leg.summary ? `, ${leg.summary}` : ""}`),
      leg.steps.length ? h("ol", {}, ...leg.steps.map((step, index) => h("li", {}, this.#step(step, `step-${leg.from}-${index}`)))) : h("p", { class: "soft" }, leg.problem || words.straight),
    ]));
  }
}
