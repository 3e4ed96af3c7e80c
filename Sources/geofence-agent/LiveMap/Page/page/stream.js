// What the agent tells: devices, fences and events as they are, kept up to date by server-sent events.

const mostEvents = 200;
const trailTime = 30 * 60e3;
const trailLength = 180;
const mostNetworks = 200;

export class Feed extends EventTarget {
  devices = new Map();
  fences = new Map();
  itineraries = new Map();
  events = [];
  // Networks that devices have been on since the page is open: { ssid, bssid }, the newest last.
  networks = new Map();
  state = "connecting";
  link = "open";
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

  // Asks what there is, then looks on.
  async start() {
    let answer;
    try {
      answer = await fetch("api/map", { headers: { Accept: "application/json" } });
    } catch {
      return this.#later();
    }
    if (answer.status === 401) return this.#become("signedOut");
    if (!answer.ok) {
      if (answer.status < 500) return this.#become("refused");
      return this.#later();
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
      body.call(this, JSON.parse(event.data));
    });
    on("snapshot", this.#snapshot);
    on("devices", (data) => { this.#clock(data); this.#accept(data.devices); this.#tell("devices"); });
    on("gone", (data) => { for (const id of data.devices) this.devices.delete(id); this.#tell("devices"); });
    on("fences", this.#fences);
    on("itineraries", this.#itineraries);
    on("event", this.#event);
    on("link", (data) => { this.link = data.broker; this.#become("live"); });
    on("gap", () => this.#tell("gap"));
    on("ping", this.#clock);
    on("full", () => { this.#close(); this.#become("full"); });
    source.onopen = () => { this.#tries = 0; this.lastHeard = Date.now(); };
    source.onerror = () => {
      if (this.state === "full") return;
      this.#become("waiting");
      // A browser that gives up doesn't say why: a question of our own does.
      if (source.readyState === EventSource.CLOSED && this.#source === source) { this.#close(); this.#later(); }
    };
  }

  #close() {
    this.#source?.close();
    this.#source = null;
  }

  #later() {
    this.#become("waiting");
    this.#tries += 1;
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

  #tell(what, detail) { this.dispatchEvent(new CustomEvent(what, { detail })); }

  #clock(data) {
    if (data.now) this.ahead = Date.parse(data.now) - Date.now();
  }

  #snapshot(data) {
    this.#clock(data);
    if (data.part === 1) this.#parts = new Set();
    for (const device of data.devices) this.#parts?.add(device.device);
    this.#accept(data.devices);
    if (data.part === data.of) {
      // What isn't in it is gone; trails of the others stay.
      for (const id of this.devices.keys()) if (!this.#parts?.has(id)) this.devices.delete(id);
      this.#parts = null;
      this.fences.clear();
      this.itineraries.clear();
      this.#become("live");
      this.#tell("whole");
    }
    this.#tell("devices");
  }

  #accept(devices) {
    for (const device of devices) {
      const old = this.devices.get(device.device);
      device.trail = old?.trail || [];
      device.moved = Date.now();
      if (device.wifi) this.#note(device.wifi);
      if (device.latitude != null) {
        const at = Date.parse(device.time);
        const last = device.trail.at(-1);
        if (last && (last.latitude !== device.latitude || last.longitude !== device.longitude)) device.from = last;
        if (!last || last.at < at) device.trail.push({ latitude: device.latitude, longitude: device.longitude, at });
        const oldest = this.now() - trailTime;
        while (device.trail.length > trailLength || device.trail.length > 1 && device.trail[0].at < oldest) device.trail.shift();
      }
      this.devices.set(device.device, device);
    }
  }

  #note({ ssid, bssid }) {
    const key = `${bssid || ""} ${ssid || ""}`;
    this.networks.delete(key);
    this.networks.set(key, { ssid, bssid });
    if (this.networks.size > mostNetworks) this.networks.delete(this.networks.keys().next().value);
  }

  #fences(data) {
    for (const fence of data.fences) this.fences.set(fence.id, fence);
    for (const id of data.gone) this.fences.delete(id);
    this.#tell("fences");
  }

  #itineraries(data) {
    for (const one of data.itineraries) this.itineraries.set(one.id, one);
    for (const id of data.gone) this.itineraries.delete(id);
    this.#tell("itineraries");
  }

  #event(data) {
    if (this.events.some((event) => event.id === data.id)) return;
    this.events.unshift(data);
    this.events.length = Math.min(this.events.length, mostEvents);
    this.#tell("event", data);
  }
}
