// The ways between stops while these are set: the agent is asked for those that are new, and for nothing else.

const pause = 250;
// After this an answer without a way is asked for once more.
const patience = 30e3;
const mostKnown = 500;

const place = ({ latitude, longitude }) => `${latitude.toFixed(5)},${longitude.toFixed(5)}`;
const nameOf = (from, to) => `${place(from)};${place(to)}`;

// As the agent says it: minutes rounded up.
export function days(seconds) {
  const minutes = Math.ceil(Math.max(0, seconds) / 60);
  return `${Math.floor(minutes / 1440)}d ${Math.floor(minutes / 60) % 24}h ${minutes % 60}m`;
}

export class Ways {
  #known = new Map();
  #stops = [];
  #isAsking = false;
  #timer = 0;

  constructor(feed, changed) { [this.feed, this.changed] = [feed, changed]; }

  // Takes over the legs that the agent gave with an itinerary.
  learn(stops, legs) { legs.forEach((leg, index) => { if (stops[index + 1]) this.#keep(stops[index], stops[index + 1], leg); }); }

  // The legs between stops; undefined where one is not known yet.
  between(stops) { return stops.slice(1).map((stop, index) => this.#known.get(nameOf(stops[index], stop))); }

  // All of it: metres, seconds with the rests, whether all is known, and the first problem.
  sum(stops) {
    const legs = this.between(stops);
    const of = (key) => legs.reduce((sum, leg) => sum + (leg?.[key] || 0), 0);
    const rests = stops.slice(1, -1).reduce((sum, stop) => sum + (stop.stay || 0), 0);
    return { distance: of("distance"), duration: of("duration") + rests, isWhole: legs.every(Boolean), problem: legs.find((leg) => leg?.problem)?.problem };
  }

  // Has the ways between stops looked for; fewer than two end that.
  want(stops) {
    this.#stops = stops;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#next(), pause);
  }

  #keep(from, to, leg) {
    this.#known.set(nameOf(from, to), { ...leg, at: Date.now() });
    if (this.#known.size > mostKnown) this.#known.delete(this.#known.keys().next().value);
  }

  // The first stops in a row between which nothing is known.
  #missing() {
    const stops = this.#stops;
    const isKnown = (index) => {
      const leg = this.#known.get(nameOf(stops[index], stops[index + 1]));
      return leg && !(leg.problem && Date.now() - leg.at > patience);
    };
    let from = 0;
    while (from < stops.length - 1 && isKnown(from)) from += 1;
    let to = from;
    while (to < stops.length - 1 && !isKnown(to)) to += 1;
    return stops.slice(from, to + 1).map((stop) => ({ latitude: stop.latitude, longitude: stop.longitude }));
  }

  async #next() {
    const stops = this.#isAsking ? [] : this.#missing();
    if (stops.length < 2) return;
    this.#isAsking = true;
    try {
      this.learn(stops, (await this.feed.ask("route", { stops })).legs);
    } catch (problem) {
      for (let index = 1; index < stops.length; index += 1) this.#keep(stops[index - 1], stops[index], { problem: problem.message });
    }
    this.#isAsking = false;
    this.changed();
    this.#next();
  }
}
