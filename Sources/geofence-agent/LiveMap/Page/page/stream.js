// What the agent tells: devices, fences and events as they are, kept up to date by server-sent events.
import { mercator } from "./stage.js";

const mostEvents = 200;
export const trailTime = 30 * 60e3;
const trailLength = 180;
const mostNetworks = 200;
// Beyond so many devices trails are short.
export const many = 2000;
const shortTrail = 12;

export class Feed extends EventTarget {
  devices = new Map();
  fences = new Map();
  itineraries = new Map();
  // How many devices are in each fence.
  counts = new Map();
  events = [];
  // Networks that devices have been on since the page is open: { ssid, bssid }, the newest last.
  networks = new Map();
  // Why the agent can't be asked, as far as anybody says it.
  problem = "";
  state = "connecting";
  link = "open";
  fleet;
  about = null;
  // Milliseconds that the agent's clock is ahead of this one.
  ahead = 0;
  lastHeard = 0;
  #source = null;
  #last = null;
  #parts = null;
  #tries = 0;
  #timer = 0;
  #hiddenTimer = 0;
  #told = 0;
  #ids = null;
  #fenceIds = null;
  #generation = null;

  constructor() {
    super();
    setInterval(() => this.#watch(), 5000);
    document.addEventListener("visibilitychange", () => {
      clearTimeout(this.#hiddenTimer);
      if (document.hidden) this.#hiddenTimer = setTimeout(() => this.#close(), 30e3);
      else if (!this.#source && this.about) this.#retry(0);
    });
  }

  now() { return Date.now() + this.ahead; }

  // Ids of devices and of fences, by their names, ascending: sorted when some came or went.
  get ids() {
    const name = (id) => this.devices.get(id).name || id;
    return this.#ids ??= [...this.devices.keys()].sort((a, b) => (name(a) < name(b) ? -1 : 1));
  }

  get fenceIds() {
    const name = (id) => this.fences.get(id).name || id;
    return this.#fenceIds ??= [...this.fences.keys()].sort((a, b) => (name(a) < name(b) ? -1 : 1));
  }

  // Asks what there is, then looks on.
  async start() {
    let answer;
    try {
      answer = await fetch("api/map", { headers: { Accept: "application/json" } });
    } catch {
      this.problem = "";
      return this.#later();
    }
    if (answer.status === 401) return this.#become("signedOut");
    if (!answer.ok) {
      this.problem = (await answer.json().catch(() => ({}))).error || `${answer.status} ${answer.statusText}`.trim();
      return this.#later(answer.status < 500 ? "refused" : "waiting");
    }
    try { this.about = await answer.json(); } catch { return this.#later(); }
    this.#tell("about");
    this.#open();
  }

  // Asks the agent as over MQTT; throws what it says.
  async ask(command, body) {
    const answer = await fetch(`api/request/${command}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    if (answer.status === 401) this.#become("signedOut");
    const data = await answer.json();
    if (data.status !== "ok") throw Object.assign(new Error(data.error || answer.status), { data: data.data });
    return data.data;
  }

  #open() {
    this.#close();
    const after = this.#last ? `?after=${encodeURIComponent(this.#last)}` : "";
    const source = new EventSource(`api/stream${after}`);
    this.#source = source;
    this.lastHeard = Date.now();
    const on = (name, body) => source.addEventListener(name, (event) => {
      this.lastHeard = Date.now();
      if (event.lastEventId) this.#last = event.lastEventId;
      body.call(this, JSON.parse(event.data), event.lastEventId);
    });
    on("snapshot", this.#snapshot);
    on("devices", (data) => { this.#clock(data); this.#accept(data.devices); this.#soon(); });
    on("gone", (data) => { for (const id of data.devices) this.#drop(id); this.#soon(); });
    on("fences", this.#fences);
    on("itineraries", this.#itineraries);
    on("zones", (data) => this.#tell("zones", data.devices));
    on("event", this.#event);
    on("link", (data) => { this.link = data.broker; this.fleet = data.fleet; this.#become("live"); });
    on("gap", () => this.#tell("gap"));
    on("ping", this.#clock);
    on("full", () => { this.#close(); this.#later("full"); });
    source.onopen = () => { this.lastHeard = Date.now(); };
    source.onerror = () => {
      if (this.#source !== source) return;
      this.#become("waiting");
      // A browser that gives up doesn't say why: a question of our own does.
      if (source.readyState === EventSource.CLOSED) { this.#close(); this.#later(); }
    };
  }

  #close() {
    this.#source?.close();
    this.#source = null;
  }

  // How often it has been asked in vain since it answered last.
  get tries() { return this.#tries; }

  // Asks again, after 2 to 30 s.
  #later(state = "waiting") {
    this.#tries += 1;
    this.#become(state);
    const pause = Math.min(30e3, 1000 * 2 ** Math.min(5, this.#tries));
    this.#retry(pause * (0.75 + Math.random() / 2));
  }

  #retry(pause) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.start(), pause);
  }

  // Nothing for 45 s, though there is a sign of life each 15: the connection is dead.
  #watch() {
    if (this.#source && Date.now() - this.lastHeard > 45e3) { this.#close(); this.#later(); }
  }

  #become(state) {
    this.state = state;
    this.#tell("state");
  }

  // Devices have changed: said once for many messages.
  #soon() { this.#told ||= setTimeout(() => { this.#told = 0; this.#tell("devices"); }, 20); }

  #tell(what, detail) { this.dispatchEvent(new CustomEvent(what, { detail })); }

  #clock(data) {
    if (data.now) this.ahead = Date.parse(data.now) - Date.now();
  }

  #drop(id) {
    const device = this.devices.get(id);
    if (!device) return;
    this.#count(device.inside, -1);
    this.devices.delete(id);
    this.#ids = null;
  }

  #count(fences, by) {
    for (const id of fences) this.counts.set(id, (this.counts.get(id) || 0) + by);
  }

  #snapshot(data, id) {
    this.#clock(data);
    if (data.part === 1) this.#parts = new Set();
    for (const device of data.devices) this.#parts?.add(device.device);
    this.#accept(data.devices);
    if (data.part === data.of) {
      // What isn't in it is gone; trails of the others stay.
      for (const id of this.devices.keys()) if (!this.#parts?.has(id)) this.#drop(id);
      this.#parts = null;
      this.fences.clear();
      this.#fenceIds = null;
      this.itineraries.clear();
      this.#tries = 0;
      this.#become("live");
      this.#tell("whole");
      this.#compare(id.split("-")[0]);
    }
    this.#soon();
  }

  // Another watch, as after a restart of the agent: what happened between is in its history, if anywhere.
  #compare(generation) {
    const before = this.#generation;
    this.#generation = generation;
    if (before && before !== generation) this.#tell("gap");
  }

  #accept(devices) {
    const oldest = this.now() - trailTime;
    const longest = this.devices.size > many ? shortTrail : trailLength;
    for (const device of devices) {
      const old = this.devices.get(device.device);
      if (old?.name !== device.name || !old) this.#ids = null;
      if (old) this.#count(old.inside, -1);
      this.#count(device.inside, 1);
      device.trail = (device.monitoring !== false && old?.trail) || [];
      // Of one whose past is drawn, too, more.
      device.longest = old?.longest;
      device.moved = Date.now();
      if (device.wifi) this.#note(device.wifi);
      device.at = device.time ? Date.parse(device.time) : 0;
      device.wifiSince = device.wifi && (isSame(old?.wifi, device.wifi) ? old.wifiSince : device.wifi.time);
      if (device.latitude != null) this.#extend(device, oldest, device.longest || longest);
      this.devices.set(device.device, device);
    }
  }

  #note({ ssid, bssid }) {
    const key = `${bssid || ""} ${ssid || ""}`;
    this.networks.delete(key);
    this.networks.set(key, { ssid, bssid });
    if (this.networks.size > mostNetworks) this.networks.delete(this.networks.keys().next().value);
  }

  // Adds a place to the trail; the place in Mercator's projection is reckoned once.
  #extend(device, oldest, longest) {
    const { trail, at, latitude, longitude } = device;
    const last = trail[trail.length - 1];
    const isElsewhere = last && (last.latitude !== latitude || last.longitude !== longitude);
    device.down = last && !isElsewhere ? last.down : mercator(latitude);
    if (isElsewhere) device.from = last;
    if (!last || last.at < at) trail.push({ latitude, longitude, at, down: device.down });
    while (trail.length > longest || (trail.length > 1 && trail[0].at < oldest)) trail.shift();
  }

  #fences(data) {
    for (const fence of data.fences) this.fences.set(fence.id, fence);
    for (const id of data.gone) this.fences.delete(id);
    this.#fenceIds = null;
    this.#tell("fences");
  }

  #itineraries(data) {
    for (const one of data.itineraries) this.itineraries.set(one.id, one);
    for (const id of data.gone) this.itineraries.delete(id);
    this.#tell("itineraries");
  }

  #event(data) {
    if (this.#add(data)) this.#tell("event", data);
  }

  // Adds an event, the newest first; says whether it was new.
  #add(event) {
    if (this.events.some((known) => known.id === event.id)) return false;
    const at = Date.parse(event.time);
    const place = this.events.findIndex((known) => Date.parse(known.time) <= at);
    this.events.splice(place < 0 ? this.events.length : place, 0, event);
    this.events.length = Math.min(this.events.length, mostEvents);
    return true;
  }

  // Takes up events of the past that were missed; says how many were new.
  addMissed(events) {
    const added = events.filter((event) => this.#add(event)).length;
    if (added) this.#tell("events");
    return added;
  }
}

const isSame = (a, b) => a && (b.ssid ? a.ssid === b.ssid : a.bssid === b.bssid);
