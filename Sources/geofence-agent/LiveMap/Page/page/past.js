// What a device did in a stretch of time: its positions and events, as the agent's history has them, and what follows from them.

const mostPages = 5;
const mostMissed = 2000;
const stayTime = 300e3;
const stayRadius = 100;
const rad = Math.PI / 180;

export function metres(a, b) {
  const across = Math.abs(a.longitude - b.longitude);
  const east = Math.min(across, 360 - across) * Math.cos((a.latitude + b.latitude) / 2 * rad);
  return Math.hypot(east, a.latitude - b.latitude) * 111195;
}

// Rows of a kind; a long list comes in parts.
export async function rows(kind, device, from, to, more = {}) {
  const found = [];
  let after = null;
  for (let page = 0; page < mostPages; page += 1) {
    const query = new URLSearchParams({ device, from: new Date(from).toISOString(), to: new Date(to).toISOString(), kind, ...more });
    if (after) query.set("after", after);
    const answer = await fetch(`api/history?${query}`);
    const data = await answer.json();
    if (!answer.ok) throw Object.assign(new Error(data.error || answer.status), { status: answer.status });
    for (const row of data[kind]) found.push(row);
    if (!data.next) return { found, isCut: false };
    after = data.next;
  }
  return { found, isCut: true };
}

// What happened since a moment, of all devices: the newest.
export async function missed(from, to) {
  const query = new URLSearchParams({ kind: "events", from: new Date(from).toISOString(), to: new Date(to).toISOString(), limit: mostMissed });
  const answer = await fetch(`api/history?${query}`);
  return answer.ok ? (await answer.json()).events.filter((event) => event.fence).sort((a, b) => (a.time < b.time ? -1 : 1)) : [];
}

export class Past {
  fixes = [];
  events = [];
  stays = [];
  isCut = false;

  constructor(device, from, to) { Object.assign(this, { device, from, to }); }

  // Asks for all of it; throws what the agent says.
  async load(tolerance) {
    const [fixes, events] = await Promise.all([
      rows("positions", this.device, this.from, this.to, { tolerance }), rows("events", this.device, this.from, this.to),
    ]);
    this.isCut = fixes.isCut || events.isCut;
    this.events = events.found.filter((event) => event.fence).map((event) => ({ ...event, at: Date.parse(event.time) }));
    this.fixes = fixes.found.map((fix) => ({ ...fix, at: Date.parse(fix.time) }));
    this.#addEvents();
    this.#addSpeeds();
    this.#addFences();
    this.#findStays();
    return this;
  }

  // Fixes with an event stay, though the others imply them: there the way changes its colour.
  #addEvents() {
    const known = new Set(this.fixes.map((fix) => fix.at));
    for (const { at, latitude, longitude } of this.events) {
      if (latitude == null || known.has(at)) continue;
      known.add(at);
      this.fixes.push({ at, latitude, longitude });
    }
    this.fixes.sort((a, b) => a.at - b.at);
  }

  // Of a fix that has none: of the way to the next.
  #addSpeeds() {
    this.fixes.forEach((fix, index) => {
      const next = this.fixes[index + 1];
      fix.way = next ? metres(fix, next) : 0;
      fix.pace = fix.speed ?? (next && next.at > fix.at ? fix.way / (next.at - fix.at) * 3600 : 0);
    });
  }

  // In which fences each fix is, as far as enters and exits of this stretch say it: who leaves one first was in it.
  #addFences() {
    const inside = new Set();
    const seen = new Set();
    for (const event of this.events) {
      if (!seen.has(event.fence) && event.event !== "enter") inside.add(event.fence);
      seen.add(event.fence);
    }
    // Of others nothing is known.
    this.fences = [...seen];
    let next = 0;
    let now = [...inside];
    for (const fix of this.fixes) {
      const first = next;
      for (; next < this.events.length && this.events[next].at <= fix.at; next += 1) {
        const event = this.events[next];
        if (event.event === "enter") inside.add(event.fence);
        if (event.event === "exit") inside.delete(event.fence);
      }
      if (next > first) now = [...inside];
      fix.inside = now;
    }
  }

  // Where it stayed within 100 m for five minutes and longer.
  #findStays() {
    let first = 0;
    for (let index = 1; index <= this.fixes.length; index += 1) {
      const [begin, fix] = [this.fixes[first], this.fixes[index]];
      if (fix && metres(begin, fix) <= stayRadius) continue;
      const end = this.fixes[index - 1];
      if (end.at - begin.at >= stayTime) this.stays.push({ latitude: end.latitude, longitude: end.longitude, from: begin.at, to: end.at });
      first = index;
    }
  }

  // The number of the last fix up to a moment; -1 before the first.
  indexAt(moment) {
    let [low, high] = [0, this.fixes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.fixes[middle].at <= moment) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  // Where it was at a moment, on the way between two fixes; null before the first.
  placeAt(moment) {
    const index = this.indexAt(moment);
    if (index < 0) return null;
    const [fix, next] = [this.fixes[index], this.fixes[index + 1]];
    const part = next && next.at > fix.at ? (moment - fix.at) / (next.at - fix.at) : 0;
    const across = next ? next.longitude - fix.longitude - Math.round((next.longitude - fix.longitude) / 360) * 360 : 0;
    return { ...fix, latitude: fix.latitude + part * ((next?.latitude ?? fix.latitude) - fix.latitude), longitude: fix.longitude + part * across };
  }

  // The moment of the next one of a list, or of the one before.
  step(list, moment, by) {
    const found = by > 0 ? list.find((one) => one.at > moment) : list.findLast((one) => one.at < moment);
    return found?.at ?? moment;
  }

  // Metres that it moved in each of so many parts of the stretch.
  bins(count) {
    const sums = new Array(count).fill(0);
    const length = (this.to - this.from) / count;
    for (const [index, fix] of this.fixes.entries()) {
      const next = this.fixes[index + 1];
      if (!next || !fix.way) continue;
      const [first, last] = [fix.at, next.at].map((at) => Math.max(0, Math.min(count - 1, Math.floor((at - this.from) / length))));
      for (let bin = first; bin <= last; bin += 1) {
        const share = Math.min(next.at, this.from + (bin + 1) * length) - Math.max(fix.at, this.from + bin * length);
        sums[bin] += fix.way * Math.max(0, share) / Math.max(1, next.at - fix.at);
      }
    }
    return sums;
  }

  // Metres between two moments.
  distance(from, to) {
    let sum = 0;
    for (let index = Math.max(0, this.indexAt(from)); index < this.fixes.length && this.fixes[index].at < to; index += 1) sum += this.fixes[index].way;
    return sum;
  }
}
