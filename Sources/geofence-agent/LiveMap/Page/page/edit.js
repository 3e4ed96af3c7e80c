// Editing a fence: the form beside the map, what is drawn meanwhile, saving, undo and conflicts.
import { h, words } from "./text.js";
import { Draft } from "./draft.js";
import { Aim } from "./aim.js";
import { Handles } from "./handles.js";
import { idOf } from "./places.js";
import { networkFields } from "./networks.js";
import { addressOf } from "./search.js";
import { WhatIf } from "./what-if.js";

const undoTime = 10e3;

export class Editor {
  draft = null;
  #problem = null;
  // What somebody else has made of the fence meanwhile: { theirs }, which is null where it is gone.
  #conflict = null;
  #isBusy = false;
  // Of a circle's middle.
  #address = "";

  // `acts` are redraw(), note(text, action), done(id).
  constructor(element, stage, drawing, feed, acts) {
    Object.assign(this, { element, stage, drawing, feed, acts });
    this.whatIf = new WhatIf(feed, drawing, () => this.element.querySelector(".what-if")?.replaceWith(this.whatIf.element));
    this.handles = new Handles(stage, feed.about.maxRadius, (isDone) => this.#moved(isDone));
    drawing.layers.add(() => this.#drawTheirs());
    this.handles.chosen = () => { const button = this.element.querySelector("[name=drop]"); if (button) button.textContent = this.#dropText; };
  }

  get isOpen() { return this.draft !== null; }

  begin(kind) {
    const draft = new Draft();
    draft.kind = kind;
    this.#open(draft);
  }

  async edit(id) {
    try {
      this.#open(Draft.of(await this.feed.ask("fence/get", { id })));
    } catch (problem) {
      this.acts.note(problem.message);
    }
  }

  #open(draft) {
    [this.draft, this.#problem, this.#conflict, this.#address, this.#isBusy] = [draft, null, null, "", false];
    // What was open of another one says nothing of this.
    this.element.replaceChildren();
    this.drawing.edited = new Set(draft.isNew ? [] : [draft.id]);
    document.body.dataset.editing = draft.kind;
    this.#show();
    this.#draw();
    const isDrawn = ["circle", "polygon", "corridor"].includes(draft.kind);
    Aim.on(this.stage).show(isDrawn ? this : null, words.addHere[draft.kind]);
    this.element.querySelector("[name=name]")?.focus();
  }

  close() {
    if (!this.draft) return;
    this.draft = null;
    Aim.on(this.stage).show(null);
    this.whatIf.ask(null);
    delete document.body.dataset.editing;
    [this.drawing.draft, this.drawing.edited] = [null, null];
    this.handles.show(null);
    this.drawing.soon();
    this.acts.done(null);
  }

  // A click on the map.
  click(latitude, longitude) {
    const { anchor } = this.draft;
    this.draft.add(latitude, longitude - (anchor == null ? 0 : this.stage.turns(anchor)));
    this.#show();
    this.#draw();
    this.#askAddress();
    this.#askWhatIf();
  }

  // A new fence has no id yet.
  #askWhatIf() {
    const { draft } = this;
    if (draft && !draft.problem) this.whatIf.ask({ ...draft.fence, id: draft.id || "new" });
  }

  async #askAddress() {
    const { draft } = this;
    if (draft.kind !== "circle" || draft.latitude == null) return;
    const [latitude, longitude] = [draft.latitude, draft.longitude];
    const address = await addressOf(this.feed, latitude, longitude);
    if (this.draft !== draft || draft.latitude !== latitude || draft.longitude !== longitude) return;
    this.#address = address;
    const line = this.element.querySelector(".address");
    if (line) line.textContent = address;
  }

  #moved(isDone) {
    this.#draw();
    for (const name of ["latitude", "longitude", "radius", "slider"]) {
      const field = this.element.querySelector(`[name=${name}]`);
      if (field && document.activeElement !== field) field.value = this.#value(name);
    }
    if (isDone) { this.#show(); this.#askAddress(); this.#askWhatIf(); }
  }

  #value(name) {
    const { draft } = this;
    if (name === "slider") return Math.log(draft.radius);
    const value = draft[name];
    return value == null ? "" : name === "radius" ? value : value.toFixed(6);
  }

  #draw() {
    this.drawing.draft = this.draft.drawn;
    this.handles.show(this.draft);
    this.drawing.soon();
  }

  // MARK: the form

  #show() {
    const { draft } = this;
    const focus = this.element.contains(document.activeElement) ? document.activeElement.name : null;
    const folded = new Map([...this.element.querySelectorAll("details")].map((one) => [one.className, one.open]));
    this.element.replaceChildren(
      h("header", {}, h("h2", {}, draft.isNew ? words.newFence[draft.kind] : `${words.edit} ${draft.name || draft.id}`)),
      h("form", { class: "body edit", onchange: () => this.#askWhatIf(), onsubmit: (event) => { event.preventDefault(); this.save(); } },
        h("p", { class: "problem", role: "alert" }, this.#problem || ""),
        this.#conflict ? this.#conflictBox() : null,
        words.fenceOf[draft.type] ? h("p", { class: "soft origin" }, words.fenceOf[draft.type]) : null,
        this.#field(words.name, "name", { maxlength: 256, value: draft.name }, (value) => { draft.name = value; }),
        draft.isNew ? this.#field(words.id, "id", { maxlength: 128, placeholder: words.idHint, value: draft.id }, (value) => { draft.id = value; }) : null,
        ...this.#shape(),
        networkFields(draft, [...this.feed.networks.values()].reverse(), () => { this.#show(); this.element.querySelector("[name=wifi]").focus(); this.#askWhatIf(); }),
        this.whatIf.element,
        this.#folded("hours", words.hours, Boolean(draft.schedule), () => this.#hours()),
        this.#folded("keys", words.otherKeys, false, () => this.#otherKeys()),
        h("div", { class: "tools" },
          h("button", { class: "main", name: "save", disabled: this.#isBusy }, words.save),
          h("button", { type: "button", name: "cancel", onclick: () => this.close() }, words.cancel),
          draft.isNew || draft.type === "file" ? null : h("button", { type: "button", name: "delete", class: "danger", onclick: () => this.remove() }, words.remove))));
    this.element.hidden = false;
    for (const one of this.element.querySelectorAll("details")) one.open = folded.get(one.className) ?? one.open;
    if (focus) this.element.querySelector(`[name="${CSS.escape(focus)}"]`)?.focus();
  }

  #field(label, name, attributes, accept) {
    const input = h("input", { name, autocomplete: "off", spellcheck: "false", ...attributes, value: attributes.value ?? "", oninput: () => accept(input.value) });
    return h("label", {}, label, input);
  }

  #number(label, name, [least, most], unit) {
    return this.#field(unit ? `${label} (${unit})` : label, name, { type: "number", min: least, max: most, step: "any", value: this.#value(name) }, (text) => {
      const value = Number(text);
      if (text === "" || !(value >= least && value <= most)) return;
      this.draft[name] = value;
      this.#moved(false);
    });
  }

  #shape() {
    const { draft } = this;
    const limit = Math.max(this.feed.about.maxRadius, draft.isNew ? 0 : draft.radius);
    if (draft.kind === "circle") {
      const slider = h("input", { type: "range", name: "slider", min: Math.log(10), max: Math.log(limit), step: 0.01, value: this.#value("slider"), "aria-label": words.radius,
        oninput: () => { draft.radius = Math.min(limit, Math.round(Math.exp(Number(slider.value)))); this.#moved(false); } });
      return [
        draft.latitude == null ? h("p", { class: "soft" }, draft.problem) : h("p", { class: "soft address" }, this.#address),
        h("div", { class: "pair" }, this.#number(words.latitude, "latitude", [-90, 90]), this.#number(words.longitude, "longitude", [-180, 180])),
        h("div", { class: "tools" }, this.#toMap()),
        this.#number(words.radius, "radius", [1, limit], `m, at most ${Math.round(limit)}`), slider,
      ];
    }
    if (draft.kind === "kept") return [h("p", { class: "soft" }, words.keptShape)];
    if (draft.kind === "wifi") return [];
    const count = h("p", { class: "soft" }, draft.problem || `${draft.corners.length} corners. ${words.cornersHelp}`);
    const drop = draft.corners.length ? this.#button("drop", this.#dropText, () => { draft.remove(); this.#draw(); this.#show(); this.#askWhatIf(); }) : null;
    const tools = h("div", { class: "tools" }, this.#toMap(), drop);
    return draft.kind === "corridor" ? [count, tools, this.#field(`${words.width} (m)`, "width", { type: "number", min: 1, max: 10000, step: "any", value: draft.width }, (text) => {
      if (Number(text) >= 1) { draft.width = Number(text); this.#draw(); }
    })] : [count, tools];
  }

  #button(name, text, act) { return h("button", { type: "button", name, onclick: act }, text); }

  #toMap() { return this.#button("to-map", words.toMap, () => this.stage.element.focus()); }

  get #dropText() { return words.removeCorner(this.draft.chosen + 1); }

  #folded(name, title, isOpen, make) {
    return h("details", { class: name, open: isOpen }, h("summary", {}, title), make());
  }

  // The table of the week, which is loaded once.
  #hours() {
    const { draft } = this;
    const make = () => this.week.weekGrid(draft.schedule, (schedule) => { draft.schedule = schedule; });
    if (this.week) return make();
    const box = h("div");
    import("./week.js").then((week) => { this.week = week; box.replaceChildren(make()); });
    return box;
  }

  // Whatever else there is to say, as in the configuration.
  #otherKeys() {
    const area = h("textarea", { name: "rest", rows: 5, spellcheck: "false", "aria-label": words.otherKeys, oninput: () => {
      try {
        const value = JSON.parse(area.value || "{}");
        if (typeof value !== "object" || Array.isArray(value)) throw new Error("{ … }");
        this.draft.rest = value;
        area.setCustomValidity("");
      } catch (problem) {
        area.setCustomValidity(problem.message);
      }
    } });
    area.value = Object.keys(this.draft.rest).length ? JSON.stringify(this.draft.rest, null, 2) : "";
    return h("div", {}, h("p", { class: "soft" }, words.otherKeysHint), area);
  }

  // MARK: saving

  #fail(text) {
    this.#problem = text;
    this.#isBusy = false;
    this.#show();
    // The field that it begins with, where there is one.
    const field = this.element.querySelector(`[name="${CSS.escape(text.split(/[:.[]/)[0])}"]`);
    field?.setAttribute("aria-invalid", "true");
    field?.focus();
  }

  async save() {
    const { draft } = this;
    if (!draft || this.#isBusy) return;
    if (!this.element.querySelector("form").reportValidity()) return;
    if (draft.problem) return this.#fail(draft.problem);
    if (draft.isNew && !draft.id) draft.id = idOf(draft.name, this.feed.fences);
    this.#isBusy = true;
    const was = draft.isNew ? null : await this.#current(draft.id);
    try {
      await this.feed.ask("fence/set", draft.fence);
    } catch (problem) {
      if (this.draft !== draft) return;
      return this.#refused(problem);
    }
    this.#finish(draft, words.saved(draft.name || draft.id), was);
  }

  // Where that is a conflict, the form shows it.
  async #refused(problem) {
    const { draft } = this;
    const theirs = problem.data?.conflict || null;
    const isGone = !theirs && draft.revision && !(await this.#current(draft.id));
    if (theirs || isGone) this.conflicts ??= await import("./conflict.js");
    if (this.draft !== draft) return;
    this.#conflict = theirs || isGone ? { theirs } : null;
    this.#fail(problem.message);
    this.element.querySelector(".conflict")?.focus();
    this.drawing.soon();
  }

  async #current(id) {
    try { return await this.feed.ask("fence/get", { id }); } catch { return null; }
  }

  async remove() {
    const { draft } = this;
    if (!confirm(words.removeQuestion(draft.name || draft.id))) return;
    const was = await this.#current(draft.id);
    try {
      await this.feed.ask("fence/remove", { id: draft.id });
    } catch (problem) {
      return this.#fail(problem.message);
    }
    this.#finish(draft, words.removed(draft.name || draft.id), was, true);
  }

  // Back to the map, where nothing else is edited meanwhile, and for a while the way back.
  #finish(draft, text, was, isGone = false) {
    const { id } = draft;
    if (this.draft === draft) {
      this.close();
      this.acts.done(isGone ? null : id);
    }
    const undo = async () => {
      try {
        if (was?.type && (was.type !== "file" || isGone)) {
          const { type, revision, ...fence } = was;
          await this.feed.ask("fence/set", fence);
        } else await this.feed.ask("fence/remove", { id });
        this.acts.note(words.undone);
      } catch (problem) {
        this.acts.note(problem.message);
      }
    };
    this.acts.note(text, { text: words.undo, act: undo, time: undoTime });
  }

  // Somebody else was faster: theirs and ours, side by side.
  #conflictBox() {
    const { theirs } = this.#conflict;
    return this.conflicts.conflictBox(theirs, this.draft.fence, {
      keep: () => { this.draft.revision = theirs?.revision ?? null; this.#conflict = this.#problem = null; this.save(); },
      take: () => this.#open(Draft.of(theirs)),
    });
  }

  #drawTheirs() {
    const shape = this.draft && this.#conflict?.theirs && Draft.of(this.#conflict.theirs).drawn;
    if (shape) this.conflicts.drawTheirs(this.drawing, [shape]);
  }
}
