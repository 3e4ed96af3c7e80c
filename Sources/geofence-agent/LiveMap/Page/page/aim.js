// A crosshair in the middle of what is free of the map: arrow keys move the map below it, Enter or a button adds what is there.
import { h, words } from "./text.js";

const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Aim {
  #editor = null;
  #timer = 0;

  // The one of a map.
  static on(stage) { return stage.aim ??= new Aim(stage); }

  constructor(stage) {
    this.stage = stage;
    this.cross = h("span", { class: "cross", "aria-hidden": "true" });
    this.button = h("button", { type: "button", name: "add-here", onclick: () => this.#add() });
    const back = h("button", { type: "button", name: "to-form", onclick: () => this.#editor?.element.querySelector("[name=name]")?.focus() }, words.toForm);
    this.tools = h("div", { class: "tools" }, this.button, back);
    this.voice = h("p", { class: "unseen", role: "status" });
    this.element = h("div", { class: "aim", hidden: true }, this.cross, this.tools, this.voice);
    // The map must not move along.
    for (const name of ["mousedown", "pointerdown", "touchstart", "click", "dblclick"]) this.tools.addEventListener(name, (event) => event.stopPropagation());
    stage.element.prepend(this.element);
    stage.element.addEventListener("keydown", (event) => this.#key(event), { capture: true });
    stage.addEventListener("move", () => this.#place());
  }

  // Shows it for an editor with click(latitude, longitude) and a form; null hides it. `text` says what is added.
  show(editor, text) {
    this.#editor = editor;
    this.element.hidden = !editor;
    this.voice.textContent = "";
    if (text) this.button.textContent = text;
    this.#place();
  }

  get #spot() {
    const { stage } = this;
    const [left, right] = stage.covered;
    return [(left + stage.width - right) / 2, stage.width < 900 ? stage.height * 0.26 : (stage.height - stage.coveredBelow) / 2];
  }

  #place() {
    if (!this.#editor) return;
    const [x, y] = this.#spot;
    this.cross.style.left = this.tools.style.left = `${x}px`;
    this.cross.style.top = `${y}px`;
    this.element.style.setProperty("--y", `${y}px`);
  }

  #add() {
    if (!this.#editor) return;
    const [x, y] = this.#spot;
    this.#editor.click(this.stage.latitudeAt(y), this.stage.longitudeAt(x));
    this.#say(words.added);
  }

  // Where it is, and what has been done there.
  #say(what) {
    const [x, y] = this.#spot;
    const longitude = this.stage.longitudeAt(x);
    this.voice.textContent = `${what} ${this.stage.latitudeAt(y).toFixed(5)}, ${(longitude - Math.round(longitude / 360) * 360).toFixed(5)}`;
  }

  #key(event) {
    if (!this.#editor || event.target !== this.stage.element || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = steps[event.key];
    if (!step && event.key !== "Enter") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!step) return this.#add();
    const { stage } = this;
    const size = event.shiftKey ? 100 : 10;
    stage.place(stage.latitudeAt(stage.height / 2 + step[1] * size), stage.longitudeAt(stage.width / 2 + step[0] * size), stage.zoom);
    stage.tell("drag");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#say(""), 500);
  }
}
