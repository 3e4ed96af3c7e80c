// The newest events along the bottom.
import { h, time, words } from "./text.js";
import { eventText } from "./list.js";
import { unlessPressed } from "./press.js";

// The last events along the bottom; spoken at most once a second.
export class Ticker {
  #spoken = 0;

  constructor(element, voice, choose) { [this.element, this.voice, this.choose] = [element, voice, choose]; }

  // `open` shows all of them.
  show(feed, open) { unlessPressed(this.element, () => this.#renew(feed, open)); }

  #renew(feed, open) {
    const focus = document.activeElement?.closest?.("#ticker button")?.dataset.key;
    const events = feed.events.slice(0, 5).map((event) => h("button", {
      type: "button", class: `event ${event.event}`, title: event.time, "data-key": event.id, onclick: () => this.choose(event),
    }, `${time(event.time)}  ${eventText(event)}`));
    this.element.replaceChildren(...(events.length ? [h("button", { type: "button", class: "all", "data-key": "all", onclick: open }, words.allEvents)] : []), ...events);
    if (focus) this.element.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
  }

  speak(event) {
    if (Date.now() - this.#spoken < 1000) return;
    this.#spoken = Date.now();
    this.voice.textContent = eventText(event);
  }
}
