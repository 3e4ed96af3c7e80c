// What the fence that is being edited would have made of the last days: asked when a drag ends, one question at a time, the newest wins.
import { h, words } from "./text.js";

export class WhatIf {
  #asked = null;
  #isAsking = false;
  // Counts up with each fence: what was asked for one before says nothing.
  #round = 0;
  #answer = null;
  #problem = "";

  constructor(feed, drawing, changed) {
    Object.assign(this, { feed, drawing, changed });
    drawing.layers.add(() => this.#draw());
  }

  // Asks about a fence as fence/set takes it; null forgets what was said.
  ask(fence) {
    if (!this.feed.about.history) return;
    this.#asked = fence;
    if (!fence) {
      [this.#answer, this.#problem, this.#round] = [null, "", this.#round + 1];
      this.drawing.whatIf = null;
    }
    this.#next();
  }

  // The strip of time shows it, too.
  #show() {
    this.drawing.whatIf = this.#answer;
    this.changed();
    this.drawing.soon();
  }

  async #next() {
    const fence = this.#asked;
    if (this.#isAsking || !fence) return;
    [this.#asked, this.#isAsking] = [null, true];
    const round = this.#round;
    let said;
    try {
      said = [await this.feed.ask("what-if", { fence }), ""];
    } catch (problem) {
      said = [null, problem.message];
    }
    this.#isAsking = false;
    if (round === this.#round) [this.#answer, this.#problem] = said;
    if (this.#asked) return this.#next();
    this.#show();
  }

  // The strip in the form.
  get element() {
    const text = this.#answer ? this.#text(this.#answer) : this.#problem;
    return h("p", { class: "what-if soft", role: "status" }, text);
  }

  #text(answer) {
    const enters = (list) => list.filter((event) => event.event === "enter").length;
    const parts = [words.whatIf(enters(answer.were), enters(answer.events), answer.removed, answer.added)];
    if (answer.insideNow.length) parts.push(words.wouldBeInside(answer.insideNow.slice(0, 5).join(", ")));
    if (answer.truncated) parts.push(words.notAll);
    return parts.join(" ");
  }

  // Gone events are hollow, new ones full.
  #draw() {
    if (!this.#answer) return;
    const { pen, stage, colours } = this.drawing;
    const marks = [...this.#answer.were.filter((event) => event.gone), ...this.#answer.events.filter((event) => event.new)];
    for (const event of marks) {
      if (event.latitude == null) continue;
      pen.beginPath();
      pen.arc(stage.x(event.longitude + stage.turns(event.longitude)), stage.y(event.latitude), 5, 0, 2 * Math.PI);
      pen.strokeStyle = pen.fillStyle = colours.alarm;
      pen.lineWidth = 2;
      if (event.new) pen.fill(); else pen.stroke();
    }
  }
}
