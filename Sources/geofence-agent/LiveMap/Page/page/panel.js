// Lists, the panel of what is chosen, the ticker, and dialogs.
import { age, distance, h, speed, time, timeElement, verbs, words } from "./text.js";
import { isStale } from "./draw.js";

const rowHeight = 52;

// A list of any length: rows are there only where they are seen.
export class List {
  rows = [];
  current = null;

  constructor(element, choose) {
    this.element = element;
    this.choose = choose;
    this.spacer = h("div", { class: "spacer" });
    element.append(this.spacer);
    element.addEventListener("scroll", () => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(element);
  }

  // Rows are { id, mark, name, more, age }.
  show(rows, empty) {
    this.rows = rows;
    this.empty = empty;
    this.spacer.style.height = `${rows.length * rowHeight}px`;
    this.#draw();
  }

  #draw() {
    const focused = document.activeElement?.closest?.(".row")?.dataset.id;
    const first = Math.max(0, Math.floor(this.element.scrollTop / rowHeight) - 3);
    const count = Math.ceil(this.element.clientHeight / rowHeight) + 6;
    const rows = this.rows.slice(first, first + count).map((row, index) => {
      const element = h("button", {
        type: "button", class: "row", "data-id": row.id, "aria-current": row.id === this.current ? "true" : null,
        onclick: () => this.choose(row.id),
      },
      h("span", { class: `mark ${row.mark}`, "aria-hidden": "true" }),
      h("span", {}, h("div", { class: "name" }, row.name), h("div", { class: "more" }, row.more)),
      h("span", { class: "age" }, row.age || ""));
      element.style.top = `${(first + index) * rowHeight}px`;
      return element;
    });
    this.spacer.replaceChildren(...(rows.length ? rows : [h("p", { class: "empty" }, this.empty || "")]));
    if (focused) rows.find((row) => row.dataset.id === focused)?.focus({ preventScroll: true });
  }

  // The row beside the current one; scrolled to where it is seen.
  step(by) {
    const at = this.rows.findIndex((row) => row.id === this.current);
    const next = this.rows[Math.max(0, Math.min(this.rows.length - 1, at + by))];
    if (!next) return;
    this.current = next.id;
    const top = this.rows.indexOf(next) * rowHeight;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    if (top + rowHeight > scrollTop + clientHeight) this.element.scrollTop = top + rowHeight - clientHeight;
    this.#draw();
  }
}

const names = (feed, ids) => ids.map((id) => feed.fences.get(id)?.name || id).join(", ");

export function deviceRows(feed, wanted) {
  const now = feed.now();
  return [...feed.devices.values()].filter((device) => device.device.toLowerCase().includes(wanted))
    .sort((a, b) => (a.device < b.device ? -1 : 1))
    .map((device) => ({
      id: device.device, name: device.device,
      mark: device.latitude == null ? "wifi" : isStale(device, now) ? "stale" : device.inside.length ? "inside" : "",
      more: device.inside.length ? names(feed, device.inside) : device.latitude == null && !device.wifi ? words.unknown.toLowerCase() : words.outside.toLowerCase(),
      age: device.time || device.wifi ? age(now - Date.parse(device.time || device.wifi.time)) : "",
    }));
}

export function fenceRows(feed, wanted) {
  return [...feed.fences.values()]
    .filter((fence) => `${fence.id} ${fence.name || ""}`.toLowerCase().includes(wanted))
    .sort((a, b) => ((a.name || a.id) < (b.name || b.id) ? -1 : 1))
    .map((fence) => {
      const count = feed.counts?.get(fence.id) || 0;
      const hasPlace = fence.outline || fence.line || fence.radius;
      return {
        id: fence.id, name: fence.name || fence.id, mark: `fence ${count ? "inside" : ""}`, age: count ? `${count}` : "",
        more: [fence.id, hasPlace ? (fence.radius ? distance(fence.radius) : "") : words.wifiOnly, (fence.wifi || []).join(", ")].filter(Boolean).join(" · "),
      };
    });
}

export function eventText(event) {
  return `${event.device} ${verbs[event.event] || event.event} ${event.name || event.fence}`;
}

export function eventRows(feed, wanted) {
  return feed.events.filter((event) => eventText(event).toLowerCase().includes(wanted))
    .map((event) => ({ id: event.id, name: eventText(event), more: `${time(event.time)} · ${event.cause}`, mark: event.event === "enter" ? "inside" : "", age: "" }));
}

// The last events along the bottom; spoken at most once a second.
export class Ticker {
  #spoken = 0;

  constructor(element, voice, choose) { [this.element, this.voice, this.choose] = [element, voice, choose]; }

  show(feed) {
    this.element.replaceChildren(...feed.events.slice(0, 5).map((event) => h("button", {
      type: "button", class: `event ${event.event}`, title: event.time, onclick: () => this.choose(event),
    }, `${time(event.time)}  ${eventText(event)}`)));
  }

  speak(event) {
    if (Date.now() - this.#spoken < 1000) return;
    this.#spoken = Date.now();
    this.voice.textContent = eventText(event);
  }
}

// What is known of the chosen device or fence.
export class Panel {
  #device = null;
  #why = null;
  #statuses = [];

  constructor(element, feed, acts) { [this.element, this.feed, this.acts] = [element, feed, acts]; }

  hide() {
    this.element.hidden = true;
    [this.#device, this.#why, this.#statuses] = [null, null, []];
  }

  frame(title, band, isInside, ...body) {
    const scroll = this.element.querySelector(".body")?.scrollTop || 0;
    const focus = this.element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.element.replaceChildren(
      h("header", {}, h("h2", {}, title), h("button", { type: "button", "data-key": "close", onclick: () => this.acts.close() }, words.close)),
      band ? h("div", { class: `band ${isInside ? "inside" : ""}`, role: "status" }, band) : "",
      h("div", { class: "body" }, ...body.filter((part) => part != null)));
    this.element.hidden = false;
    this.element.querySelector(".body").scrollTop = scroll;
    if (focus) this.element.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
  }

  showDevice(device, isFollowed, statuses, points) {
    if (this.#device !== device.device) this.#why = null;
    this.#device = device.device;
    this.#statuses = statuses;
    const now = this.feed.now();
    const isInside = device.inside.length > 0;
    const isKnown = device.latitude != null || device.wifi;
    const nearest = statuses.filter((status) => status.distance > 0).sort((a, b) => a.distance - b.distance)[0];
    const gap = nearest ? `, ${distance(nearest.distance)} to ${names(this.feed, [nearest.fence])}` : "";
    const band = isInside ? `${words.inside} ${names(this.feed, device.inside)}` : isKnown ? words.outside + gap : words.unknown;
    this.frame(device.device, band, isInside,
      h("div", { class: "tools" },
        h("button", { type: "button", "data-key": "follow", "aria-pressed": `${isFollowed}`, onclick: () => this.acts.follow() }, words.follow),
        statuses.length ? h("button", { type: "button", "data-key": "why", onclick: () => this.why() }, words.why) : null,
        h("button", { type: "button", "data-key": "history", onclick: () => this.acts.history() }, words.history)),
      h("dl", {}, ...this.#facts(device, now)),
      this.#fences(), this.#decisions(), this.#points(points));
  }

  #facts(device, now) {
    const facts = [];
    const add = (name, ...value) => facts.push(h("dt", {}, name), h("dd", {}, ...value));
    if (device.time) add(words.lastFix, timeElement(device.time), ` (${age(now - Date.parse(device.time))})${device.resting ? `, ${words.resting}` : ""}`);
    if (device.latitude != null) add("", `${device.latitude.toFixed(5)}, ${device.longitude.toFixed(5)}`);
    if (device.accuracy) add(words.accuracy, `± ${distance(device.accuracy)}`);
    if (device.speed != null) add(words.speed, speed(device.speed));
    if (device.wifi) add(words.wifi, `${device.wifi.ssid || device.wifi.bssid}, `, timeElement(device.wifi.time));
    return facts;
  }

  #fences() {
    if (!this.#statuses.length) return null;
    const shown = [...this.#statuses].sort((a, b) => (a.status === "inside" ? 0 : 1) - (b.status === "inside" ? 0 : 1) || (a.distance ?? 1e9) - (b.distance ?? 1e9)).slice(0, 50);
    return h("div", {}, h("h3", {}, words.fences), h("ul", {}, ...shown.map((status) => {
      const parts = [status.status, status.via?.length ? `by ${status.via.join(" and ")}` : "", status.since ? `since ${time(status.since)}` : "",
        status.distance > 0 ? distance(status.distance) : ""];
      return h("li", {}, h("div", { class: "line" },
        h("span", { class: `mark fence ${status.status}`, "aria-hidden": "true" }),
        h("span", {}, names(this.feed, [status.fence]), h("div", { class: "soft" }, parts.filter(Boolean).join(", "))),
        h("button", { type: "button", "data-key": `why-${status.fence}`, onclick: () => this.why(status.fence) }, words.why)));
    })));
  }

  // Asks why the status is what it is: of the fence that it is in, else of the nearest.
  async why(fence) {
    const device = this.#device;
    const first = [...this.#statuses].sort((a, b) => (a.status === "inside" ? 0 : 1) - (b.status === "inside" ? 0 : 1) || Math.abs(a.distance ?? 1e9) - Math.abs(b.distance ?? 1e9))[0];
    const about = fence || first?.fence;
    if (!device || !about) return;
    try {
      const answer = await this.feed.ask("explain", { device, fence: about, count: 8 });
      this.#why = { fence: about, decisions: answer.decisions || [] };
    } catch (problem) {
      this.#why = { fence: about, problem: problem.message };
    }
    this.acts.refresh();
    this.element.querySelector("#why")?.scrollIntoView({ block: "nearest" });
  }

  #decisions() {
    if (!this.#why) return null;
    const { fence, decisions, problem } = this.#why;
    const items = problem ? [h("li", {}, problem)]
      : decisions.length ? decisions.map((decision) => h("li", {}, timeElement(decision.time), " ", decision.explain))
        : [h("li", {}, words.noDecisions)];
    return h("div", { id: "why" }, h("h3", {}, `${words.why} ${names(this.feed, [fence])}`), h("ol", {}, ...items));
  }

  #points(points) {
    if (!points.length) return null;
    return h("div", {}, h("h3", {}, words.near), h("ul", {}, ...points.slice(0, 10).map((point) => h("li", {}, point.name || point.id))));
  }

  showFence(fence) {
    this.#device = null;
    const inside = [...this.feed.devices.values()].filter((device) => device.inside.includes(fence.id)).map((device) => device.device);
    const about = [fence.id, fence.radius ? distance(fence.radius) : "", (fence.wifi || []).join(", "), fence.devices ? `for ${fence.devices.join(", ")}` : ""];
    this.frame(fence.name || fence.id, null, false,
      this.acts.mayEdit() ? h("div", { class: "tools" }, h("button", { type: "button", "data-key": "edit", onclick: () => this.acts.edit(fence.id) }, words.edit)) : null,
      h("p", { class: "soft" }, about.filter(Boolean).join(" · ")),
      h("h3", {}, `${words.who} (${inside.length})`),
      h("ul", {}, ...(inside.length ? inside.slice(0, 200) : []).map((id) => h("li", {}, h("button", { type: "button", "data-key": id, onclick: () => this.acts.choose(id) }, id))),
        inside.length ? null : h("li", {}, words.nobody)));
  }
}

export function showHelp(dialog, keys) {
  const rows = [["/", "search"], ["j k", "next, the one before"], ["Enter", "choose"], ["f", "follow"], ["w", "why"], ["h", "history"], ["l", "layers"], ["Space", "play"], ["← →", "position; with Shift event"], ["n e", "new, edit"], ["Home", "show everything"], ["d", "day or night"], ["Esc", "close"], ["?", "this"]];
  const toggle = h("input", { type: "checkbox", onchange: (event) => keys.use(event.target.checked) });
  toggle.checked = keys.areOn;
  dialog.replaceChildren(h("h2", {}, "Keys"), h("ul", { class: "keys" }, ...rows.map(([key, what]) => h("li", {}, h("kbd", {}, key), ` ${what}`))),
    h("label", {}, toggle, " single letters"), h("form", { method: "dialog" }, h("button", {}, words.close)));
  dialog.showModal();
}

export function showSignIn(dialog, done) {
  const input = h("input", { type: "password", autocomplete: "current-password", required: true, "aria-label": words.token });
  const problem = h("p", { class: "problem", role: "alert" });
  const submit = async (event) => {
    event.preventDefault();
    try {
      const answer = await fetch("session", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token: input.value }) });
      if (answer.ok) { dialog.close(); return done(); }
      problem.textContent = (await answer.json()).error;
    } catch {
      problem.textContent = words.waiting;
    }
  };
  dialog.replaceChildren(h("h2", {}, words.signIn), h("p", {}, words.signInText), h("form", { onsubmit: submit }, h("label", {}, words.token, input), problem, h("button", {}, words.signIn)));
  if (!dialog.open) dialog.showModal();
  input.focus();
}
