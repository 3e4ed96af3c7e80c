// Opening hours as a grid: an hour of a day is open or closed.
import { h, words } from "./text.js";

const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const hour = (number) => `${String(number).padStart(2, "0")}:00`;
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

// The hours of a schedule; null where it has others than whole ones, or clocks of several places.
function read(schedule) {
  const open = new Set();
  for (const entry of schedule) {
    const [from, to] = [entry.from || "00:00", entry.to || "24:00"];
    if (!from.endsWith(":00") || !to.endsWith(":00") || entry.timezone !== schedule[0].timezone) return null;
    const [first, last] = [parseInt(from, 10), parseInt(to, 10)];
    for (const named of entry.days || ["daily"]) {
      const [start, end] = named === "daily" ? ["mon", "sun"] : named.split("-");
      for (let day = days.indexOf(start); ; day = (day + 1) % 7) {
        if (day < 0) return null;
        for (let at = first; at < (last > first ? last : last + 24); at += 1) open.add((day * 24 + at) % 168);
        if (day === days.indexOf(end || start)) break;
      }
    }
  }
  return open;
}

// The shortest list of entries for these hours: days that are alike stand together.
function write(open, timezone) {
  const spans = new Map();
  for (let day = 0; day < 7; day += 1) {
    for (let from = 0; from < 24; from += 1) {
      if (!open.has(day * 24 + from)) continue;
      let to = from;
      while (to < 24 && open.has(day * 24 + to)) to += 1;
      const key = `${hour(from)}-${hour(to)}`;
      spans.set(key, [...(spans.get(key) || []), days[day]]);
      from = to;
    }
  }
  return [...spans].map(([key, names]) => ({ days: names.length === 7 ? ["daily"] : names, from: key.slice(0, 5), to: key.slice(6), timezone }));
}

// Shows a schedule, and tells `changed` of another one; null is always.
export function weekGrid(schedule, changed) {
  const open = schedule ? read(schedule) : new Set();
  if (!open) return h("p", { class: "soft" }, words.otherHours);
  const clocks = schedule?.[0]?.timezone || zone();
  const cells = [];
  let painted = null;
  const report = () => changed(open.size === 0 || open.size === 168 ? null : write(open, clocks));
  const paint = (cell, isOpen) => {
    const number = Number(cell.dataset.hour);
    if (isOpen) open.add(number); else open.delete(number);
    cell.setAttribute("aria-checked", `${isOpen}`);
  };
  const rows = days.map((day, index) => h("tr", {}, h("th", { scope: "row" }, day), ...Array.from({ length: 24 }, (_, at) => {
    const number = index * 24 + at;
    const cell = h("button", { type: "button", role: "checkbox", tabindex: number ? -1 : 0, "data-hour": number, "aria-checked": `${open.has(number)}`, "aria-label": `${day} ${hour(at)}` });
    cells.push(cell);
    return h("td", {}, cell);
  })));
  const table = h("table", { class: "week", "aria-label": words.hours }, h("tbody", {}, ...rows));
  table.addEventListener("pointerdown", (event) => {
    const cell = event.target.closest("[data-hour]");
    if (!cell) return;
    event.preventDefault();
    painted = !open.has(Number(cell.dataset.hour));
    paint(cell, painted);
    addEventListener("pointerup", () => { painted = null; report(); }, { once: true });
  });
  table.addEventListener("pointermove", (event) => {
    const cell = painted === null ? null : document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-hour]");
    if (cell) paint(cell, painted);
  });
  table.addEventListener("keydown", (event) => {
    const cell = event.target.closest("[data-hour]");
    if (!cell) return;
    const number = Number(cell.dataset.hour);
    const next = { ArrowLeft: number - 1, ArrowRight: number + 1, ArrowUp: number - 24, ArrowDown: number + 24 }[event.key];
    if (event.key === " " || event.key === "Enter") { paint(cell, !open.has(number)); report(); } else if (!cells[next]) return;
    else { cell.tabIndex = -1; cells[next].tabIndex = 0; cells[next].focus(); }
    event.preventDefault();
    event.stopPropagation();
  });
  return h("div", {}, table, h("p", { class: "soft" }, `${words.clocks} ${clocks}. ${words.hoursHelp}`));
}
