// The list on the left: rows of devices, fences, itineraries and events, made only where they are seen.
import { age, distance, h, time, verbs, words } from "./text.js";
import { isStale } from "./draw.js";
import { unlessPressed } from "./press.js";

const rowHeight = 52;

// A list of any length, in parts: { kind, ids, row } with row(id) => { mark, name, more, age }, or null where it is gone.
export class List {
  length = 0;
  // What is chosen, { kind, id }.
  current = null;
  #parts = [];
  #empty = null;
  #made = new Map();

  constructor(element, choose) {
    this.element = element;
    this.choose = choose;
    this.spacer = h("div", { class: "spacer" });
    element.append(this.spacer);
    element.addEventListener("scroll", () => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(element);
  }

  // `empty` is what stands there where nothing is: { text, key }.
  show(parts, empty) {
    this.#parts = parts;
    this.#empty = empty;
    this.length = parts.reduce((sum, part) => sum + part.ids.length, 0);
    this.#draw();
  }

  // What is at a place of the list.
  at(index) {
    for (const part of this.#parts) {
      if (index < part.ids.length) return { kind: part.kind, id: part.ids[index], part };
      index -= part.ids.length;
    }
    return null;
  }

  #isCurrent(entry) { return entry.id === this.current?.id && entry.kind === this.current.kind; }

  // A row as it is there already, where nothing of it has changed.
  #element(entry, index, made) {
    const row = entry.part.row(entry.id);
    if (!row) return null;
    const [key, looks] = [`${entry.kind} ${entry.id}`, JSON.stringify([row, index, this.#isCurrent(entry)])];
    let known = this.#made.get(key);
    if (known?.looks !== looks) known = { looks, element: this.#make(entry, row, index) };
    made.set(key, known);
    return known.element;
  }

  #make(entry, row, index) {
    const element = h("button", {
      type: "button", class: "row", "data-id": entry.id, "data-kind": entry.kind, "aria-current": this.#isCurrent(entry) ? "true" : null,
      onclick: () => this.choose(entry),
    },
    h("span", { class: `mark ${row.mark}`, "aria-hidden": "true" }),
    h("span", {}, h("div", { class: "name" }, row.name), h("div", { class: "more" }, row.more)),
    h("span", { class: "age" }, row.age || ""));
    element.style.top = `${index * rowHeight}px`;
    return element;
  }

  #draw() { unlessPressed(this.element, () => this.#renew()); }

  #renew() {
    this.spacer.style.height = `${this.length * rowHeight}px`;
    const focused = document.activeElement?.closest?.(".row");
    const first = Math.max(0, Math.floor(this.element.scrollTop / rowHeight) - 3);
    const last = Math.min(this.length, first + Math.ceil(this.element.clientHeight / rowHeight) + 6);
    const [made, rows] = [new Map(), []];
    for (let index = first; index < last; index += 1) {
      const element = this.#element(this.at(index), index, made);
      if (element) rows.push(element);
    }
    this.#made = made;
    const there = this.spacer.children;
    if (rows.length && rows.length === there.length && rows.every((row, index) => row === there[index])) return;
    this.spacer.replaceChildren(...(rows.length ? rows : nothing(this.#empty)));
    if (focused) rows.find((row) => row.dataset.id === focused.dataset.id && row.dataset.kind === focused.dataset.kind)?.focus({ preventScroll: true });
  }

  // Goes to the row beside the current one, and scrolls to where it is seen.
  step(by) {
    let at = -1;
    for (let index = 0; index < this.length && at < 0; index += 1) if (this.#isCurrent(this.at(index))) at = index;
    const next = Math.max(0, Math.min(this.length - 1, at + by));
    if (!this.length) return;
    this.current = this.at(next);
    const { scrollTop, clientHeight } = this.element;
    const top = next * rowHeight;
    if (top < scrollTop) this.element.scrollTop = top;
    if (top + rowHeight > scrollTop + clientHeight) this.element.scrollTop = top + rowHeight - clientHeight;
    this.#draw();
  }
}

// What stands where nothing is, with the key that changes that.
export function nothing(empty) {
  if (!empty) return [];
  return [h("p", { class: "empty" }, empty.text), ...(empty.key ? [h("pre", { class: "paste", tabindex: "0", "aria-label": words.keyToPaste }, empty.key)] : [])];
}

export const names = (feed, ids) => ids.map((id) => feed.fences.get(id)?.name || id).join(", ");

// When something was known of a device last, in ms.
const seen = (device) => Math.max(device.at, device.wifi ? Date.parse(device.wifi.time) : 0);

const isShown = {
  all: () => true, inside: (device) => device.inside.length > 0, outside: (device) => !device.inside.length, stale: (device, now) => isStale(device, now),
};

export function devicePart(feed, wanted, { show = "all", sort = "name" } = {}) {
  const now = feed.now();
  let { ids } = feed;
  if (wanted) ids = ids.filter((id) => `${id} ${feed.devices.get(id).name || ""}`.toLowerCase().includes(wanted));
  if (show !== "all") ids = ids.filter((id) => isShown[show](feed.devices.get(id), now));
  if (sort === "newest") ids = [...ids].sort((a, b) => seen(feed.devices.get(b)) - seen(feed.devices.get(a)));
  return { kind: "devices", ids, row: (id) => deviceRow(feed, feed.devices.get(id), now) };
}

function deviceRow(feed, device, now) {
  return device && {
    name: device.name || device.device,
    mark: device.latitude == null ? "wifi" : isStale(device, now) ? "stale" : device.inside.length ? "inside" : "",
    more: device.inside.length ? names(feed, device.inside) : device.latitude == null && !device.wifi ? words.unknown.toLowerCase() : words.outside.toLowerCase(),
    age: device.time || device.wifi ? age(now - seen(device)) : "",
  };
}

export function fencePart(feed, wanted, { show = "all", sort = "name" } = {}) {
  const counts = feed.counts;
  let ids = feed.fenceIds;
  if (wanted) ids = ids.filter((id) => `${id} ${feed.fences.get(id).name || ""}`.toLowerCase().includes(wanted));
  if (show !== "all") ids = ids.filter((id) => counts.get(id));
  if (sort === "most") ids = [...ids].sort((a, b) => (counts.get(b) || 0) - (counts.get(a) || 0));
  return { kind: "fences", ids, row: (id) => fenceRow(feed.fences.get(id), counts) };
}

function fenceRow(fence, counts) {
  if (!fence) return null;
  const count = counts.get(fence.id) || 0;
  const hasPlace = fence.outline || fence.line || fence.radius;
  return {
    name: fence.name || fence.id, mark: `fence ${fence.open === false ? "shut" : count ? "inside" : ""}`, age: count ? `${count}` : "",
    more: [fence.id, fence.open === false ? words.shut : "", hasPlace ? (fence.radius ? distance(fence.radius) : "") : words.wifiOnly, (fence.wifi || []).join(", ")].filter(Boolean).join(" · "),
  };
}

export function eventText(event) {
  return `${event.deviceName || event.device} ${verbs[event.event] || event.event} ${event.name || event.fence}`;
}

export function eventPart(feed, wanted, { show = "all" } = {}) {
  const found = new Map();
  for (const event of feed.events) {
    if ((show === "all" || event.event === show) && (!wanted || eventText(event).toLowerCase().includes(wanted))) found.set(event.id, event);
  }
  return { kind: "events", ids: [...found.keys()], row: (id) => eventRow(found.get(id)) };
}

function eventRow(event) {
  return { name: eventText(event), more: [time(event.time), event.cause].filter(Boolean).join(" · "), mark: event.event === "enter" ? "inside" : "", age: "" };
}

// Which rows are shown, and in which order: of devices, fences and events.
export class Filters {
  #chosen = new Map();

  constructor(element, changed) { [this.element, this.changed] = [element, changed]; }

  // What is chosen for a list.
  of(tab) { return this.#chosen.get(tab) || {}; }

  show(tab) {
    const kinds = words.filters[tab] || {};
    const chosen = this.of(tab);
    this.element.replaceChildren(...Object.entries(kinds).map(([name, { label, options }]) => {
      const select = h("select", { name: `filter-${name}`, "aria-label": label, onchange: () => { this.#chosen.set(tab, { ...this.of(tab), [name]: select.value }); this.changed(); } },
        ...Object.entries(options).map(([value, text]) => h("option", { value }, text)));
      if (chosen[name]) select.value = chosen[name];
      return select;
    }));
    this.element.hidden = !Object.keys(kinds).length;
  }
}
