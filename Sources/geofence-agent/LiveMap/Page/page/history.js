// The strip of time below the map: what a device did on a day, how much it moved when, and a moment that runs.
import { distance, h, speed, time, words } from "./text.js";
import { more } from "./more-words.js";
import { eventText } from "./list.js";
import { Past } from "./past.js";
import { mark, Replay } from "./replay.js";

const day = 86400e3;
const paces = [1, 10, 60, 300, 600];
const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const two = (number) => `${number}`.padStart(2, "0");
const dateText = (at) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
const midnight = (moment, days = 0) => {
  const at = new Date(moment);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime();
};

export class Strip {
  isOpen = false;
  device = null;
  #past = null;
  #from = 0;
  #to = 0;
  #pace = 60;
  #timer = 0;
  #asked = 0;
  #tolerance = 0;
  #drag = null;
  #zoomTimer = 0;
  // What a fence would have made of the past, as it is drawn.
  #shown = null;

  // `acts` are changed(), which the address follows, and closed().
  constructor(element, stage, drawing, feed, acts) {
    Object.assign(this, { element, stage, drawing, feed, acts, replay: new Replay(drawing) });
    this.#build();
    stage.addEventListener("move", () => this.#reloadNearer());
    new ResizeObserver(() => this.#draw()).observe(this.canvas);
    drawing.layers.add(() => { if (drawing.whatIf !== this.#shown) this.#draw(); });
  }

  #button(name, text, label, act) { return h("button", { type: "button", name, "aria-label": label, title: label, onclick: act }, text); }

  #build() {
    const by = (list, name, label, act) => h("select", { name, "aria-label": label, onchange: (event) => act(event.target.value) }, ...list.map(([value, text]) => h("option", { value }, text)));
    this.play = this.#button("play", "▶", more.play, () => this.toggle());
    this.date = h("input", { type: "date", name: "day", "aria-label": more.day, onchange: () => this.#pickDay() });
    this.title = h("h2", {});
    this.said = h("p", { class: "said soft" });
    this.pace = by(paces.map((pace) => [pace, `× ${pace}`]), "pace", more.pace, (pace) => { this.#pace = Number(pace); });
    this.pace.value = this.#pace;
    this.colouring = by([["speed", more.bySpeed], ["inside", more.byInside]], "colouring", more.colouring, (kind) => { this.replay.colouring = kind; this.drawing.soon(); });
    this.canvas = h("canvas", { "aria-hidden": "true" });
    this.sliders = {
      from: this.#slider("from", more.windowFrom), moment: this.#slider("moment", more.moment), to: this.#slider("to", more.windowTo),
    };
    this.time = h("div", { class: "time" }, this.canvas, ...Object.values(this.sliders));
    this.time.addEventListener("pointerdown", (event) => this.#down(event));
    this.time.addEventListener("pointermove", (event) => this.#move(event));
    this.time.addEventListener("pointerup", () => this.#up());
    this.time.addEventListener("pointercancel", () => { this.#drag = null; });
    this.body = h("div", {}, this.time, this.said);
    this.empty = h("div", { class: "nothing", hidden: true });
    this.element.replaceChildren(h("header", {}, this.title,
      this.#button("earlier", "‹", more.dayBefore, () => this.stepDay(-1)), this.date, this.#button("later", "›", more.dayAfter, () => this.stepDay(1)),
      this.play, this.pace, this.colouring, this.#button("whole", more.wholeDay, more.wholeDayHint, () => this.#useWindow(this.#from, this.#to)),
      this.#button("close-history", words.close, more.closeHistory, () => this.close())), this.body, this.empty);
    this.element.addEventListener("keydown", (event) => { if (event.key === "Escape") { event.stopPropagation(); this.close(); } });
  }

  #slider(name, label) {
    return h("div", { class: `slider ${name}`, role: "slider", tabindex: "0", "aria-label": label, "data-name": name, onkeydown: (event) => this.#slide(event, name) });
  }

  // MARK: what is shown

  // Shows a device; without a stretch the day that is shown, or today. A moment may be named that is looked at.
  async open(device, from, to, moment = null) {
    this.element.hidden = false;
    document.body.dataset.strip = device;
    if (!this.isOpen && from == null) [from, to] = [midnight(this.feed.now()), midnight(this.feed.now(), 1)];
    this.isOpen = true;
    this.device = device;
    this.title.textContent = `${words.history}: ${this.feed.devices.get(device)?.name || device}`;
    if (from != null) this.#useDay(midnight(from));
    await this.#load();
    if (from != null && to - from < day - 60e3) this.#useWindow(from, to);
    if (moment != null && this.device === device) this.#useMoment(moment);
    this.#bringIntoView();
  }

  close() {
    this.pause();
    this.isOpen = false;
    this.device = null;
    this.#asked += 1;
    this.element.hidden = true;
    delete document.body.dataset.strip;
    delete document.body.dataset.past;
    [this.#past, this.replay.past] = [null, null];
    this.drawing.soon();
    this.acts.closed();
  }

  // From and to, in seconds, for the address of the page.
  get hash() { return this.isOpen ? `${Math.round(this.replay.from / 1000)}-${Math.round(this.replay.to / 1000)}` : ""; }

  #useDay(from) {
    this.pause();
    [this.#from, this.#to] = [from, midnight(from, 1)];
    this.date.value = dateText(new Date(from));
    [this.replay.from, this.replay.to, this.replay.moment] = [this.#from, this.#to, this.#from];
  }

  async stepDay(by) {
    this.#useDay(midnight(this.#from, by));
    await this.#load();
    this.#bringIntoView();
  }

  async #pickDay() {
    const [year, month, date] = this.date.value.split("-").map(Number);
    if (!year) return;
    this.#useDay(new Date(year, month - 1, date).getTime());
    await this.#load();
    this.#bringIntoView();
  }

  async #load() {
    const round = this.#asked += 1;
    if (!this.feed.about.history) return this.#showNothing(more.noHistory, more.historyKey);
    delete document.body.dataset.past;
    this.#tolerance = Math.max(0.5, Math.min(200, 1.5 / this.stage.pixels(1, this.stage.latitude)));
    let [past, problem] = [null, ""];
    try {
      past = await new Past(this.device, this.#from, Math.min(this.#to, Math.max(this.#from + 1000, this.feed.now()))).load(this.#tolerance);
    } catch (error) {
      problem = error.message;
    }
    if (round !== this.#asked) return;
    if (past) past.to = this.#to;
    [this.#past, this.replay.past] = [past, past];
    if (!past) this.#showNothing(problem);
    else if (!past.fixes.length && !past.events.length) this.#showNothing(more.noPast);
    else [this.body.hidden, this.empty.hidden] = [false, true];
    if (past?.fixes.length && this.replay.moment === this.#from) this.replay.moment = past.fixes[0].at;
    document.body.dataset.past = past ? `${past.fixes.length}` : "none";
    this.#changed();
  }

  #showNothing(text, key = null) {
    [this.body.hidden, this.empty.hidden] = [true, false];
    this.empty.replaceChildren(h("p", {}, text), ...(key ? [h("pre", { tabindex: "0", "aria-label": words.keyToPaste }, key)] : []));
  }

  // A nearer look wants a finer way.
  #reloadNearer() {
    if (!this.isOpen || !this.#past) return;
    clearTimeout(this.#zoomTimer);
    this.#zoomTimer = setTimeout(() => {
      if (this.isOpen && this.#past && 1.5 / this.stage.pixels(1, this.stage.latitude) < this.#tolerance / 3 && this.#tolerance > 0.5) this.#load();
    }, 500);
  }

  // Where not all of the way is seen.
  #bringIntoView() {
    const fixes = this.#past?.fixes || [];
    const isSeen = (fix) => {
      const [x, y] = [this.stage.x(fix.longitude + this.stage.turns(fix.longitude)), this.stage.y(fix.latitude)];
      return x > this.stage.covered[0] && x < this.stage.width - this.stage.covered[1] && y > 50 && y < this.stage.height - this.stage.coveredBelow;
    };
    if (!fixes.every(isSeen)) this.stage.fit(fixes);
  }

  // MARK: the moment and the window

  #changed() {
    const place = this.#past?.placeAt(this.replay.moment);
    // While it plays, a moment passes at once.
    const happened = this.isPlaying ? [] : this.#past?.events.filter((event) => event.at === this.replay.moment) || [];
    const parts = [time(this.replay.moment), ...happened.map(eventText)];
    if (place) {
      parts.push(speed(place.pace));
      // Of fences that it neither came into nor left in this stretch nothing is known.
      const fences = place.inside.length ? place.inside : this.#past.fences;
      if (fences.length) parts.push(`${place.inside.length ? words.inside : words.outside} ${fences.map((id) => this.feed.fences.get(id)?.name || id).join(", ")}`);
    }
    if (this.#past) parts.push(`${more.wayInWindow} ${distance(this.#past.distance(this.replay.from, this.replay.to))}`);
    if (this.#past?.isCut) parts.push(more.pastIsCut);
    this.said.textContent = parts.join(" · ");
    for (const [name, at] of [["from", this.replay.from], ["moment", this.replay.moment], ["to", this.replay.to]]) {
      const slider = this.sliders[name];
      slider.style.left = `${(at - this.#from) / (this.#to - this.#from) * 100}%`;
      for (const [key, value] of [["min", this.#from], ["max", this.#to], ["now", at]]) slider.setAttribute(`aria-value${key}`, Math.round(value / 1000));
      slider.setAttribute("aria-valuetext", name === "moment" && !this.isPlaying ? parts.join(", ") : time(at));
    }
    this.#draw();
    this.drawing.soon();
    this.acts.changed();
  }

  #useMoment(moment) {
    this.replay.moment = Math.max(this.#from, Math.min(this.#to, moment));
    this.#changed();
  }

  #useWindow(from, to) {
    [this.replay.from, this.replay.to] = [Math.max(this.#from, Math.min(from, to)), Math.min(this.#to, Math.max(from, to))];
    if (this.replay.moment < this.replay.from || this.replay.moment > this.replay.to) this.replay.moment = this.replay.from;
    this.#changed();
  }

  // A fix, or an event, on.
  step(by, isEvent) {
    if (!this.#past) return;
    this.pause();
    this.#useMoment(this.#past.step(isEvent ? this.#past.events : this.#past.fixes, this.replay.moment, by));
  }

  // MARK: playing

  get isPlaying() { return this.#timer !== 0; }

  toggle() {
    if (this.isPlaying) return this.pause();
    if (!this.#past?.fixes.length) return;
    const last = Math.min(this.replay.to, this.#past.fixes.at(-1).at);
    if (this.replay.moment >= last) this.replay.moment = this.replay.from;
    [this.play.textContent, this.play.ariaLabel, this.play.title] = ["⏸", more.pause, more.pause];
    let seen = performance.now();
    const turn = (now) => {
      this.replay.moment += (now - seen) * this.#pace;
      seen = now;
      const isOver = this.replay.moment >= last;
      this.#useMoment(Math.min(last, this.replay.moment));
      if (isOver) this.pause(); else next();
    };
    // Who wants no motion sees a place a second.
    const next = () => { this.#timer = isCalm ? setTimeout(() => turn(performance.now()), 1000) : requestAnimationFrame(() => turn(performance.now())); };
    next();
  }

  pause() {
    if (isCalm) clearTimeout(this.#timer); else cancelAnimationFrame(this.#timer);
    this.#timer = 0;
    [this.play.textContent, this.play.ariaLabel, this.play.title] = ["▶", more.play, more.play];
  }

  // MARK: keys and pointers

  // Says whether it was a key of the strip.
  key(event) {
    if (!this.isOpen || event.target.matches("select, input, textarea, [role=slider], [role=tab]")) return false;
    if (event.key === " " && !event.target.matches("button:not([name=play]), summary, a")) {
      this.toggle();
      return true;
    }
    // There they move the map, or what has the focus.
    if (event.target.closest?.("#map, #panel")) return false;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) this.step(by, event.shiftKey);
    return Boolean(by);
  }

  #slide(event, name) {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
    const end = { Home: this.#from, End: this.#to }[event.key];
    if (event.key === " ") this.toggle();
    else if (by == null && end == null) return;
    else if (name === "moment") {
      if (end != null) this.#useMoment(end === this.#from ? this.replay.from : this.replay.to);
      else if (Math.abs(by) === 1) this.step(by, event.shiftKey);
      else this.#useMoment(this.replay.moment + by * 60e3);
    } else {
      const moved = end ?? this.replay[name] + by * (event.shiftKey ? 600e3 : 60e3);
      if (name === "from") this.#useWindow(Math.min(moved, this.replay.to - 60e3), this.replay.to); else this.#useWindow(this.replay.from, Math.max(moved, this.replay.from + 60e3));
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #momentAt(event) {
    const box = this.canvas.getBoundingClientRect();
    return this.#from + Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * (this.#to - this.#from);
  }

  #down(event) {
    if (event.button || !this.#past) return;
    this.time.setPointerCapture(event.pointerId);
    this.#drag = { name: event.target.dataset.name || null, begun: this.#momentAt(event), x: event.clientX, isMoved: false };
    event.target.focus?.({ preventScroll: true });
  }

  // A drag makes the window, at its ends or anew.
  #move(event) {
    const drag = this.#drag;
    if (!drag || (!drag.isMoved && Math.abs(event.clientX - drag.x) < 4)) return;
    drag.isMoved = true;
    const at = this.#momentAt(event);
    if (drag.name === "moment") this.#useMoment(at);
    else if (drag.name === "from") this.#useWindow(Math.min(at, this.replay.to - 60e3), this.replay.to);
    else if (drag.name === "to") this.#useWindow(this.replay.from, Math.max(at, this.replay.from + 60e3));
    else this.#useWindow(drag.begun, at);
  }

  #up() {
    if (this.#drag && !this.#drag.isMoved && !this.#drag.name) this.#useMoment(this.#drag.begun);
    this.#drag = null;
  }

  // MARK: the picture

  #draw() {
    if (!this.isOpen || !this.#past) return;
    const { canvas } = this;
    const { colours } = this.drawing;
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!width) return;
    [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    const pen = canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const x = (at) => (at - this.#from) / (this.#to - this.#from) * width;
    pen.fillStyle = colours["inside-fill"];
    pen.fillRect(x(this.replay.from), 0, x(this.replay.to) - x(this.replay.from), height);
    this.#hours(pen, x, height);
    this.#bars(pen, width, height);
    for (const event of this.#past.events) mark(pen, colours, event.event, x(event.at), 9, 5);
    this.#whatIf(pen, x);
    pen.strokeStyle = colours.ink;
    pen.lineWidth = 2;
    pen.beginPath(); pen.moveTo(x(this.replay.moment), 0); pen.lineTo(x(this.replay.moment), height); pen.stroke();
  }

  #hours(pen, x, height) {
    const { colours } = this.drawing;
    [pen.strokeStyle, pen.fillStyle, pen.font, pen.textAlign] = [colours.grid, colours.soft, "11px system-ui, sans-serif", "center"];
    pen.lineWidth = 1;
    const step = this.canvas.clientWidth < 500 ? 6 : 3;
    for (let at = this.#from; at < this.#to; at += step * 3600e3) {
      pen.beginPath(); pen.moveTo(x(at), 18); pen.lineTo(x(at), height - 14); pen.stroke();
      if (at > this.#from) pen.fillText(clock.format(at), x(at), height - 3);
    }
  }

  // How much it moved when: the root of the metres, so that a walk is seen beside a drive.
  #bars(pen, width, height) {
    const { colours } = this.drawing;
    const sums = this.#past.bins(Math.max(1, Math.floor(width / 4)));
    const most = Math.sqrt(Math.max(1, ...sums));
    const part = width / sums.length;
    pen.fillStyle = colours.trail;
    sums.forEach((sum, index) => {
      const tall = Math.sqrt(sum) / most * (height - 36);
      if (tall > 0.5) pen.fillRect(index * part, height - 14 - tall, part - 1, tall);
    });
  }

  // What a fence that is being edited would have made of this: gone events hollow, new ones full.
  #whatIf(pen, x) {
    const answer = this.#shown = this.drawing.whatIf;
    delete this.canvas.dataset.whatIf;
    if (!answer) return;
    const marks = [...answer.were.filter((event) => event.gone), ...answer.events.filter((event) => event.new)].filter((event) => event.device === this.device);
    this.canvas.dataset.whatIf = marks.length;
    pen.strokeStyle = pen.fillStyle = this.drawing.colours.alarm;
    pen.lineWidth = 2;
    for (const event of marks) {
      pen.beginPath(); pen.arc(x(Date.parse(event.time)), 24, 4, 0, 2 * Math.PI);
      if (event.new) pen.fill(); else pen.stroke();
    }
  }

  // Draws the strip anew: the colours have changed, or what might have been.
  refresh() { this.#draw(); }
}
