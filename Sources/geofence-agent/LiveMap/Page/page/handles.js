// What can be dragged on the map: buttons over it, which keys move as well.
import { h } from "./text.js";

export class Handles {
  #draft = null;
  #dragged = null;

  // `changed` is told of each move, and at the end of a drag with true.
  constructor(stage, limit, changed) {
    [this.stage, this.limit, this.changed] = [stage, limit, changed];
    this.element = h("div", { class: "handles" });
    stage.element.append(this.element);
    stage.addEventListener("move", () => this.draw());
  }

  show(draft) {
    this.#draft = draft;
    this.draw();
  }

  draw() {
    const handles = this.#draft?.handles || [];
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    // While one is dragged its button stays.
    const old = new Map([...this.element.children].map((child) => [child.dataset.key, child]));
    const buttons = handles.map((handle) => {
      const button = old.get(handle.key) || this.#button(handle.key);
      button.handle = this.#dragged?.key === handle.key ? button.handle : handle;
      button.className = `handle ${handle.isEdge ? "edge" : handle.isPin ? "on-pin" : ""}`;
      button.setAttribute("aria-label", `${handle.label}; arrow keys move it${handle.isCorner ? ", Delete removes it" : ""}`);
      this.#place(button, handle.at);
      return button;
    });
    // One that is dragged must not leave the page: it would lose the pointer.
    for (const button of old.values()) if (!buttons.includes(button)) button.remove();
    buttons.forEach((button, index) => { if (this.element.children[index] !== button) this.element.insertBefore(button, this.element.children[index] || null); });
    if (focused && document.activeElement?.dataset?.key !== focused) buttons.find((button) => button.dataset.key === focused)?.focus();
  }

  // Turns of the Earth that bring the whole shape next to the middle.
  get #turns() { return this.stage.turns(this.#draft.anchor); }

  #place(button, [longitude, latitude]) {
    button.style.left = `${this.stage.x(longitude + this.#turns)}px`;
    button.style.top = `${this.stage.y(latitude)}px`;
  }

  #button(key) {
    const button = h("button", { type: "button", "data-key": key });
    // The map must not move along.
    for (const name of ["mousedown", "touchstart", "click", "dblclick", "contextmenu"]) {
      button.addEventListener(name, (event) => {
        event.stopPropagation();
        if (name === "contextmenu") { event.preventDefault(); this.#remove(button); }
      });
    }
    let timer = 0;
    button.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      if (event.button) return;
      button.setPointerCapture(event.pointerId);
      this.#dragged = { key, hasMoved: false };
      // Held for a while: a finger has no other button.
      if (event.pointerType === "touch") timer = setTimeout(() => { if (this.#dragged && !this.#dragged.hasMoved) this.#remove(button); }, 600);
    });
    button.addEventListener("pointermove", (event) => {
      if (this.#dragged?.key !== key) return;
      this.#dragged.hasMoved = true;
      const box = this.stage.element.getBoundingClientRect();
      this.#move(button, event.clientX - box.left, event.clientY - box.top);
    });
    const end = () => {
      clearTimeout(timer);
      if (this.#dragged?.key !== key) return;
      this.#dragged = null;
      this.changed(true);
      this.draw();
    };
    button.addEventListener("pointerup", end);
    button.addEventListener("pointercancel", end);
    button.addEventListener("focus", () => { button.handle.choose?.(); this.chosen?.(); });
    button.addEventListener("keydown", (event) => this.#key(event, button));
    return button;
  }

  #move(button, x, y) {
    const { stage } = this;
    button.handle.move([stage.longitudeAt(x) - this.#turns, stage.latitudeAt(y)], this.limit);
    this.changed(false);
    this.draw();
  }

  #remove(button) {
    if (!button.handle.remove) return;
    this.#dragged = null;
    const hadFocus = button === document.activeElement;
    button.handle.remove();
    this.changed(true);
    this.draw();
    // Where it was the last one, the one before has the focus.
    if (hadFocus && !button.isConnected) [...this.element.children].filter((one) => one.handle.isCorner).at(-1)?.focus();
  }

  #key(event, button) {
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      return this.#remove(button);
    }
    const isMade = button.handle.isEdge && (event.key === "Enter" || event.key === " ");
    const step = isMade ? [0, 0] : { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const size = event.shiftKey ? 10 : 1;
    const { stage } = this;
    const { at: [longitude, latitude], becomes } = button.handle;
    this.#move(button, stage.x(longitude + this.#turns) + step[0] * size, stage.y(latitude) + step[1] * size);
    // Between two corners there is a new one now, which further keys move.
    if (becomes) [...this.element.children].find((one) => one.dataset.key === becomes)?.focus();
    this.changed(true);
  }
}
