// Places by what is typed: coordinates as they are, addresses by the agent's geocoder.
import { distance, h, words } from "./text.js";

// "52.52, 13.40", "geo:52.52,13.40", "52.52N 13.40E"; null where it is no place.
export function placeOf(text) {
  const match = /^\s*(?:geo:)?\s*([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*([NS]?)[\s,;]+([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*([EWO]?)\s*(?:[;?].*)?$/i.exec(text);
  if (!match) return null;
  const latitude = Number(match[1]) * (match[2].toUpperCase() === "S" ? -1 : 1);
  const longitude = Number(match[3]) * (match[4].toUpperCase() === "W" ? -1 : 1);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { label: `${latitude}, ${longitude}`, latitude, longitude } : null;
}

export class AddressSearch {
  #pin = null;
  #timer = 0;
  #asked = 0;

  // `acts` are go(place), offers(place): buttons for it, note(text).
  constructor(element, feed, stage, drawing, acts) {
    Object.assign(this, { element, feed, stage, drawing, acts });
    drawing.layers.add(() => { if (this.#pin) drawing.mark(this.#pin.latitude, this.#pin.longitude, this.#pin.label); });
  }

  get geocoding() { return this.feed.about?.geocoding; }

  // The text has changed. Only some services want to be asked at each letter.
  typed(text) {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const place = placeOf(text);
    if (place) return this.#show([place]);
    if (this.#pin || !this.element.hidden) this.clear();
    if (text.trim().length < 3 || !this.geocoding) return;
    if (this.geocoding.asYouType) this.#timer = setTimeout(() => this.ask(text), 300);
    else this.#offer(text);
  }

  clear() {
    this.#pin = null;
    this.element.hidden = true;
    this.drawing.soon();
  }

  #offer(text) {
    this.element.replaceChildren(h("button", { type: "button", name: "addresses", onclick: () => this.ask(text) }, words.searchAddresses));
    this.element.hidden = false;
  }

  // Asks the geocoder; the newest question counts.
  async ask(text) {
    if (!this.geocoding) return;
    const number = this.#asked += 1;
    const { latitude, longitude } = this.stage;
    try {
      const answer = await fetch(`api/search?q=${encodeURIComponent(text.trim())}&lat=${latitude.toFixed(3)}&lon=${longitude.toFixed(3)}`);
      const { data, error } = await answer.json();
      if (number !== this.#asked) return;
      if (!data) return this.acts.note(error || words.noAnswer);
      this.#show(data.results);
    } catch {
      if (number === this.#asked) this.acts.note(words.noAnswer);
    }
  }

  #show(places) {
    const rows = places.map((place) => h("li", {}, h("button", { type: "button", class: "place", onclick: () => this.#go(place) }, place.label,
      h("span", { class: "soft" }, [place.kind, place.distance == null ? "" : distance(place.distance)].filter(Boolean).join(" · ")))));
    this.element.replaceChildren(h("ul", {}, ...(rows.length ? rows : [h("li", { class: "soft" }, words.noAddress)])),
      places.length && this.geocoding?.attribution ? h("p", { class: "soft" }, this.geocoding.attribution) : "");
    this.element.hidden = false;
  }

  #go(place) {
    this.#pin = place;
    this.drawing.soon();
    this.element.replaceChildren(h("p", {}, place.label), h("div", { class: "tools" }, ...this.acts.offers(place),
      h("button", { type: "button", name: "forget-place", onclick: () => this.clear() }, words.close)));
    this.acts.go(place);
  }
}

// The address of a place, as text; "" where nobody knows.
export async function addressOf(feed, latitude, longitude) {
  if (!feed.about?.geocoding) return "";
  try {
    const answer = await fetch(`api/reverse?lat=${latitude.toFixed(6)}&lon=${longitude.toFixed(6)}`);
    return answer.ok ? (await answer.json()).data.results[0]?.label || "" : "";
  } catch {
    return "";
  }
}
