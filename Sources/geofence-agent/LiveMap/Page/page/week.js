// Opening hours as a grid: an hour of a day is open or closed.
import { h, words } from "./text.js";

const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const hour = (number) => `${String(number).padStart(2, "0")}:00`;
const hours = Array.from({ length: 24 }, (_, at) => at);
const isForFingers = matchMedia("(max-width: 899px), (pointer: coarse)");
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
  const report = () => changed(open.size === 0 || open.size === 168 ? null : write(open, clocks));
  const paint = (cell, isOpen) => {
    const number = Number(cell.dataset.hour);
    if (isOpen) open.add(number); else open.delete(number);
    cell.setAttribute("aria-checked", `${isOpen}`);
  };
  const make = (index, at) => {
    const number = index * 24 + at;
    const cell = h("button", { type: "button", role: "checkbox", tabindex: number ? -1 : 0, "data-hour": number, "aria-checked": `${open.has(number)}`, "aria-label": `${days[index]} ${hour(at)}` });
    cells[number] = cell;
    return h("td", {}, cell);
  };
  // Hours side by side are too narrow for a finger: for one they stand below each other, and days side by side.
  const isTall = isForFingers.matches;
  const table = h("table", { class: isTall ? "week tall" : "week", "aria-label": words.hours }, ...(isTall ? tall(make) : flat(make)));
  brush(table, (cell) => open.has(Number(cell.dataset.hour)), paint, report);
  table.addEventListener("keydown", (event) => {
    const cell = event.target.closest("[data-hour]");
    if (!cell) return;
    const number = Number(cell.dataset.hour);
    const [along, across] = isTall ? [24, 1] : [1, 24];
    const next = { ArrowLeft: number - along, ArrowRight: number + along, ArrowUp: number - across, ArrowDown: number + across }[event.key];
    if (event.key === " " || event.key === "Enter") { paint(cell, !open.has(number)); report(); } else if (!cells[next]) return;
    else { cell.tabIndex = -1; cells[next].tabIndex = 0; cells[next].focus(); }
    event.preventDefault();
    event.stopPropagation();
  });
  return h("div", {}, table, h("p", { class: "soft" }, `${words.clocks} ${clocks}. ${words.hoursHelp}`));
}

// A row for each day.
function flat(make) {
  return [h("tbody", {}, ...days.map((name, index) => h("tr", {}, h("th", { scope: "row" }, name), ...hours.map((at) => make(index, at)))))];
}

// A column for each day.
function tall(make) {
  return [h("thead", {}, h("tr", {}, h("td", {}), ...days.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, ...hours.map((at) => h("tr", {}, h("th", { scope: "row" }, hour(at).slice(0, 2)), ...days.map((_, index) => make(index, at)))))];
}

// A pointer that is drawn over cells opens or closes them, as it does the first. A finger that goes up or down scrolls instead, and changes nothing.
function brush(table, isOpen, paint, report) {
  // The cell that it began at, and whether that has changed yet.
  let [first, wanted, hasBegun] = [null, false, false];
  const begin = () => { hasBegun = true; paint(first, wanted); };
  const end = () => {
    if (first && hasBegun) report();
    first = null;
  };
  table.addEventListener("pointerdown", (event) => {
    const cell = event.target.closest("[data-hour]");
    if (!cell || event.button) return;
    [first, wanted, hasBegun] = [cell, !isOpen(cell), false];
    table.setPointerCapture(event.pointerId);
    if (event.pointerType === "touch") return;
    event.preventDefault();
    begin();
  });
  table.addEventListener("pointermove", (event) => {
    const cell = first && document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-hour]");
    if (!cell || cell === first || !table.contains(cell)) return;
    begin();
    paint(cell, wanted);
  });
  table.addEventListener("pointerup", () => {
    if (first) begin();
    end();
  });
  table.addEventListener("pointercancel", end);
}
