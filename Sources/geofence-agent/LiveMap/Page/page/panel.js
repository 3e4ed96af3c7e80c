// The panel of what is chosen: loaded with the first choice.
import { age, distance, h, speed, time, timeElement, words } from "./text.js";
import { names } from "./list.js";

const mostInside = 200;
const occupantsEvery = 5000;

// What is known of the chosen device or fence.
export class Panel {
  #device = null;
  #statuses = [];
  // Who is inside the shown fence, as the agent says it.
  #occupants = { fence: null, at: 0, devices: null };
  // Why, and what else is known: loaded when somebody asks, and when a device is chosen.
  why = null;
  details = null;

  constructor(element, feed, acts) { [this.element, this.feed, this.acts] = [element, feed, acts]; }

  hide() {
    this.element.hidden = true;
    this.#leave(null);
    this.#statuses = [];
  }

  // Another device is shown, or none: what was said of the one before goes.
  #leave(device) {
    if (this.#device !== device && this.why?.device !== device) this.why?.close();
    this.#device = device;
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

  // `chosen` has isFollowed, statuses, and isOverridden.
  showDevice(device, { isFollowed, statuses, isOverridden }) {
    this.#leave(device.device);
    this.#statuses = statuses;
    const now = this.feed.now();
    const isInside = device.inside.length > 0;
    const isKnown = device.latitude != null || device.wifi;
    const nearest = statuses.filter((status) => status.distance > 0).sort((a, b) => a.distance - b.distance)[0];
    const gap = nearest ? `, ${distance(nearest.distance)} to ${names(this.feed, [nearest.fence])}` : "";
    const band = isInside ? `${words.inside} ${names(this.feed, device.inside)}` : isKnown ? words.outside + gap : device.monitoring === false ? words.unmonitored : words.unknown;
    this.frame(device.name || device.device, band, isInside,
      h("div", { class: "tools" },
        h("button", { type: "button", "data-key": "follow", "aria-pressed": `${isFollowed}`, onclick: () => this.acts.follow() }, words.follow),
        statuses.length ? h("button", { type: "button", "data-key": "why", onclick: () => this.askWhy() }, words.why) : null,
        h("button", { type: "button", "data-key": "history", onclick: () => this.acts.history() }, words.history)),
      isOverridden ? h("p", { class: "soft" }, words.isOverridden) : null,
      h("dl", {}, ...this.#facts(device, now), ...(this.details?.next() || [])),
      this.#fences(), this.why?.device === device.device ? this.why.element : null,
      ...(this.details?.today() || []), this.details?.near(device),
      this.details ? h("div", { class: "tools last" }, ...this.details.tools(isOverridden, device.monitoring !== false)) : null);
  }

  #facts(device, now) {
    const facts = [];
    const add = (name, ...value) => facts.push(h("dt", {}, name), h("dd", {}, ...value));
    if (device.name) add(words.deviceId, device.device);
    if (device.time) add(words.lastFix, timeElement(device.time), ` (${age(now - device.at)})${device.resting ? `, ${words.resting}` : ""}`);
    if (device.latitude != null) add("", `${device.latitude.toFixed(5)}, ${device.longitude.toFixed(5)}`);
    if (device.accuracy) add(words.accuracy, `± ${distance(device.accuracy)}`);
    if (device.speed != null) add(words.speed, speed(device.speed));
    if (device.battery != null) add(words.battery, `${device.battery} %`);
    if (device.wifi) add(words.wifi, `${device.wifi.ssid || device.wifi.bssid}, ${words.since} `, timeElement(device.wifiSince || device.wifi.time));
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
        h("button", { type: "button", "data-key": `why-${status.fence}`, onclick: () => this.askWhy(status.fence) }, words.why)));
    })));
  }

  // Asks why the status is what it is: of the fence that it is in, else of the nearest.
  async askWhy(fence) {
    const device = this.#device;
    const first = [...this.#statuses].sort((a, b) => (a.status === "inside" ? 0 : 1) - (b.status === "inside" ? 0 : 1) || Math.abs(a.distance ?? 1e9) - Math.abs(b.distance ?? 1e9))[0];
    const about = fence || first?.fence;
    if (!device || !about) return;
    this.why ??= await this.acts.loadWhy();
    await this.why.ask(device, about);
    this.element.querySelector("#why")?.scrollIntoView({ block: "nearest" });
  }

  showFence(fence) {
    this.#leave(null);
    this.#askOccupants(fence.id);
    const known = this.#occupants.fence === fence.id ? this.#occupants.devices : null;
    const count = this.feed.counts.get(fence.id) || 0;
    const shape = [fence.id, fence.radius ? distance(fence.radius) : "", (fence.wifi || []).join(", "), fence.devices ? `for ${fence.devices.join(", ")}` : "", fence.open === false ? words.shut : "", fence.monitoring === false ? words.unmonitored : ""];
    this.frame(fence.name || fence.id, null, false,
      this.acts.mayEdit() ? h("div", { class: "tools" }, h("button", { type: "button", "data-key": "edit", onclick: () => this.acts.edit(fence.id) }, words.edit), this.#monitoring(fence)) : null,
      h("p", { class: "soft" }, shape.filter(Boolean).join(" · ")),
      h("h3", {}, `${words.who} (${count})`),
      h("ul", { id: "inside" }, ...(known || this.#inside(fence.id)).map((one) => this.#occupant(one)), count ? null : h("li", {}, words.nobody)));
  }

  #monitoring(fence) {
    if (!this.loadedSwitch) this.acts.loadSwitch().then((made) => { this.loadedSwitch = made; this.acts.refresh(); });
    return this.loadedSwitch?.(this.feed, this.acts, { fence: fence.id }, fence.monitoring !== false);
  }

  // Who is inside, as long as the agent has not said since when.
  #inside(fence) {
    const found = [];
    if (this.feed.counts.get(fence)) for (const device of this.feed.devices.values()) if (device.inside.includes(fence) && found.push({ device: device.device }) === mostInside) break;
    return found;
  }

  #occupant({ device, since, via }) {
    return h("li", {}, h("button", { type: "button", "data-key": device, onclick: () => this.acts.choose(device) }, this.feed.devices.get(device)?.name || device),
      since ? h("span", { class: "soft" }, ` ${words.since} `, timeElement(since), via?.length ? ` by ${via.join(" and ")}` : "") : null);
  }

  // Asks who is inside since when; again when that may have changed.
  async #askOccupants(fence) {
    const known = this.#occupants;
    const count = this.feed.counts.get(fence) || 0;
    if (known.fence === fence && (Date.now() - known.at < (known.count === count ? 12 : 1) * occupantsEvery)) return;
    const asked = this.#occupants = { fence, count, at: Date.now(), devices: known.fence === fence ? known.devices : null };
    try {
      const answer = await this.feed.ask("fence/occupants", { fence, limit: mostInside });
      if (asked !== this.#occupants) return;
      asked.devices = answer.devices;
      this.acts.refresh();
    } catch { /* the names are there without */ }
  }
}
